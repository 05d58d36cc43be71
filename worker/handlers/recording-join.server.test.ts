import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { RecorderTimeline } from "#app/core/domain/live/browser-recorder.schema.ts";
import { finishRecorder, startRecorder } from "#app/core/domain/live/browser-recorder.server.ts";
import { type PieceSource, takePiece } from "#app/core/domain/live/recorder-chunk.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { onsetsOf } from "#tests/support/tones.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { assembleRecording } from "./recording-assemble.ts";
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

/** What Chromium's recorder writes: Opus packets of 60 ms in WebM without a length, a tone of that pitch. */
function webm(hz: number, lengthS: number): Buffer {
  const file = join(folder, `${hz}-${lengthS}.webm`);
  const input = ["-f", "lavfi", "-i", `sine=${hz}:d=${lengthS}`, "-ac", "1", "-ar", "48000"];
  const opus = ["-c:a", "libopus", "-frame_duration", "60", "-f", "webm", "-live", "1"];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...input, ...opus, file]);
  return readFileSync(file);
}

const NOTHING: RecorderTimeline = { pauses: [], gaps: [], marks: [] };
const begin = (tab: "none" | "one" | "several" = "one") =>
  startRecorder(rep, {
    ...{ consent: "everyone", tab, who: "Haruki Okabe", title: "A call", company: undefined },
    ...{ language: "en", visibility: "team", deviceId: randomUUID(), deviceName: "Chrome" },
    tabId: "a-tab-of-ours",
  });

/** Sends a run as a browser would: in pieces of a few thousand bytes, wherever they fall. */
async function send(
  recordingId: string,
  {
    source,
    partMs,
    bytes,
    mime = source === "screen" ? "video/webm;codecs=vp8" : "audio/webm;codecs=opus",
  }: { source: PieceSource; partMs: number; bytes: Buffer; mime?: string },
): Promise<void> {
  const part = randomUUID();
  const size = Math.ceil(bytes.length / 3);
  for (const seq of [0, 1, 2]) {
    const body = new Uint8Array(bytes.subarray(seq * size, (seq + 1) * size));
    await takePiece(rep, {
      ...{ recordingId, part, seq, source, partMs, toMs: partMs + (seq + 1) * 700, body },
      mime,
      sha256: new Uint8Array(createHash("sha256").update(body).digest()),
    });
  }
}

async function finish(recordingId: string, lengthMs: number, timeline = NOTHING): Promise<void> {
  await finishRecorder(rep, { recordingId, lengthMs, timeline, isPartial: "false" });
  await assembleRecording(
    { v: 1, workspaceId: rep.workspaceId, recordingId },
    { signal: new AbortController().signal, context },
  );
}

async function pcmOf(key: string): Promise<Int16Array> {
  const file = join(folder, `${randomUUID()}.ogg`);
  await blobs().getFile(key, file);
  const out = execFileSync(
    "ffmpeg",
    ["-nostdin", "-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", "16000", "-"],
    { maxBuffer: 1 << 26 },
  );
  return new Int16Array(out.buffer, out.byteOffset, out.length >> 1);
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
    const heard = onsetsOf(await pcmOf(key ?? ""), 16_000, [440, 660]);
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
    const local = join(folder, `made.${kind}`);
    await blobs().getFile(made?.key ?? "", local);
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
