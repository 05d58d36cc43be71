import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import type {
  FinishRecorder,
  RecorderTimeline,
} from "#app/core/domain/live/browser-recorder.schema.ts";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { findJoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { claimStage } from "#app/core/domain/recording/stages.server.ts";
import {
  findTranscribeSource,
  publishRecognition,
} from "#app/core/domain/recording/transcribe.server.ts";
import { discardUpload } from "#app/core/domain/recording/upload-answers.server.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import {
  localCopy,
  mp4,
  ogg,
  pcmOf,
  type SentRun,
  sendRun,
  webm,
} from "#tests/support/recorder-pieces.ts";
import { beginRecording, endRecording } from "#tests/support/recorder-start.ts";
import { onsetsOf } from "#tests/support/tones.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { assembleRecording } from "./recording-assemble.ts";
import { deriveStage } from "../stages/derive-stage.ts";
import { joinRecording } from "./recording-join.ts";
import { pictureRecording } from "./recording-picture.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-join-"));
let context: WorkerContext;
await queueForFile();
let rep: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const workspace = await aWorkspace();
  rep = await aMember(workspace, { name: "Mari Kato" });
  admin = await aMember(workspace, { role: "admin", scope: "workspace" });
});

const NOTHING: RecorderTimeline = { pauses: [], gaps: [], marks: [] };
const begin = (tab: "none" | "one" | "several" = "one", voice: "own" | "room" = "own") =>
  beginRecording(rep, { tab, voice, title: "A call", company: undefined });

const send = (recordingId: string, run: SentRun) => sendRun(rep, recordingId, run);

async function finish(
  recordingId: string,
  lengthMs: number,
  timeline = NOTHING,
  why: FinishRecorder["why"] = "stopped",
): Promise<void> {
  await endRecording(rep, { recordingId, lengthMs, timeline, why });
  await assemble(recordingId);
}

/** @param tools other programs than the context's */
const assemble = (recordingId: string, tools: Partial<MediaTools> = {}): Promise<void> =>
  assembleRecording(
    { v: 1, workspaceId: rep.workspaceId, recordingId },
    {
      signal: new AbortController().signal,
      context: { ...context, tools: () => ({ ...context.tools(), ...tools }) },
    },
  );

