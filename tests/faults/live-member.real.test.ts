import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { isOnPath, WHOLE_CHROMIUM } from "#scripts/packages.ts";
import { type Microphone, speakMicrophones } from "#tests/e2e/live-voices.ts";
import { COMPARE_RATE, findSound } from "#tests/support/find-sound.ts";
import { decode } from "#tests/support/tones.ts";
import { type MemberBrowser, openMember } from "./live-browser.ts";
import { openCall, REP_NAME, GUEST_NAME, type SpokenCall } from "./live-call.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import { countCalls, inWords, type LiveOutcome, outcomeOfCall } from "./live-oracle.ts";
import { check, type Journal, openJournal } from "./oracle.ts";
import { rests } from "./pipeline.ts";
import { allGone, until } from "./processes.ts";

const ALIKE = 0.65;
const PIECE_MS = 800;
const SHORT_MS = 400;
const STEP_MS = 200;
/** Of the place that most pieces tell. */
const NEAR_MS = 60;
const OUTAGE_MS = 30_000;
/** What comes late is looked for every minute. */
const SWEPT_MS = 100_000;

const missing =
  (await liveMissingHere()) ??
  (isOnPath(WHOLE_CHROMIUM.name) ? null : `not installed: ${WHOLE_CHROMIUM.name}`);
let instance: LiveInstance;
let journal: Journal;
let visitor: Visitor;
let microphone: Microphone;
let plain: Int16Array;
let call: SpokenCall | undefined;
let browser: MemberBrowser | undefined;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive({ SPEECH_ENGINE: "off" });
  journal = openJournal(instance.dataDir);
  const spoken = await speakMicrophones();
  if (!spoken) throw new Error("This machine has no voice.");
  microphone = spoken.R;
  plain = await decode(microphone.file, COMPARE_RATE);
  await Promise.all([instance.startWorker(), instance.startWeb()]);
  visitor = await instance.signIn();
});

afterEach(async () => {
  await browser?.close();
  await call?.close();
  call = browser = undefined;
});

