import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { openCall, type SpokenCall, TONE_MS, tonesOf } from "./live-call.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import {
  countCalls,
  holesOf,
  inWords,
  latenesses,
  spreadMs,
  type Step,
  unexplained,
  toldInWords,
} from "./live-oracle.ts";
import { type Program } from "./instance.ts";
import { ALIGNED_MS, expectAligned, ms, say } from "./live-aligned.ts";
import { check, type Journal, openJournal } from "./oracle.ts";
import { allGone, isAlive, until } from "./processes.ts";

/** A jitter buffer that has just been opened fills and drains; told after the fact, a first tone may lie off by this. */
const FIRST_MS = 200;
/** live §16.3. */
const LOST_MS = 500;
const BACK_MS = 2_000;

const missing = await liveMissingHere();
let instance: LiveInstance;
let journal: Journal;
let visitor: Visitor;
let worker: Program;
let call: SpokenCall | undefined;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive({ SPEECH_ENGINE: "off" }); // tones have no words
  journal = openJournal(instance.dataDir);
  [worker] = await Promise.all([instance.startWorker(), instance.startWeb()]);
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

test("tracks lie within 100 ms of each other and of the script, also after a killed ffmpeg and a killed recorder", async () => {
  call = await openCall(instance, visitor, "tones through everything");
  const { encoders, of, now, speakFor } = call;
  await speakFor(5);

  const [encoder] = encoders("rep:");
  if (!encoder) throw new Error("nobody encodes the rep");
  const ffmpegAt = now();
  process.kill(encoder.pid, "SIGKILL");
  await allGone([encoder]);
  await until("a new part", 10_000, () => of("segEnd").some(({ why }) => why === "SIGKILL"));
  await speakFor(5);

  const recorder = call.recorder();
  const attempt = of("ready").length;
  const killedAt = now();
  process.kill(recorder.pid, "SIGKILL");
  await allGone([recorder]);
  await until("the next attempt is in the room", 10_000, () => of("ready").length > attempt, 10);
  const readyAt = of("ready").at(-1)?.t ?? Number.NaN;
  await speakFor(6);

  const endAt = now();
  const outcome = await call.hangUp();
  const all = await tonesOf(call, outcome, call.settledMs, endAt - 1_500);
  const between = (fromMs: number, toMs: number): Step[] =>
    all.filter(({ dueMs }) => dueMs >= fromMs && dueMs + TONE_MS <= toMs);

  expectAligned("undisturbed", between(0, ffmpegAt - 300));
  expectAligned("after a killed ffmpeg", between(ffmpegAt + 600, killedAt - 600));
  expectAligned("after a killed recorder", between(readyAt + 1_500, endAt - 1_500));
  // A tone whose beginning fell into a gap seems late by what the gap took.
  const isCut = ({ dueMs }: Step): boolean =>
    outcome.gaps.some(({ t0, t1 }) => dueMs < t1 && dueMs + TONE_MS > t0);
  const whole = latenesses(all.filter((step) => !isCut(step))).map(Math.abs);
  const far = whole.filter((late) => late > ALIGNED_MS);
  say(`all of it: ${whole.length} tones, at most ${ms(Math.max(...whole))} off`);
  expect(far.length, "all of it").toBeLessThanOrEqual(whole.length / 20);
  expect(Math.max(...whole), "all of it").toBeLessThanOrEqual(FIRST_MS);

  const lost = (fromMs: number, toMs: number): string[] => holesOf(between(fromMs, toMs));
  expect(lost(ffmpegAt + 300, killedAt - LOST_MS), "a killed ffmpeg is replaced").toEqual([]);
  expect(lost(0, ffmpegAt - LOST_MS), "what was said before").toEqual([]);
  say(`in the room again ${ms(readyAt - killedAt)} after kill -9`);
  expect(readyAt - killedAt).toBeLessThanOrEqual(BACK_MS);
  const heardAgain = all.find(({ dueMs, lateMs }) => dueMs > killedAt && lateMs !== null);
  say(`heard again ${ms((heardAgain?.dueMs ?? Infinity) - killedAt)} after kill -9`);
  expect((heardAgain?.dueMs ?? Infinity) - killedAt).toBeLessThanOrEqual(BACK_MS + 600);

  const gaps = outcome.gaps.filter(({ t1 }) => t1 > killedAt - LOST_MS);
  expect(gaps.filter(({ t0, t1 }) => t0 < readyAt + 2_000 && t1 > killedAt).length).toBeGreaterThan(
    0,
  );
  expect(holesOf(unexplained(outcome, all, TONE_MS)), inWords(outcome)).toEqual([]);
  const lengths = outcome.tracks.map(({ startMs, durationMs }) => startMs + durationMs);
  expect(spreadMs(lengths)).toBeLessThanOrEqual(1_000);
  expect(outcome.tracks.map(({ source }) => source)).toEqual(["microphone", "microphone"]);
  expect(spreadMs([outcome.mix?.durationMs ?? 0, ...lengths])).toBeLessThanOrEqual(1_000);
  expect(await countCalls(instance, call.title)).toBe(1);
  expect(isAlive(worker)).toBe(true);
  expect((await check(instance, journal)).faults).toEqual([]);
});