/** An ffmpeg that fails at every input like this, in a folder of its own. */
function brokenFfmpeg(words: string, code: number): string {
  const path = join(folder, `ffmpeg-${randomUUID()}`);
  const real = context.tools().ffmpeg;
  const fails = `echo '${words}' >&2; exit ${code}`;
  const script = `#!/bin/sh\ncase " $* " in *" -i "*) ${fails};; esac\nexec ${real} "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

const filesOf = (recordingId: string) =>
  db.file.findMany({
    where: { recordingId },
    select: { kind: true, key: true, track: { select: { source: true } } },
  });
const gapsOf = (recordingId: string) =>
  db.gap.findMany({
    where: { recordingId },
    orderBy: { t0Ms: "asc" },
    select: { t0Ms: true, t1Ms: true, cause: true, participant: { select: { side: true } } },
  });

test("runs of two sources lie where they belong, a pause is silent and no gap, a crash is one", async () => {
  const { callId, recordingId } = await begin();
  const [mine, theirs] = [webm(440, 2), webm(660, 2)];
  for (const partMs of [0, 4_000, 8_000]) {
    await send(recordingId, { source: "microphone", partMs, bytes: mine });
    await send(recordingId, { source: "tab", partMs, bytes: theirs });
    await send(recordingId, { source: "mix", partMs, bytes: mine });
  }
  await finish(recordingId, 11_500, { ...NOTHING, pauses: [{ t0Ms: 2_000, t1Ms: 4_000 }] });

  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(call).toMatchObject({ state: "available", quality: "A", visibility: "team" });
  expect(call.durationMs).toBeGreaterThan(11_300);
  expect(call.durationMs).toBeLessThan(11_600);
  const files = await filesOf(recordingId);
  expect(
    files.map(({ kind, track }) => `${kind} ${track?.source ?? ""}`.trim()).toSorted(),
  ).toEqual(["mix", "peaks microphone", "peaks tab", "track microphone", "track tab"]);
  for (const [source, hz] of [
    ["microphone", 440],
    ["tab", 660],
  ] as const) {
    const key = files.find(({ kind, track }) => kind === "track" && track?.source === source)?.key;
    const heard = onsetsOf(await pcmOf(key ?? "", folder), 16_000, [440, 660]);
    expect(heard.map(({ hz: pitch }) => pitch)).toEqual([hz, hz, hz]);
    for (const [at, startMs] of [0, 4_000, 8_000].entries())
      expect(Math.abs((heard[at]?.atMs ?? Number.NaN) - startMs)).toBeLessThan(40);
  }
  const gaps = await gapsOf(recordingId);
  for (const side of ["R", "C"] as const) {
    const own = gaps.filter(({ participant }) => participant?.side === side);
    expect(own.map(({ cause }) => cause)).toEqual(["closed", "closed"]);
    expect(own[0]?.t0Ms).toBeGreaterThan(5_900);
    expect(own[0]?.t1Ms).toBe(8_000);
    expect(own[1]?.t0Ms).toBeGreaterThan(9_900);
    expect(own[1]?.t1Ms).toBe(11_500);
  }
  const stage = await db.stage.findMany({
    where: { recordingId },
    select: { name: true, state: true },
  });
  expect(stage.find(({ name }) => name === "normalise")?.state).toBe("done");
  expect(await db.file.count({ where: { recordingId, kind: "original" } })).toBe(0);
});

test("a microphone alone is the mix; several people in a tab are class B", async () => {
  const alone = await begin("none");
  await send(alone.recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await finish(alone.recordingId, 2_000);
  expect((await filesOf(alone.recordingId)).map(({ kind }) => kind).toSorted()).toEqual([
    "peaks",
    "track",
  ]);
  const several = await begin("several");
  await send(several.recordingId, { source: "tab", partMs: 0, bytes: webm(660, 2) });
  await finish(several.recordingId, 2_000);
  const call = await db.call.findFirstOrThrow({ where: { id: several.callId } });
  expect(call.quality).toBe("B");
});

test("a run cut off in the middle is used as far as it goes; one that cannot be read is a gap, with the reason", async () => {
  const { recordingId } = await begin("none");
  const whole = webm(440, 2);
  await send(recordingId, {
    source: "microphone",
    partMs: 0,
    bytes: whole.subarray(0, whole.length - 3_000),
  });
  await send(recordingId, { source: "microphone", partMs: 3_000, bytes: Buffer.alloc(900, 7) });
  await send(recordingId, { source: "microphone", partMs: 6_000, bytes: whole });
  const gaps = [{ t0Ms: 3_000, t1Ms: 6_000, cause: "sleep" as const }];
  await finish(recordingId, 8_000, { ...NOTHING, gaps });
  const found = await gapsOf(recordingId);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ t1Ms: 6_000, cause: "sleep" });
  expect(found[0]?.t0Ms).toBeGreaterThan(1_000);
  expect(await stateOf(recordingId)).toMatchObject({ isPartial: true });
});

const stateOf = (recordingId: string) =>
  db.recording.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: rep.workspaceId, id: recordingId } },
    select: { state: true, isPartial: true, durationMs: true },
  });
const stageOf = (recordingId: string, name: "normalise" | "picture") =>
  db.stage.findFirstOrThrow({
    where: { recordingId, name },
    select: { state: true, cause: true, attempt: true },
  });
/** The tones of a file with their beginnings and ends, to 100 ms. */
async function tonesOf(recordingId: string, kind: "mix" | "track", source?: string) {
  const file = (await filesOf(recordingId)).find(
    (one) => one.kind === kind && (source === undefined || one.track?.source === source),
  );
  const onsets = onsetsOf(await pcmOf(file?.key ?? "", folder), 16_000, [440, 660, 880]);
  return onsets.map(({ hz, atMs, endMs }) => [hz, round(atMs), round(endMs)]);
}
const round = (ms: number): number => Math.round(ms / 100) * 100;

test("a microphone that holds a room is class C: one lane, everybody's", async () => {
  const { callId, recordingId } = await begin("none", "room");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await send(recordingId, { source: "microphone", partMs: 4_000, bytes: webm(440, 2) });
  await finish(recordingId, 6_000);
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(call).toMatchObject({ quality: "C", state: "available" });
  const tracks = await db.track.findMany({ where: { recordingId } });
  expect(tracks).toMatchObject([{ source: "mix", participantId: null, lane: 0 }]);
  const missing = await db.gap.findMany({ where: { recordingId } });
  expect(missing).toMatchObject([{ participantId: null, cause: "closed" }]);
  const before = await getPlayback(rep, callId);
  expect(before.lanes).toMatchObject([{ name: "", participantId: null, side: null }]);
  expect(before.lanes[0]?.audioUrl).toBe(before.recording?.mixUrl);
  expect(before.marks).toMatchObject([{ kind: "gap", name: null }]);

  const found = await findTranscribeSource(asSystem(rep.workspaceId, "test"), recordingId);
  expect(found?.tracks).toMatchObject([{ source: "mix", participantId: null }]);
  const ref = { workspaceId: rep.workspaceId, recordingId, callId };
  const attempt = await claimStage(ref, "transcribe");
  const word = { text: "hello", startMs: 100, endMs: 900, confidence: 90, isSpaced: false };
  const segment = { t0Ms: 100, t1Ms: 900, words: [word], timing: "engine" } as const;
  const { trackId = null } = found?.tracks[0] ?? {};
  if (attempt)
    await publishRecognition(attempt, {
      ...{ engine: "test", model: "test", language: "en", dictionary: "", vad: 1 },
      segments: [{ participantId: null, trackId, ...segment }],
      sounds: [],
    });
  await deriveStage(ref, new AbortController().signal);
  const { metrics } = await getPlayback(rep, callId);
  expect(metrics?.quality).toBe("C");
  const reasons = metrics?.metrics.map(({ reason }) => reason) ?? [];
  expect(reasons).toContain("class_c");
  expect(reasons).toContain("sides_unknown");
});

test.each([
  ["No space left on device", 1, { state: "waiting", cause: "storage_full" }],
  ["", 137, { state: "waiting", cause: "timeout" }],
  ["bwrap: Creating new namespace failed", 1, { state: "waiting", cause: "media_crashed" }],
])("what is wrong with this machine (%s, %i) leaves nothing out", async (words, code, stage) => {
  const { callId, recordingId } = await begin("none");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await endRecording(rep, { recordingId, lengthMs: 2_000, timeline: NOTHING });
  await assemble(recordingId, { ffmpeg: brokenFfmpeg(words, code) });
  expect(await stageOf(recordingId, "normalise")).toMatchObject(stage);
  expect(await filesOf(recordingId)).toEqual([]);

  await assemble(recordingId);
  expect(await stageOf(recordingId, "normalise")).toMatchObject({ state: "done" });
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(Math.abs((call.durationMs ?? 0) - 2_000)).toBeLessThan(100);
  expect(await gapsOf(recordingId)).toEqual([]);
  expect(await stateOf(recordingId)).toMatchObject({ isPartial: false });
});

const OF = {
  webm: { make: webm, mime: "audio/webm;codecs=opus" },
  ogg: { make: ogg, mime: "audio/ogg;codecs=opus" },
  mp4: { make: mp4, mime: "audio/mp4" },
} as const;
test.each(["webm", "ogg"] as const)(
  "behind a piece that is missing in the middle of a run (%s) the rest is at its place",
  async (kind) => {
    const { make, mime } = OF[kind];
    const { recordingId } = await begin("none");
    const bytes = make(440, 10);
    const run = { source: "microphone", partMs: 0, bytes, mime, pieces: 5, without: [2] } as const;
    await send(recordingId, run);
    await finish(recordingId, 10_000);
    const found = await gapsOf(recordingId);
    expect(found).toMatchObject([{ cause: "lost" }]);
    const [gap] = found;
    expect(gap?.t0Ms).toBeGreaterThan(2_900);
    expect(gap?.t0Ms).toBeLessThan(4_700);
    expect(gap?.t1Ms).toBeGreaterThan(5_300);
    expect(gap?.t1Ms).toBeLessThan(7_100);
    const tones = await tonesOf(recordingId, "track");
    expect(tones).toHaveLength(2);
    expect(tones[1]?.[2]).toBe(10_000);
    expect(await stateOf(recordingId)).toMatchObject({ isPartial: true });
  },
);

test("MP4 is used up to a piece that is missing, and not at all without its first", async () => {
  const { make, mime } = OF.mp4;
  const { recordingId } = await begin("none");
  const run = { source: "microphone", bytes: make(440, 4), mime, pieces: 4 } as const;
  await send(recordingId, { ...run, partMs: 0, without: [2] });
  await send(recordingId, { ...run, partMs: 6_000, without: [0] });
  await send(recordingId, { ...run, partMs: 12_000 });
  await finish(recordingId, 16_000);
  const found = await gapsOf(recordingId);
  expect(found).toMatchObject([{ t1Ms: 12_000, cause: "lost" }]);
  expect(found[0]?.t0Ms).toBeGreaterThan(500);
  expect(found[0]?.t0Ms).toBeLessThan(2_500);
  expect(await stateOf(recordingId)).toMatchObject({ isPartial: true });
});

test("a run whose first piece is missing is a gap, of whom it was if nothing else is there", async () => {
  const { recordingId } = await begin();
  const bytes = webm(440, 3);
  await send(recordingId, { source: "microphone", partMs: 0, bytes });
  await send(recordingId, { source: "tab", partMs: 0, bytes, without: [0] });
  await finish(recordingId, 3_060);
  expect(await gapsOf(recordingId)).toMatchObject([
    { t0Ms: 0, t1Ms: 3_060, cause: "lost", participant: { side: "C" } },
  ]);
  expect(await stateOf(recordingId)).toMatchObject({ isPartial: true });
});

/** A microphone that sounds first, a tab that does afterwards. */
async function sendVoices(recordingId: string): Promise<void> {
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await send(recordingId, { source: "tab", partMs: 3_000, bytes: webm(660, 2) });
}
const mixOf = async (recordingId: string) =>
  (await filesOf(recordingId))
    .find(({ kind }) => kind === "mix")
    ?.key.split("/")
    .at(-1);

test("the page's own mix is what is heard where it is whole, and costs nothing", async () => {
  const { recordingId } = await begin();
  await sendVoices(recordingId);
  await send(recordingId, { source: "mix", partMs: 0, bytes: webm(880, 5) });
  await finish(recordingId, 5_000);
  expect(await mixOf(recordingId)).toBe("mix.ogg");
  expect(await tonesOf(recordingId, "mix")).toEqual([[880, 0, 5_000]]);
});

const LACKING: [string, Partial<SentRun> | null][] = [
  ["is not there", null],
  ["cannot be read", { bytes: Buffer.alloc(900, 7) }],
  ["ends early", { bytes: webm(880, 4) }],
  ["lacks pieces in the middle", { bytes: webm(880, 5), pieces: 5, without: [3] }],
];
test.each(LACKING)("a mix that %s is made of the voices", async (_, mix) => {
  const { callId, recordingId } = await begin();
  await sendVoices(recordingId);
  const run = { source: "mix", partMs: 0, bytes: Buffer.alloc(0) } as const;
  if (mix) await send(recordingId, { ...run, ...mix });
  await finish(recordingId, 5_000);
  expect(await mixOf(recordingId)).toBe("mix-of-voices.ogg");
  expect(await tonesOf(recordingId, "mix")).toEqual([
    [440, 0, 2_000],
    [660, 3_000, 5_000],
  ]);
  const { recording } = await getPlayback(rep, callId);
  expect(recording?.mixUrl).not.toBeNull();
});

test("where one voice cannot be read the page's mix still has it; where none can, the mix is everybody's lane", async () => {
  const one = await begin();
  const mix = { source: "mix", partMs: 0, bytes: webm(880, 2) } as const;
  const nothing = { partMs: 0, bytes: Buffer.alloc(900, 7) };
  await send(one.recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await send(one.recordingId, { source: "tab", ...nothing });
  await send(one.recordingId, mix);
  await finish(one.recordingId, 2_000);
  expect(await tonesOf(one.recordingId, "mix")).toEqual([[880, 0, 2_000]]);
  const played = await getPlayback(rep, one.callId);
  expect(played.recording?.mixUrl).not.toBe(played.lanes[0]?.audioUrl);
  expect(played.marks).toMatchObject([{ kind: "gap", name: "Haruki Okabe", cause: "encoder" }]);

  const none = await begin();
  for (const source of ["microphone", "tab"] as const)
    await send(none.recordingId, { source, ...nothing });
  await send(none.recordingId, mix);
  await finish(none.recordingId, 2_000);
  expect(await tonesOf(none.recordingId, "track", "mix")).toEqual([[880, 0, 2_000]]);
  const call = await db.call.findFirstOrThrow({ where: { id: none.callId } });
  expect(call.quality).toBe("C");
  expect(await stateOf(none.recordingId)).toMatchObject({ isPartial: true });
});

test("a recording is as long as its browser says: the rest is on another device", async () => {
  const { callId, recordingId } = await begin("none");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await finish(recordingId, 60_000, NOTHING, "elsewhere");
  expect(await gapsOf(recordingId)).toMatchObject([{ t1Ms: 60_000, cause: "elsewhere" }]);
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(call.durationMs).toBe(60_000);
  const track = await db.track.findFirstOrThrow({ where: { recordingId } });
  expect(Math.abs((track.durationMs ?? 0) - 60_000)).toBeLessThan(20);
});

test("no clock of a browser makes a recording longer than the longest call", async () => {
  const { recordingId } = await begin("none");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await endRecording(rep, { recordingId, lengthMs: 80_000_000, timeline: NOTHING });
  const source = await findJoinSource(asSystem(rep.workspaceId, "test"), recordingId);
  expect(source?.lengthMs).toBe(env().LIMIT_UPLOAD_HOURS * 3_600_000);
});

const storedOf = async (recordingId: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of blobs().list(`${rep.workspaceId}/${recordingId}`)) keys.push(key);
  return keys.filter((key) => !key.includes("/local/"));
};

test("a recording that is discarded just before it is joined stays so, and no file is left", async () => {
  const { callId, recordingId } = await begin("none", "room");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  await endRecording(rep, { recordingId, lengthMs: 2_000, timeline: NOTHING });
  const source = await findJoinSource(asSystem(rep.workspaceId, "test"), recordingId);
  // Its pieces are read before they are deleted.
  const kept = vi.spyOn(blobs(), "delete").mockResolvedValue();
  await discardUpload(rep, recordingId);
  kept.mockRestore();
  if (source) await joinRecording(source, { signal: new AbortController().signal, context });
  expect(await stateOf(recordingId)).toMatchObject({ state: "discarded" });
  expect(await db.call.findFirst({ where: { id: callId } })).toMatchObject({ state: "empty" });
  expect(await filesOf(recordingId)).toEqual([]);
  expect(await storedOf(recordingId)).toEqual([]);
});

test.each(["own", "room"] as const)(
  "a recording (%s) that is removed while it is joined leaves no file",
  async (voice) => {
    const { recordingId } = await begin("none", voice);
    await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
    const put = blobs().putFile.bind(blobs());
    const storing = vi.spyOn(blobs(), "putFile").mockImplementationOnce(async (...file) => {
      await db.recording.updateMany({
        where: { id: recordingId },
        data: { state: "media_removed" },
      });
      return put(...file);
    });
    await finish(recordingId, 2_000);
    expect(storing).toHaveBeenCalled();
    storing.mockRestore();
    expect(await stateOf(recordingId)).toMatchObject({ state: "media_removed" });
    expect(await filesOf(recordingId)).toEqual([]);
    expect(await storedOf(recordingId)).toEqual([]);
  },
);

test("what an attempt stored goes at once where its publication fails", async () => {
  const { recordingId } = await begin("none");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
  const put = blobs().putFile.bind(blobs());
  const storing = vi.spyOn(blobs(), "putFile").mockImplementationOnce(async (...file) => {
    await db.participant.deleteMany({
      where: { call: { recordings: { some: { id: recordingId } } } },
    });
    return put(...file);
  });
  await finish(recordingId, 2_000);
  storing.mockRestore();
  expect(await stageOf(recordingId, "normalise")).toMatchObject({ state: "waiting" });
  expect(await storedOf(recordingId)).toEqual([]);
});

test("nothing that can be read fails with a reason", async () => {
  const { recordingId } = await begin("none");
  await send(recordingId, { source: "microphone", partMs: 0, bytes: Buffer.alloc(900, 7) });
  await finish(recordingId, 2_000);
  const stage = await db.stage.findFirstOrThrow({ where: { recordingId, name: "normalise" } });
  expect(stage).toMatchObject({ state: "failed", cause: "unreadable" });
});

const PICTURES = {
  webm: ["video/webm;codecs=vp8", "-c:v", "libvpx", "-f", "webm", "-live", "1"],
  mp4: [
    ...["video/mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0"],
    ...["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"],
  ],
} as const;
test.each(["webm", "mp4"] as const)(
  "a picture (%s) follows the sound, its runs at their places",
  async (kind) => {
    const { recordingId } = await begin("none");
    const file = join(folder, `screen.${kind}`);
    const input = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=8:d=2"];
    const [mime, ...codec] = PICTURES[kind];
    execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...input, ...codec, file]);
    const picture = readFileSync(file);
    await send(recordingId, { source: "microphone", partMs: 0, bytes: webm(440, 2) });
    await send(recordingId, { source: "microphone", partMs: 4_000, bytes: webm(440, 2) });
    await send(recordingId, { source: "screen", partMs: 0, bytes: picture, mime });
    await send(recordingId, { source: "screen", partMs: 4_000, bytes: picture, mime });
    await finish(recordingId, 6_000);
    await pictureRecording(
      { v: 1, workspaceId: rep.workspaceId, recordingId },
      { signal: new AbortController().signal, context },
    );
    const stage = await db.stage.findFirstOrThrow({ where: { recordingId, name: "picture" } });
    expect(stage).toMatchObject({ state: "done", cause: null });
    const made = (await filesOf(recordingId)).find(({ kind }) => kind === "video");
    const local = await localCopy(made?.key ?? "", folder);
    const show = ["-show_entries", "packet=pts_time", "-select_streams", "v:0", "-of", "csv=p=0"];
    const said = execFileSync("ffprobe", ["-v", "error", ...show, local]).toString();
    const times = said.trim().split("\n").map(Number);
    expect(times).toHaveLength(32);
    expect(times.filter((time) => time >= 2 && time < 3.9)).toEqual([]);
    expect(Math.abs((times[16] ?? 0) - 4)).toBeLessThan(0.1);
  },
);

test("a disk that fills up takes no half piece; what was acknowledged is there and is joined", async () => {
  const { callId, recordingId } = await begin("none");
  const whole = webm(440, 2);
  await send(recordingId, { source: "microphone", partMs: 0, bytes: whole });
  const acknowledged = await db.localChunk.count({ where: { callId } });
  const full = vi
    .spyOn(blobs(), "put")
    .mockRejectedValue(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  const second = { source: "microphone", partMs: 2_000, bytes: whole } as const;
  await expect(send(recordingId, second)).rejects.toMatchObject({ code: "storage_full" });
  await expect(send(recordingId, second)).rejects.toMatchObject({ code: "storage_full" });
  full.mockRestore();
  const kept = await db.localChunk.findMany({ where: { callId }, select: { key: true } });
  expect(kept).toHaveLength(acknowledged);
  for (const { key } of kept) expect(await blobs().head(key)).not.toBeNull();
  const notices = await db.notification.findMany({
    where: { workspaceId: rep.workspaceId, kind: "storage_full" },
    select: { memberId: true },
  });
  expect(notices).toEqual([{ memberId: admin.memberId }]);

  await finish(recordingId, 2_000);
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(call).toMatchObject({ state: "available" });
  expect(Math.abs((call.durationMs ?? 0) - 2_000)).toBeLessThan(100);
  expect(await gapsOf(recordingId)).toEqual([]);
});

test("when the disk has room again, what waited on the device follows and nothing is missing", async () => {
  const { callId, recordingId } = await begin("none");
  const whole = webm(440, 2);
  await send(recordingId, { source: "microphone", partMs: 0, bytes: whole });
  const full = vi
    .spyOn(blobs(), "put")
    .mockRejectedValueOnce(Object.assign(new Error("quota"), { code: "EDQUOT" }));
  const second = { source: "microphone", partMs: 2_000, bytes: whole } as const;
  await expect(send(recordingId, second)).rejects.toMatchObject({ code: "storage_full" });
  full.mockRestore();
  await send(recordingId, second);
  await finish(recordingId, 4_000);
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(Math.abs((call.durationMs ?? 0) - 4_000)).toBeLessThan(100);
  expect(await gapsOf(recordingId)).toEqual([]);
  expect(await db.recording.findFirst({ where: { id: recordingId } })).toMatchObject({
    isPartial: false,
  });
});
