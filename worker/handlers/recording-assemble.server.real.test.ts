import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { repIdentity } from "#app/core/platform/livekit-names.ts";
import { endCall } from "#app/core/domain/live/end.server.ts";
import { writeLiveSegment } from "#app/core/domain/live/segments.server.ts";
import { requeueLateCopies } from "#app/core/domain/recording/assemble.server.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { assembleRecording as job } from "#app/core/jobs/recording-assemble.job.ts";
import { findCopy } from "#media/recorder/align-copy.ts";
import type { JournalEntry, JournalLine } from "#media/recorder/journal.ts";
import { fileId } from "#media/recorder/parts.ts";
import { PeakWriter } from "#media/recorder/peaks.ts";
import { OPUS_OGG } from "#media/recorder/sink.ts";
import { peaksName } from "#media/recorder/track-writer.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { aLiveCall, type LiveCall, turnLiveCallsOn } from "#tests/support/live-call.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { decode } from "#tests/support/tones.ts";
import { openSpeechLog } from "../live/speech-log.ts";
import { say } from "../live/test-live-call.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { assembleRecording } from "./recording-assemble.ts";

Object.assign(process.env, {
  LIVEKIT_URL: "ws://127.0.0.1:1",
  LIVEKIT_API_KEY: "k",
  LIVEKIT_API_SECRET: "s",
});
Reflect.deleteProperty(globalThis, Symbol.for("parley.env"));

const RATE = 48_000;
const LENGTH_MS = 20_000;
/** No recorder was there in between. */
const GAP = { fromMs: 7_000, toMs: 11_000 };
/** What capture and network take. */
const DELAY_MS = 90;
const TEXTS = [
  "good morning thanks for taking the time today",
  "we looked at the numbers for the first quarter",
  "the delivery takes about three weeks from now",
  "let me send you the offer this afternoon",
];

let context: WorkerContext;
await queueForFile();
let voice: string;
beforeAll(async () => {
  context = await openWorkerContext();
  await turnLiveCallsOn();
  const said = await say(TEXTS, "slt");
  voice = said.kind === "wav" ? said.file : "";
});
afterAll(async () => {
  await context.close();
});

const ffmpeg = (cwd: string, ...args: string[]): Buffer =>
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args], { cwd });
const run = (call: LiveCall) =>
  assembleRecording(
    { v: 1, workspaceId: call.workspaceId, recordingId: call.recordingId },
    { signal: new AbortController().signal, context },
  );

type Recorded = LiveCall & { dir: string; identity: string };

