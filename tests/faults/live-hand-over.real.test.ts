import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { assembleMix, assembleTrack, readRecording } from "#media/recorder/assemble.ts";
import { findGaps } from "#media/recorder/journal-facts.ts";
import { openPublisher, type Publisher } from "#media/recorder/publisher.ts";
import { openTestCall, SPEAKS, type TestCall } from "#media/recorder/test-call.ts";
import { type Sfu, startSfu } from "#tests/support/sfu.ts";
import { decode, onsetsOf } from "#tests/support/tones.ts";
import { type RecorderCall, type RecorderEvent, superviseCall } from "#worker/live/recorders.ts";
import { liveMissingHere } from "./live-instance.ts";
import { until } from "./processes.ts";

/** live §16.4, and a hole that nobody hears. */
const ALIGNED_MS = 100;
const HOLE_MS = 50;
const EVERY_MS = 500;
const ON_MS = 220;
const LADDERS: Record<string, number[]> = {
  "rep:anna:1": [420, 560, 700, 840],
  "g:bo": [1000, 1180, 1360, 1540],
};
const EVERYBODY = Object.keys(LADDERS);
/** In turns: in the mix two tones at once are neither. */
const offsetOf = (who: string): number => (EVERYBODY.indexOf(who) * EVERY_MS) / 2;
/** Resident set size: no recorder is so big, none so small. */
const NO_LIMIT_KB = 500_000;
const ANY_KB = 10_000;

const missing = await liveMissingHere();
let sfu: Sfu;
let tools: Room;
let publisher: Publisher;
let call: TestCall;

beforeAll(async () => {
  if (missing !== null) return;
  [sfu, tools] = await Promise.all([startSfu(), openRoom()]);
  publisher = openPublisher();
  call = await openTestCall(sfu);
});
afterAll(async () => {
  await call?.close();
  await publisher?.stop();
  await tools?.close();
  await sfu?.stop();
});
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

/** How often each tone of the script is heard in a file, and how late. */
async function tonesIn(file: string, who: string, dueMs: readonly number[]) {
  const ladder = LADDERS[who] ?? [];
  const onsets = onsetsOf(await decode(file, 16_000), 16_000, ladder);
  return dueMs.map((due, step) =>
    onsets
      .filter(({ hz, atMs }) => hz === ladder[step % ladder.length] && Math.abs(atMs - due) < 350)
      .map(({ atMs }) => Math.round(atMs - due))
      // Where one file goes on with another the decoder needs a moment, in the middle of a tone too.
      .filter((late, at, all) => at === 0 || late - (all[at - 1] ?? 0) > ON_MS),
  );
}

test("a recorder that grows above the limit hands over: nothing is missing, nothing is there twice", async () => {
  const event: RecorderEvent[] = [];
  const cache = mkdtempSync(join(tmpdir(), "parley-compiled-"));
  const recorder: RecorderCall = {
    ...{ callId: call.room, dir: call.dir, url: sfu.url, t0MonoNs: BigInt(call.t0MonoNs) },
    ...{ pcmSocket: "", coach: "keep", compileCache: cache, attempt: 0, orphans: [] },
    searchPath: process.env["PATH"] ?? "",
    mostRssKb: NO_LIMIT_KB,
  };
  const supervisor = superviseCall(recorder, {
    token: (attempt) =>
      call.token(`rec:${call.room}:${attempt}`, {
        ...{ canSubscribe: true, canPublish: false, hidden: true, recorder: true },
      }),
    isPaused: () => false,
    skipped: () => [],
    isServerDown: () => false,
    maySpare: () => true,
    onEvent: (one) => event.push(one),
  });
  const readyOf = (a: number): boolean => event.some((one) => one.type === "ready" && one.a === a);
  await until("the first recorder", 15_000, () => readyOf(1), 20);
  const startMs = Math.ceil(call.nowMs() / 1000) * 1000 + 1000;
  for (const who of EVERYBODY)
    await publisher.join({
      ...{ id: who, url: sfu.url, token: await call.token(who, SPEAKS) },
      startAtMonoNs: String(BigInt(call.t0MonoNs) + BigInt(startMs + offsetOf(who)) * 1_000_000n),
      tracks: [
        {
          source: "microphone",
          sound: {
            kind: "tones",
            hz: LADDERS[who] ?? [],
            everyMs: EVERY_MS,
            onMs: ON_MS,
            peak: 8000,
          },
        },
      ],
    });
  const settledMs = call.nowMs() + 1_500;
  await sleep(4_000);
  recorder.mostRssKb = ANY_KB;
  await until("a second one", 15_000, () => readyOf(2), 20);
  recorder.mostRssKb = NO_LIMIT_KB;
  await until("the first one ends", 10_000, () => event.some((one) => one.type === "exit"), 20);
  await sleep(3_000);
  const endMs = call.nowMs();
  await supervisor.stop();
  rmSync(cache, { recursive: true, force: true });

  const exits = event.filter((one) => one.type === "exit");
  expect(exits.map(({ a, code }) => [a, code])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  const recording = await readRecording(call.dir);
  const holes = EVERYBODY.map((id) => {
    const [first, second] = recording.parts.filter((part) => part.id === id);
    if (!first || !second) throw new Error(`${id} has not two parts`);
    return second.startMs - (recording.endOf(first) ?? Number.NaN);
  });
  console.log(`  from one to the next: ${holes.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  for (const ms of holes) expect(ms).toBeLessThanOrEqual(HOLE_MS);
  expect(findGaps(recording.facts, recording.endOf, recording.endMs)).toEqual([]);

  const job = {
    jobDir: await tools.job(),
    tools: tools.tools,
    signal: new AbortController().signal,
  };
  const tracks = await Promise.all(
    EVERYBODY.map((id, at) =>
      assembleTrack(
        {
          name: `${at}.ogg`,
          parts: recording.parts.filter((part) => part.id === id),
          endMs: recording.endMs,
        },
        job,
      ),
    ),
  );
  const mix = await assembleMix(
    recording,
    { name: "mix.ogg", tracks: () => Promise.resolve(tracks), endMs: recording.endMs },
    job,
  );
  const due: number[] = [];
  for (let ms = startMs; ms < endMs - 1_000; ms += EVERY_MS) due.push(ms);
  const late: number[] = [];
  for (const [at, who] of EVERYBODY.entries())
    for (const name of [`${at}.ogg`, mix.name]) {
      const own = due.map((ms) => ms + offsetOf(who));
      const heard = await tonesIn(join(job.jobDir, name), who, own);
      const whole = heard.filter((_, step) => (due[step] ?? 0) > settledMs);
      expect(whole.length).toBeGreaterThan(10);
      expect(
        whole.map((tones) => tones.length),
        `${who} in ${name}`,
      ).toEqual(whole.map(() => 1));
      late.push(...whole.flat());
    }
  console.log(`  tones after their moment: ${Math.min(...late)} to ${Math.max(...late)} ms`);
  for (const ms of late) expect(Math.abs(ms)).toBeLessThanOrEqual(ALIGNED_MS);
  expect(Math.max(...late) - Math.min(...late)).toBeLessThanOrEqual(ALIGNED_MS);
});
