import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getMediaFile } from "#app/core/domain/recording/media-file.server.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { localCopy, sendRun, webm } from "#tests/support/recorder-pieces.ts";
import { beginRecording, endRecording } from "#tests/support/recorder-start.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { assembleRecording } from "../handlers/recording-assemble.ts";
import { pictureRecording } from "../handlers/recording-picture.ts";
import { transcodeRecording } from "../handlers/recording-transcode.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-picture-"));
let context: WorkerContext;
await queueForFile();
let rep: SignedIn;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  rep = await aMember(await aWorkspace(), { name: "Mari Kato" });
});

const TEST_CARD = "testsrc=size=320x180:rate=8:d=2";
const CODECS = {
  webm: [
    "video/webm;codecs=vp8",
    "-c:v",
    "libvpx",
    "-deadline",
    "realtime",
    "-cpu-used",
    "8",
    "-g",
    "8",
    "-f",
    "webm",
    "-live",
    "1",
  ],
  mp4: [
    ...["video/mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "8"],
    ...["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"],
  ],
} as const;
type Kind = keyof typeof CODECS;

/** What a browser records of a screen. */
function screen(kind: Kind, source = TEST_CARD): { bytes: Buffer; mime: string } {
  const file = join(folder, `${randomUUID()}.${kind}`);
  const [mime, ...codec] = CODECS[kind];
  const input = ["-f", "lavfi", "-i", source];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...input, ...codec, file]);
  return { bytes: readFileSync(file), mime };
}

/** A recording of a microphone and these runs of a screen, joined up to its sound. */
async function recorded(
  runs: readonly { partMs: number; bytes: Buffer; mime: string }[],
  lengthS: number,
) {
  const { callId, recordingId } = await beginRecording(rep, { tab: "none", company: undefined });
  await sendRun(rep, recordingId, { source: "microphone", partMs: 0, bytes: webm(440, lengthS) });
  for (const run of runs) await sendRun(rep, recordingId, { source: "screen", ...run });
  await endRecording(rep, { recordingId, lengthMs: lengthS * 1_000 });
  await assembleRecording(payload(recordingId), work());
  return { callId, recordingId };
}
const payload = (recordingId: string) => ({
  ...{ v: 1 as const, workspaceId: rep.workspaceId, recordingId },
});
const work = (tools: Partial<MediaTools> = {}) => ({
  signal: new AbortController().signal,
  context: { ...context, tools: () => ({ ...context.tools(), ...tools }) },
});
const joinPicture = (recordingId: string, tools: Partial<MediaTools> = {}) =>
  pictureRecording(payload(recordingId), work(tools));

const stageOf = (recordingId: string) =>
  db.stage.findFirstOrThrow({
    where: { recordingId, name: "picture" },
    select: { state: true, cause: true },
  });
const isPartial = async (recordingId: string) =>
  (await db.recording.findFirstOrThrow({ where: { id: recordingId } })).isPartial;
const fileOf = (recordingId: string, kind: "video" | "thumbnail") =>
  db.file.findFirst({ where: { recordingId, kind } });

/** Times of the frames, s. */
async function framesOf(recordingId: string): Promise<number[]> {
  const video = await fileOf(recordingId, "video");
  const show = ["-show_entries", "packet=pts_time", "-select_streams", "v:0", "-of", "csv=p=0"];
  const file = await localCopy(video?.key ?? "", folder);
  const out = execFileSync("ffprobe", ["-v", "error", ...show, file]).toString();
  return out.trim().split("\n").map(Number);
}

/** Width, height and mean brightness (0 to 255) of a poster. */
async function posterOf(recordingId: string): Promise<{ size: string; brightness: number }> {
  const poster = await fileOf(recordingId, "thumbnail");
  const file = await localCopy(poster?.key ?? "", folder);
  const show = ["-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0"];
  const size = execFileSync("ffprobe", ["-v", "error", ...show, file])
    .toString()
    .trim();
  const grey = ["-vf", "scale=16:16,format=gray", "-f", "rawvideo", "-"];
  const pixels = execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-i", file, ...grey]);
  return { size, brightness: pixels.reduce((sum, value) => sum + value, 0) / pixels.length };
}

test.each(["webm", "mp4"] as const)(
  "a run of a screen (%s) that cannot be read is left out, and what follows is at its place",
  async (kind) => {
    const { bytes, mime } = screen(kind);
    const torn = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    const { recordingId } = await recorded(
      [
        { partMs: 0, bytes, mime },
        { partMs: 3_000, bytes: Buffer.alloc(900, 7), mime },
        { partMs: 6_000, bytes: torn, mime },
        { partMs: 9_000, bytes, mime },
      ],
      11,
    );
    expect(await isPartial(recordingId)).toBe(false);
    await joinPicture(recordingId);
    expect(await stageOf(recordingId)).toEqual({ state: "done", cause: null });
    const frames = await framesOf(recordingId);
    expect(frames.filter((at) => at < 2.1)).toHaveLength(16);
    expect(frames.filter((at) => at >= 2.1 && at < 5.9)).toEqual([]);
    expect(frames.filter((at) => at >= 5.9 && at < 8.9).length).toBeGreaterThan(3);
    expect(frames.filter((at) => at >= 8.9)).toHaveLength(16);
    expect(await isPartial(recordingId)).toBe(true);
  },
);

