import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LiveStateEvent } from "#app/core/domain/live/live-views.ts";
import type { Visitor } from "#scripts/demo/door.ts";
import { followCall, type LiveStream } from "#tests/support/live-stream.ts";
import type { Program } from "./instance.ts";
import { openCall, type SpokenCall, TONE_MS, tonesOf } from "./live-call.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import { countCalls, holesOf, inWords, latenesses, spreadMs, unexplained } from "./live-oracle.ts";
import { check, type Journal, openJournal } from "./oracle.ts";
import { isAlive, until } from "./processes.ts";

/** More than a recorder wants before it begins, little enough to fill in a moment. */
const VOLUME = "96m";
const ALIGNED_MS = 100;
const LOST_MS = 500;
/** The alarm is on screen by then (product §20.9). */
const BAND_MS = 12_000;
/** The longest wait between two tries, and a recorder's way into the room. */
const BACK_MS = 10_000;

let missing = await liveMissingHere();
let instance: LiveInstance;
let volume = "";
let journal: Journal;
let visitor: Visitor;
let programs: Program[];
let call: SpokenCall | undefined;
let stream: LiveStream | undefined;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive({ SPEECH_ENGINE: "off" }); // tones have no words
  volume = join(instance.dataDir, "recorders");
  mkdirSync(volume, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${VOLUME}`, "tmpfs", volume]);
  if (mounted.status !== 0) {
    missing = `a volume can only be made by root: ${String(mounted.stderr).trim()}`;
    return;
  }
  journal = openJournal(instance.dataDir);
  programs = await Promise.all([instance.startWorker(), instance.startWeb()]);
  visitor = await instance.signIn();
});
afterAll(async () => {
  stream?.close();
  await call?.close();
  journal?.close();
  if (volume !== "") spawnSync("umount", ["-l", volume]);
  await instance?.stop();
});
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

/** What the page's band says now. */
const band = (): string | undefined => {
  const told = stream?.heard().findLast(({ event }) => event === "state");
  return (told?.data as LiveStateEvent | undefined)?.recording.state;
};

test("a full disk ends the recording and not the call; with room again the same call is recorded on", async () => {
  call = await openCall(instance, visitor, "on a full disk");
  stream = followCall(visitor, call.callId);
  const { of, now, speakFor, rep, customer } = call;
  await speakFor(5);
  expect(band()).toBe("recording");

  const ballast = join(volume, "ballast");
  const filled = spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1M"]);
  expect(filled.status, "to the last byte").not.toBe(0);
  const fullAt = now();
  await until("the recorder says so", 5_000, () => of("diskFull").length > 0, 20);
  await until("and ends in order", 5_000, () => of("end").some(({ why }) => why === "diskFull"));
  await until("the band is red", BAND_MS, () => band() === "absent", 50);
  console.log(`  the band is red ${Math.round(now() - fullAt)} ms after the disk was full`);
  await speakFor(3);

  rmSync(ballast);
  const roomAt = now();
  await until("it records again", BACK_MS, () => of("ready").some(({ t }) => t > roomAt), 20);
  const backAt = of("ready").at(-1)?.t ?? Number.NaN;
  console.log(`  recorded again ${Math.round(backAt - roomAt)} ms after there was room`);
  await until("the band is gone", 5_000, () => band() === "recording", 50);
  await speakFor(5);

  // Nobody was thrown out meanwhile.
  for (const one of [rep, customer])
    expect(one.told().filter(({ type }) => type === "disconnected")).toEqual([]);
  const endAt = now();
  const outcome = await call.hangUp();
  const steps = await tonesOf(call, outcome, call.settledMs, endAt - 1_500);
  const before = steps.filter(({ dueMs }) => dueMs + TONE_MS < fullAt - LOST_MS);
  const after = steps.filter(({ dueMs }) => dueMs > backAt + 1_000);
  expect(before.length).toBeGreaterThan(8);
  expect(after.length).toBeGreaterThan(8);
  expect([...holesOf(before), ...holesOf(after)], inWords(outcome)).toEqual([]);
  const late = latenesses([...before, ...after]);
  expect(Math.max(...late.map(Math.abs))).toBeLessThanOrEqual(ALIGNED_MS);
  expect(spreadMs(late)).toBeLessThanOrEqual(ALIGNED_MS);
  expect(outcome.gaps.some(({ t0, t1 }) => t0 < roomAt && t1 > fullAt)).toBe(true);
  expect(holesOf(unexplained(outcome, steps, TONE_MS)), inWords(outcome)).toEqual([]);
  expect(outcome.state).toBe("available");
  expect(programs.map(isAlive)).toEqual([true, true]);
  expect(await countCalls(instance, call.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});
