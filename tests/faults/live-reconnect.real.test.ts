import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { expectAligned } from "./live-aligned.ts";
import { GUEST_NAME, openCall, type SpokenCall, TONE_MS, tonesOf } from "./live-call.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import {
  countCalls,
  holesOf,
  inWords,
  type Step,
  toldInWords,
  unexplained,
} from "./live-oracle.ts";
import { check, type Journal, openJournal } from "./oracle.ts";

const missing = await liveMissingHere();
let instance: LiveInstance;
let journal: Journal;
let visitor: Visitor;
let call: SpokenCall | undefined;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive({ SPEECH_ENGINE: "off" }); // tones have no words
  journal = openJournal(instance.dataDir);
  await Promise.all([instance.startWorker(), instance.startWeb()]);
  visitor = await instance.signIn();
});

afterEach(async () => {
  await call?.close();
  call = undefined;
});

afterAll(async () => {
  journal?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

test("a full reconnect of the guest takes up the same track, where it belongs", async () => {
  call = await openCall(instance, visitor, "tones through a reconnect");
  const { customer, now, speakFor } = call;
  await speakFor(5);
  const reconnectAt = now();
  customer.ask({ do: "scenario", id: GUEST_NAME, scenario: "full-reconnect" });
  await customer.until(GUEST_NAME, "published", 10_000, 2);
  const reconnectedAt = now();
  await speakFor(6);

  const endAt = now();
  const outcome = await call.hangUp();
  const all = await tonesOf(call, outcome, call.settledMs, endAt - 1_500);
  const between = (fromMs: number, toMs: number): Step[] =>
    all.filter(({ dueMs }) => dueMs >= fromMs && dueMs + TONE_MS <= toMs);
  const after = between(reconnectedAt + 1_500, endAt - 1_500);
  expectAligned("before", between(0, reconnectAt - 300));
  expectAligned("after a full reconnect", after);
  expect(holesOf(after), `${inWords(outcome)}\n${toldInWords(customer)}`).toEqual([]);
  expect(holesOf(unexplained(outcome, all, TONE_MS)), inWords(outcome)).toEqual([]);
  expect(await countCalls(instance, call.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});