afterAll(async () => {
  journal?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

const profile = (): string => mkdtempSync(join(tmpdir(), "parley-profile-"));

async function open(
  title: string,
  folder = profile(),
): Promise<[SpokenCall, MemberBrowser, string]> {
  call = await openCall(instance, visitor, title, {}, false);
  browser = await openMember(folder, microphone.file, visitor, call.callId);
  await until("the rep is recorded", 30_000, () => isRecorded(call, 0));
  return [call, browser, folder];
}

const isRecorded = (one: SpokenCall | undefined, sinceMs: number): boolean =>
  one?.of("segStart").some(({ id, t }) => id.startsWith("rep:") && t > sinceMs) ?? false;

async function trackOf({ tracks }: LiveOutcome): Promise<Int16Array> {
  const track = tracks.find(({ name, source }) => name === REP_NAME && source === "microphone");
  if (!track) throw new Error("the rep has no track");
  return decode(track.file, COMPARE_RATE);
}

/** Sentences that lie wholly between two moments of the microphone's file, and which of them the track has. */
async function heardBetween(
  outcome: LiveOutcome,
  fromMs: number,
  toMs: number,
): Promise<{ said: number; heard: number }> {
  const pcm = await trackOf(outcome);
  const said = microphone.sentences.filter(
    ({ startMs, endMs }) => startMs > fromMs && endMs < toMs,
  );
  const heard = said.filter(({ startMs, endMs }) => {
    const at = Math.round((((startMs + endMs - PIECE_MS) / 2) * COMPARE_RATE) / 1000);
    const piece = plain.subarray(at, at + (PIECE_MS * COMPARE_RATE) / 1000);
    return findSound(pcm, piece).alike > ALIKE;
  });
  return { said: said.length, heard: heard.length };
}

/** Short pieces of what was said between two moments of the microphone's file, and how far each lies from its place. */
async function piecesBetween(outcome: LiveOutcome, fromMs: number, toMs: number) {
  const track = await trackOf(outcome);
  const found = microphone.sentences
    .filter(({ startMs, endMs }) => startMs > fromMs && endMs < toMs)
    .flatMap(({ startMs, endMs }) => {
      const count = Math.max(0, Math.floor((endMs - startMs - SHORT_MS) / STEP_MS));
      return Array.from({ length: count }, (_, n) => startMs + n * STEP_MS);
    })
    .map((startMs) => {
      const at = Math.round((startMs * COMPARE_RATE) / 1000);
      const piece = plain.subarray(at, at + (SHORT_MS * COMPARE_RATE) / 1000);
      return { startMs, offMs: findSound(track, piece).atMs - startMs };
    });
  const usualMs = found.map(({ offMs }) => offMs).toSorted((a, b) => a - b)[found.length >> 1] ?? 0;
  return found.map(({ startMs, offMs }) => ({
    onCallMs: startMs + usualMs,
    isThere: Math.abs(offMs - usualMs) < NEAR_MS,
  }));
}

const filledOf = (outcome: LiveOutcome, name: string) =>
  outcome.gaps.filter((gap) => gap.name === name).map(({ filled }) => filled !== null);

test("a killed recorder costs a guest a marked gap, and the rep nothing: the browser had kept it", async () => {
  const [held, member] = await open("filled from the browser");
  const openedAt = await member.openedAt();
  await sleep(9_000);
  const recorder = held.recorder();
  process.kill(recorder.pid, "SIGKILL");
  await allGone([recorder]);
  await until("the next attempt", 15_000, () => held.of("ready").length > 1);
  await sleep(9_000);
  const endedAt = Date.now() - openedAt;
  const outcome = await held.hangUp();
  expect(filledOf(outcome, GUEST_NAME), inWords(outcome)).toContain(false);
  expect(filledOf(outcome, REP_NAME), inWords(outcome)).toContain(true);
  const pieces = await piecesBetween(outcome, 3_000, endedAt - 1_500);
  const there = pieces.filter(({ isThere }) => isThere);
  const gap = outcome.gaps.find(({ name }) => name === REP_NAME);
  const inGap = pieces.filter(
    ({ onCallMs }) => gap && onCallMs >= gap.t0 && onCallMs + SHORT_MS <= gap.t1,
  );
  console.log(
    `  ${there.length} of ${pieces.length} pieces where they were said, ${inGap.filter(({ isThere }) => isThere).length} of ${inGap.length} of them in the gap`,
  );
  // What the next recorder hears first, its jitter buffer stretches.
  expect(there.length / pieces.length).toBeGreaterThanOrEqual(0.8);
  expect(inGap.filter(({ isThere }) => !isThere)).toEqual([]);
  expect(await countCalls(instance, held.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});

test("a rep whose browser is killed finds the way back into the same call", async () => {
  const [held, member, folder] = await open("the browser died");
  const openedAt = await member.openedAt();
  await sleep(11_000);
  const killedAt = Date.now() - openedAt;
  await member.kill();
  await sleep(1_000);
  const backAt = held.now();
  browser = await openMember(folder, microphone.file, visitor, held.callId);
  await until("the rep is recorded again", 30_000, () => isRecorded(held, backAt));
  expect(browser.page.url()).toContain(held.callId);
  await sleep(6_000);
  const outcome = await held.hangUp();
  const before = await heardBetween(outcome, 3_000, killedAt - 2_000);
  console.log(`  ${before.heard} of ${before.said} sentences from before the kill`);
  expect(before.said).toBeGreaterThan(0);
  expect(before.heard).toBe(before.said);
  expect(outcome.tracks.filter(({ name }) => name === REP_NAME)).toHaveLength(1);
  expect(await countCalls(instance, held.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});

test("30 s without network end nothing, and what was said meanwhile comes later", async () => {
  const [held, member] = await open("half a minute alone");
  const openedAt = await member.openedAt();
  await sleep(6_000);
  await member.cut(true);
  const cutAt = Date.now() - openedAt;
  await member.page
    .getByText("Connection lost. Reconnecting…")
    .first()
    .waitFor({ timeout: 25_000 });
  await sleep(OUTAGE_MS - (Date.now() - openedAt - cutAt));
  const mended = held.now();
  await member.cut(false);
  const mendedAt = Date.now() - openedAt;
  await until("the rep is recorded again", 30_000, () => isRecorded(held, mended)).catch(
    async (error: unknown) => {
      throw new Error(`${String(error)}\n${await member.page.locator("main").innerText()}`);
    },
  );
  await sleep(8_000);
  await held.hangUp();
  // The browser may still be sending what it kept: the call is made again when it has come.
  const { recording } = await until("all that was kept has come", SWEPT_MS, async () => {
    const now = await outcomeOfCall(instance, held.callId);
    const filled = filledOf(now, REP_NAME);
    return filled.length > 0 && filled.every(Boolean) && now;
  }).catch(async (error: unknown) => {
    const now = await outcomeOfCall(instance, held.callId);
    throw new Error(`${String(error)}\n${inWords(now)}`);
  });
  await rests(instance, [recording.id], 30_000, 60_000);
  const outcome = await outcomeOfCall(instance, held.callId);
  const alone = await heardBetween(outcome, cutAt + 500, mendedAt - 500);
  console.log(`  ${alone.heard} of ${alone.said} sentences from the time without network`);
  expect(alone.said).toBeGreaterThan(4);
  expect(alone.heard).toBeGreaterThanOrEqual(alone.said - 1);
  expect(filledOf(outcome, REP_NAME), inWords(outcome)).toContain(true);
  expect(await countCalls(instance, held.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});