test("a screen of which nothing can be read leaves the sound as it is", async () => {
  const mime = CODECS.webm[0];
  const run = { partMs: 0, bytes: Buffer.alloc(900, 7), mime };
  const { recordingId } = await recorded([run], 2);
  await joinPicture(recordingId);
  expect(await stageOf(recordingId)).toEqual({ state: "skipped", cause: "picture_unreadable" });
  expect(await fileOf(recordingId, "video")).toBeNull();
});

test("what is wrong with this machine puts the picture off", async () => {
  const { recordingId } = await recorded([{ partMs: 0, ...screen("webm") }], 2);
  const full = join(folder, "ffmpeg-full");
  const fails = 'case " $* " in *" -i "*) echo "No space left on device" >&2; exit 1;; esac';
  writeFileSync(full, `#!/bin/sh\n${fails}\nexec ${context.tools().ffmpeg} "$@"\n`, {
    mode: 0o755,
  });
  await joinPicture(recordingId, { ffmpeg: full });
  expect(await stageOf(recordingId)).toEqual({ state: "waiting", cause: "storage_full" });
  await joinPicture(recordingId);
  expect(await stageOf(recordingId)).toEqual({ state: "done", cause: null });
  expect(await framesOf(recordingId)).toHaveLength(16);
  expect(await isPartial(recordingId)).toBe(false);
});

const BLACK_AT_FIRST =
  "testsrc=size=1920x1080:rate=8:d=4,drawbox=enable='lt(t,1)':color=black:t=fill";
test.each(["webm", "mp4"] as const)(
  "a picture (%s) has a poster: one frame that is not the black one it begins with",
  async (kind) => {
    const { callId, recordingId } = await recorded(
      [{ partMs: 1_000, ...screen(kind, BLACK_AT_FIRST) }],
      6,
    );
    await joinPicture(recordingId);
    const { size, brightness } = await posterOf(recordingId);
    expect(size).toBe("mjpeg,1280,720");
    expect(brightness).toBeGreaterThan(60);

    const poster = await fileOf(recordingId, "thumbnail");
    expect(poster).toMatchObject({ mime: "image/jpeg", trackId: null });
    const video = await fileOf(recordingId, "video");
    expect(poster?.key.split("/").slice(0, -1)).toEqual(video?.key.split("/").slice(0, -1));
    const { recording } = await getPlayback(rep, callId);
    expect(recording?.posterUrl).toBe(paths.media(poster?.id ?? ""));
    expect(await getMediaFile(rep, poster?.id ?? "")).toMatchObject({ kind: "thumbnail" });
    const stranger = await aMember(await aWorkspace());
    await expect(getMediaFile(stranger, poster?.id ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
  },
);

test("a single frame is a poster as well", async () => {
  const once = screen("webm", "testsrc=size=320x180:rate=8:d=0.1");
  const { recordingId } = await recorded([{ partMs: 0, ...once }], 2);
  await joinPicture(recordingId);
  expect(await stageOf(recordingId)).toEqual({ state: "done", cause: null });
  expect((await posterOf(recordingId)).size).toBe("mjpeg,320,180");
});

test("made again, the picture has one poster, and a recording that is removed has none", async () => {
  const { callId, recordingId } = await recorded([{ partMs: 0, ...screen("webm") }], 2);
  await joinPicture(recordingId);
  await db.stage.updateMany({
    where: { recordingId, name: "picture" },
    data: { state: "waiting" },
  });
  await joinPicture(recordingId);
  expect(await db.file.count({ where: { recordingId, kind: "thumbnail" } })).toBe(1);
  await db.recording.updateMany({
    where: { id: recordingId },
    data: { mediaRemovedAt: new Date() },
  });
  const { recording } = await getPlayback(rep, callId);
  expect(recording).toMatchObject({ posterUrl: null, videoUrl: null });
});

test("an upload whose picture is encoded has a poster", async () => {
  const file = join(folder, "film.mov");
  const input = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=8:d=2"];
  const sound = ["-f", "lavfi", "-i", "sine=440:d=2", "-c:a", "aac"];
  const codec = ["-c:v", "libx264", "-pix_fmt", "yuv422p"];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...input, ...sound, ...codec, file]);
  const { recordingId } = await uploaded(rep, [{ bytes: readFileSync(file) }]);
  await transcodeRecording(payload(recordingId), work());
  await joinPicture(recordingId);
  expect(await stageOf(recordingId)).toEqual({ state: "done", cause: null });
  expect((await posterOf(recordingId)).size).toBe("mjpeg,320,180");
});