/** A call in which the host alone speaks; its recorder was killed at 7 s and is back at 11 s. */
async function recorded(): Promise<Recorded> {
  const owner = await aMember(await aWorkspace(), { name: "Mari Kato" });
  const call = await aLiveCall(owner, { language: "en" });
  const dir = join(process.env["PARLEY_DATA"] ?? "", "recorders", call.callId);
  const identity = repIdentity(owner.memberId, "tab-of-the-host");
  mkdirSync(dir, { recursive: true });
  const lines: JournalLine[] = [];
  const write = (a: number, t: number, entry: JournalEntry): void =>
    void lines.push({ ...entry, a, t, wall: t });
  const part = (
    a: number,
    n: number,
    id: string,
    source: "mix" | "microphone",
    from: number,
    to: number,
  ) => {
    const file = `${fileId(id)}.${source}.a${a}.${n}.ogg`;
    const at = ["-ss", String(from / 1000), "-t", String((to - from) / 1000), "-i", voice];
    ffmpeg(
      dir,
      ...at,
      "-ar",
      String(RATE),
      "-ac",
      "1",
      "-af",
      "apad",
      "-t",
      String((to - from) / 1000),
      ...OPUS_OGG,
      file,
    );
    return { id, source, file, n, startMs: from, samples: ((to - from) * RATE) / 1000 };
  };
  for (const [a, from, to] of [
    [1, 0, GAP.fromMs],
    [2, GAP.toMs, LENGTH_MS],
  ] as const) {
    write(a, from, { type: "start", call: call.callId, pid: 2 ** 22 + a, boot: "another" });
    write(a, from, { type: "ready", paused: false });
    write(a, from, { type: "join", id: identity, here: a > 1 });
    const parts = [
      part(a, 0, "mix", "mix", from, to),
      part(a, 1, identity, "microphone", from, to),
    ];
    for (const one of parts) {
      write(a, from, { type: "seg", ...one, samples: 0 });
      write(a, from + 1_000, { type: "segStart", ...one });
      if (a === 2) write(a, to, { type: "segEnd", ...one, why: "stop" });
    }
    const peaks = new PeakWriter(join(dir, peaksName(identity, "microphone", a)));
    peaks.add((from * RATE) / 1000, new Int16Array(((to - from) * RATE) / 1000).fill(9_000));
    peaks.end();
  }
  write(2, LENGTH_MS, { type: "finishing", why: "stop" });
  write(2, LENGTH_MS, { type: "end", why: "stop", late: 0 });
  appendFileSync(
    join(dir, "journal.jsonl"),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  const notes = openSpeechLog(dir);
  notes.write({ type: "engine", engine: "pocketsphinx", model: "en-us-ptm", dictionary: "0@none" });
  for (const [fromMs, toMs] of [
    [0, GAP.fromMs],
    [GAP.toMs, LENGTH_MS],
  ] as const)
    notes.write({ type: "heard", id: `${identity}/microphone`, fromMs, toMs });
  notes.write({ type: "end" });
  await notes.flush();
  const said = [
    [0, 300, 2_900, TEXTS[0]],
    [1, 12_000, 14_000, TEXTS[3]],
  ] as const;
  for (const [no, t0Ms, t1Ms, text = ""] of said) await saidLive(call, no, t0Ms, t1Ms, text);
  await db.$executeRaw`UPDATE call SET started_at = now() - interval '20 seconds' WHERE id = ${call.callId}::uuid`;
  await endCall(null, call, "host");
  return { ...call, dir, identity };
}

const saidLive = (call: LiveCall, no: number, t0Ms: number, t1Ms: number, text: string) =>
  writeLiveSegment(call, {
    ...{ no, rev: 1, isFinal: true, participantId: call.hostId, t0Ms, t1Ms, rawWords: null },
    words: spreadWords(cutWords(text), { startMs: t0Ms, endMs: t1Ms }),
    ...{ stableWords: 0, timing: "engine" },
  });

/** The whole of the host's microphone as their browser kept it, in pieces; it began 1 s before the call's zero. */
async function keepCopy(call: LiveCall): Promise<void> {
  const dir = join(process.env["PARLEY_DATA"] ?? "", "recorders", call.callId);
  const delay = `adelay=${1_000 - DELAY_MS}:all=1`;
  ffmpeg(
    dir,
    "-i",
    voice,
    "-af",
    `${delay},volume=0.8`,
    "-c:a",
    "libopus",
    "-b:a",
    "48k",
    "-f",
    "webm",
    "copy.webm",
  );
  const bytes = readFileSync(join(dir, "copy.webm"));
  const { startedAt } = await db.call.findFirstOrThrow({ where: { id: call.callId } });
  const part = crypto.randomUUID();
  const size = 13_000;
  for (let seq = 0; seq * size < bytes.length; seq += 1) {
    const body = bytes.subarray(seq * size, (seq + 1) * size);
    const key = `${call.workspaceId}/${call.recordingId}/local/${part}-${seq}`;
    await blobs().put(key, Readable.from([body]));
    await db.localChunk.create({
      data: {
        ...{ workspaceId: call.workspaceId, callId: call.callId, participantId: call.hostId },
        ...{ part, seq, source: "microphone", mime: "audio/webm;codecs=opus", key },
        t0: BigInt((startedAt?.getTime() ?? 0) - 1_000),
        bytes: body.length,
        sha256: new Uint8Array(createHash("sha256").update(body).digest()),
      },
    });
  }
}

const fileOf = async (call: LiveCall, kind: "track" | "mix" | "peaks"): Promise<string> => {
  const file = await db.file.findFirstOrThrow({ where: { recordingId: call.recordingId, kind } });
  return join(process.env["PARLEY_DATA"] ?? "", "blobs", file.key);
};
/** Milliseconds by which a stretch of the voice comes late in a track; null where it is not there. */
async function lateness(track: string, fromMs: number, toMs: number): Promise<number | null> {
  const [made, original] = await Promise.all([decode(track, 8_000), decode(voice, 8_000)]);
  const within = 400 * 8;
  const around = made.subarray(fromMs * 8 - within, toMs * 8 + within);
  const match = findCopy(original.subarray(fromMs * 8, toMs * 8), around, within);
  return match && match.lag / 8;
}

beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job WHERE name = 'recording.assemble'`;
});

test("what a killed recorder left is on the call clock, and its gap is listed and silent", async () => {
  const call = await recorded();
  await run(call);
  const track = await fileOf(call, "track");
  expect(Math.abs((await lateness(track, 500, 6_500)) ?? NaN)).toBeLessThanOrEqual(20);
  expect(Math.abs((await lateness(track, 11_500, 14_000)) ?? NaN)).toBeLessThanOrEqual(20);
  const pcm = await decode(track, 8_000);
  const loudest = pcm
    .subarray(7_100 * 8, 10_900 * 8)
    .reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  expect(loudest).toBeLessThan(50);
  expect(pcm.length / 8).toBeCloseTo(LENGTH_MS, -2);
  const gaps = await db.gap.findMany({ where: { recordingId: call.recordingId } });
  expect(gaps).toMatchObject([{ participantId: call.hostId, cause: "recorder", filledFrom: null }]);
  expect(gaps[0]?.t0Ms).toBeGreaterThanOrEqual(GAP.fromMs - 20);
  expect(gaps[0]?.t1Ms).toBe(GAP.toMs);
  const peaks = readFileSync(await fileOf(call, "peaks"));
  expect([...peaks.subarray(72, 108)]).toEqual(Array.from({ length: 36 }, () => 0));
  expect(peaks[20]).toBe(35);
  const state = await db.call.findFirstOrThrow({ where: { id: call.callId } });
  expect(state).toMatchObject({ state: "available", quality: "A" });
});

test("a safety copy that comes late fills the gap where it was said, and its words join the transcript", async () => {
  const call = await recorded();
  await run(call);
  const before = await db.track.findFirstOrThrow({ where: { recordingId: call.recordingId } });
  expect(await requeueLateCopies()).toBe(0);
  await keepCopy(call);
  await db.recording.updateMany({ where: { id: call.recordingId }, data: { state: "ready" } });
  // It came while the call was being assembled, and so is not in it.
  await db.$executeRaw`UPDATE stage SET ended_at = now() + interval '1 minute' WHERE recording_id = ${call.recordingId}::uuid AND name = 'normalise'`;
  await db.$executeRaw`DELETE FROM jobs.job WHERE name = 'recording.assemble'`;
  expect(await requeueLateCopies()).toBe(1);
  expect(await queued(job)).toMatchObject([{ recordingId: call.recordingId }]);
  await run(call);

  const track = await fileOf(call, "track");
  const late = await lateness(track, 7_300, 9_800);
  console.log(`  the spliced span lies ${late} ms from its place`);
  expect(Math.abs(late ?? NaN)).toBeLessThanOrEqual(20);
  const gaps = await db.gap.findMany({
    where: { recordingId: call.recordingId },
    orderBy: { t0Ms: "asc" },
  });
  expect(gaps.filter(({ filledFrom }) => filledFrom?.startsWith("local:"))).toHaveLength(1);
  const silent = gaps
    .filter(({ filledFrom }) => filledFrom === null)
    .map(({ t0Ms, t1Ms }) => t1Ms - t0Ms);
  expect(Math.max(0, ...silent)).toBeLessThan(100);
  const after = await db.track.findFirstOrThrow({ where: { recordingId: call.recordingId } });
  expect(after.id).toBe(before.id);
  const peaks = readFileSync(await fileOf(call, "peaks"));
  expect(Math.max(...peaks.subarray(75, 95))).toBeGreaterThan(5);

  const transcripts = await db.transcript.findMany({
    where: { callId: call.callId },
    orderBy: { number: "asc" },
  });
  expect(transcripts.map(({ number, isCurrent }) => ({ number, isCurrent }))).toEqual([
    { number: 1, isCurrent: false },
    { number: 2, isCurrent: true },
  ]);
  const filled = await db.segment.findMany({
    where: { baseId: call.transcriptId, fromVersion: 2 },
  });
  expect(filled.length).toBeGreaterThan(0);
  for (const { t0Ms, t1Ms, flags, participantId, trackId } of filled) {
    expect(t0Ms).toBeGreaterThanOrEqual(GAP.fromMs - 200);
    expect(t1Ms).toBeLessThanOrEqual(GAP.toMs + 200);
    expect(flags & 4).toBe(4);
    expect({ participantId, trackId }).toEqual({ participantId: call.hostId, trackId: after.id });
  }
  const text = filled.map((segment) => segment.text).join(" ");
  console.log(`  words of the copy: ${text}`);
  expect(text).toMatch(/delivery|weeks|takes|quarter|from/);
  expect(await requeueLateCopies()).toBe(0);
  await run(call);
  expect(await db.transcript.count({ where: { callId: call.callId } })).toBe(2);
});

test("sound and words of a pause that no recorder was told of are in nothing that people get", async () => {
  const call = await recorded();
  // One piece begins before the pause and one ends behind it; one lies wholly in it.
  await saidLive(call, 2, 2_100, 2_900, "nobody may read this");
  await saidLive(call, 3, 3_500, 4_700, "still nothing we go on");
  await db.callSpan.create({
    data: {
      workspaceId: call.workspaceId,
      callId: call.callId,
      kind: "pause",
      t0Ms: 2_000,
      t1Ms: 4_000,
    },
  });
  await run(call);
  const pcm = await decode(await fileOf(call, "track"), 8_000);
  const loudest = pcm
    .subarray(2_050 * 8, 4_000 * 8)
    .reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  expect(loudest).toBeLessThan(50);
  expect(
    Math.abs((await lateness(await fileOf(call, "track"), 11_500, 14_000)) ?? NaN),
  ).toBeLessThanOrEqual(20);
  const segments = await db.segment.findMany({
    where: { baseId: call.transcriptId },
    orderBy: { no: "asc" },
  });
  expect(segments.map(({ text }) => text)).toEqual([
    "good morning thanks for taking",
    TEXTS[3],
    "we go on",
  ]);
  expect(segments[0]?.t1Ms).toBeLessThanOrEqual(2_100);
  expect(segments[2]?.t0Ms).toBeGreaterThanOrEqual(3_900);
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM call_search WHERE call_id = ${call.callId}::uuid AND doc::text ~ 'today|nobody|still'`;
  expect(found).toEqual([]);
});

test("a call in which nobody was recorded has no media, and says so", async () => {
  const owner = await aMember(await aWorkspace());
  const call = await aLiveCall(owner);
  await endCall(null, call, "host");
  await run(call);
  expect(await db.call.findFirstOrThrow({ where: { id: call.callId } })).toMatchObject({
    state: "empty",
    stateReason: "no_media",
  });
  expect(await db.recording.findFirstOrThrow({ where: { id: call.recordingId } })).toMatchObject({
    state: "discarded",
  });
});