test("a killed worker is not noticed in the room: its recorder lives on and is adopted", async () => {
  call = await openCall(instance, visitor, "adopted");
  const { of, now, speakFor } = call;
  await speakFor(4);
  const recorder = call.recorder();
  const killedAt = now();
  worker.signal("SIGKILL");
  await worker.ended;
  await speakFor(3);
  expect(isAlive(recorder), "the recorder outlives its worker").toBe(true);
  worker = await instance.startWorker();
  await until("another attempt takes over", 40_000, () => of("ready").length > 1);
  await until("the old one ends", 15_000, () => !isAlive(recorder));
  const adoptedAt = now();
  say(
    `adopted ${ms(adoptedAt - killedAt)} after the worker was killed, at ${(adoptedAt / 1000).toFixed(1)} s`,
  );
  await speakFor(4);

  const endAt = now();
  const outcome = await call.hangUp();
  const steps = await tonesOf(call, outcome, call.settledMs, endAt - 1_500);
  expect(holesOf(steps), inWords(outcome)).toEqual([]);
  expectAligned("through the change of workers", steps);
  expect(outcome.state).toBe("available");
  expect(await countCalls(instance, call.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});

test("a killed media server loses the line and not the call: the same call goes on, with a gap", async () => {
  call = await openCall(instance, visitor, "through another server");
  const { of, now, speakFor, rep, customer } = call;
  await speakFor(4);
  const killedAt = now();
  await instance.sfu.kill();
  await speakFor(2);
  await instance.sfu.start();
  const upAt = now();
  await until("the recorder is back", 30_000, () => of("ready").some(({ t }) => t > upAt), 20);
  const backAt = of("ready").at(-1)?.t ?? Number.NaN;
  try {
    await Promise.all([
      until("the rep speaks again", 40_000, () => isRecording(call, "rep:", upAt)),
      until("the guest speaks again", 40_000, () => isRecording(call, "g:", upAt)),
    ]);
  } catch (error) {
    say(`the rep was told: ${toldInWords(rep)}\nthe guest: ${toldInWords(customer)}`);
    throw error;
  }
  const againAt = now();
  say(
    `the recorder is back ${ms(backAt - upAt)}, everybody ${ms(againAt - upAt)} after the server`,
  );
  await speakFor(4);
  const endAt = now();
  const outcome = await call.hangUp();
  const steps = await tonesOf(call, outcome, call.settledMs, endAt - 1_500);
  const before = steps.filter(({ dueMs }) => dueMs + TONE_MS < killedAt - LOST_MS);
  const after = steps.filter(({ dueMs }) => dueMs > againAt + 1_000);
  expect([...holesOf(before), ...holesOf(after)], inWords(outcome)).toEqual([]);
  expectAligned("before the server died", before);
  expectAligned("after it came back", after);
  expect(outcome.gaps.some(({ t0, t1 }) => t0 < upAt && t1 > killedAt)).toBe(true);
  expect(holesOf(unexplained(outcome, steps, TONE_MS)), inWords(outcome)).toEqual([]);
  expect(await countCalls(instance, call.title)).toBe(1);
  expect([...rep.told(), ...customer.told()].some(({ type }) => type === "failed")).toBe(false);
  expect((await check(instance, journal)).faults).toEqual([]);
});

const isRecording = (one: SpokenCall | undefined, who: string, sinceMs: number): boolean =>
  one?.of("segStart").some(({ id, t }) => id.startsWith(who) && t > sinceMs) ?? false;
