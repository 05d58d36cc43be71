import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { matroska } from "#media/fixtures/matroska.ts";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { inspectMedia } from "./inspect.ts";
import { normaliseMedia } from "./normalise.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const signal = new AbortController().signal;
const TONE = ["-f", "lavfi", "-i", "sine=440:d=20:r=48000"];

async function outcome(jobDir: string, name: string, maxDurationMs?: number) {
  const file = {
    jobDir,
    name,
    tools: room.tools,
    signal,
    ...(maxDurationMs !== undefined && { maxDurationMs }),
  };
  try {
    const info = await inspectMedia(file);
    return { ...(await normaliseMedia({ ...file, info, lanes: "auto" })), code: "ok" };
  } catch (error) {
    if (error instanceof Error && "code" in error)
      return { code: error.code, durationMs: 0, isPartial: false, video: null };
    throw error;
  }
}

test.each([
  ["a.wav", TONE],
  ["a.mp3", TONE],
  ["a.flac", TONE],
  ["a.ogg", [...TONE, "-c:a", "libopus"]],
  ["a.webm", TONE],
  ["fast.m4a", [...TONE, "-movflags", "+faststart"]],
  [
    "film.mp4",
    [
      ...TONE,
      "-f",
      "lavfi",
      "-i",
      "testsrc=s=64x64:d=20:r=5",
      "-c:v",
      "libx264",
      "-pix_fmt",
      "yuv420p",
      "-movflags",
      "+faststart",
    ],
  ],
])("of %s cut anywhere, what decodes is kept and called partial", async (name, args) => {
  const jobDir = await room.job();
  await room.make(jobDir, [...args, `whole-${name}`]);
  const whole = await readFile(join(jobDir, `whole-${name}`));
  for (const part of [0.9, 0.5, 0.2]) {
    await writeFile(join(jobDir, name), whole.subarray(0, Math.floor(whole.length * part)));
    const result = await outcome(jobDir, name);
    expect(result).toMatchObject({ code: "ok", isPartial: true });
    expect(result.durationMs).toBeGreaterThan(20_000 * part * 0.6);
    expect(result.durationMs).toBeLessThan(20_000 * Math.min(1, part * 1.25 + 0.05));
  }
  await writeFile(join(jobDir, name), whole);
  expect(await outcome(jobDir, name)).toMatchObject({ code: "ok", isPartial: false });
});

test("an MP4 that lost the index at its end holds nothing", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [...TONE, "a.m4a"]);
  const whole = await readFile(join(jobDir, "a.m4a"));
  for (const part of [0.9, 0.5, 0.1]) {
    await truncate(join(jobDir, "a.m4a"), Math.floor(whole.length * part));
    expect(await outcome(jobDir, "a.m4a")).toMatchObject({ code: "cut_off" });
  }
});

test("a file that ends right behind its header holds nothing", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [...TONE, "a.flac"]);
  await truncate(join(jobDir, "a.flac"), 8192);
  expect(await outcome(jobDir, "a.flac")).toMatchObject({ code: "ends_early" });
});

test("damage in the middle costs the damaged part only", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [...TONE, "-c:a", "libopus", "a.webm"]);
  const bytes = await readFile(join(jobDir, "a.webm"));
  for (let at = Math.floor(bytes.length * 0.4); at < bytes.length * 0.45; at++)
    bytes[at] = (at * 31) & 0xff;
  await writeFile(join(jobDir, "a.webm"), bytes);
  const result = await outcome(jobDir, "a.webm");
  expect(result.code).toBe("ok");
  expect(Math.abs(result.durationMs - 20_000)).toBeLessThan(500);
});

test.each<[string, string, Buffer]>([
  ["an empty file", "ends_early", Buffer.alloc(0)],
  ["one byte", "unsupported_media", Buffer.from([0xff])],
  ["zeros", "unsupported_media", Buffer.alloc(100_000)],
  ["an HTML page", "unsupported_media", Buffer.from("<!doctype html><script>alert(1)</script>")],
  [
    "an archive",
    "unsupported_media",
    Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(5000)]),
  ],
  ["a bare ftyp box", "unreadable", Buffer.from("\0\0\0\x10ftypisom\0\0\x02\0", "latin1")],
  ["a bare EBML header", "unreadable", Buffer.from("1a45dfa3", "hex")],
  ["a file of 10,000 streams", "too_many_tracks", matroska({ tracks: 10_000, durationMs: 100 })],
  ["a tenth of a second", "ok", matroska({ tracks: 1, durationMs: 100 })],
])("%s ends in bound: %s", async (_, code, bytes) => {
  const jobDir = await room.job();
  await writeFile(join(jobDir, "upload"), bytes);
  expect(await outcome(jobDir, "upload")).toMatchObject({ code });
});

test("a film without sound, and sound in a codec that is not accepted, are told apart", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [
    "-f",
    "lavfi",
    "-i",
    "testsrc=s=64x64:d=1",
    "-c:v",
    "libx264",
    "mute.mp4",
  ]);
  await room.make(jobDir, [...TONE, "-c:a", "ac3", "odd.mkv"]);
  expect(await outcome(jobDir, "mute.mp4")).toMatchObject({ code: "no_audio" });
  expect(await outcome(jobDir, "odd.mkv")).toMatchObject({ code: "unsupported_codec" });
});

test("sound over the limit is refused by its header, by its packets, and by what decodes", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [...TONE, "a.flac"]);
  await room.make(jobDir, [...TONE, "a.aac"]);
  await room.make(jobDir, [...TONE, "-c:a", "libopus", "-f", "webm", "-live", "1", "live.webm"]);
  for (const name of ["a.flac", "a.aac", "live.webm"]) {
    expect(await outcome(jobDir, name, 15_000)).toMatchObject({ code: "too_long" });
    expect(await outcome(jobDir, name, 25_000)).toMatchObject({ code: "ok" });
  }
  const lie = await readFile(join(jobDir, "a.flac"));
  lie.writeUInt32BE(48_000 * 2, 22); // the low 32 bits of STREAMINFO's sample count: two seconds
  await writeFile(join(jobDir, "lie.flac"), lie);
  expect(await outcome(jobDir, "lie.flac", 15_000)).toMatchObject({ code: "too_long" });
});

test("a frame of 16383 × 16383 is not decoded; the sound is kept", async () => {
  const jobDir = await room.job();
  const film = ["-f", "lavfi", "-i", "testsrc=s=64x64:d=1:r=5", "-f", "lavfi", "-i", "sine=d=1"];
  await room.make(jobDir, [...film, "-c:v", "libvpx", "-c:a", "libopus", "-g", "1", "big.webm"]);
  const bytes = await readFile(join(jobDir, "big.webm"));
  let frames = 0;
  for (
    let at = bytes.indexOf("9d012a", 0, "hex");
    at >= 0;
    at = bytes.indexOf("9d012a", at + 3, "hex")
  ) {
    bytes.writeUInt32LE(0x3fff3fff, at + 3);
    frames++;
  }
  expect(frames).toBeGreaterThan(3);
  await writeFile(join(jobDir, "big.webm"), bytes);
  const result = await outcome(jobDir, "big.webm");
  expect(result.code).toBe("ok");
  expect(Math.abs(result.durationMs - 1000)).toBeLessThan(30);
});
