import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { measureChannels } from "./channels.ts";
import { inspectMedia } from "./inspect.ts";
import { type NormaliseMedia, normaliseMedia } from "./normalise.ts";
import { makePicture, mustEncode } from "./picture.ts";
import { pcmPlan } from "./plan/pcm.ts";
import { probeFile } from "./probe.ts";
import { runFfmpeg } from "./run.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const signal = new AbortController().signal;
const TONE = ["-f", "lavfi", "-i", "sine=440:d=3:r=48000"];
const FILM = ["-f", "lavfi", "-i", "testsrc=s=320x240:d=3:r=10", ...TONE];

async function made(name: string, args: readonly string[]): Promise<string> {
  const jobDir = await room.job();
  await room.make(jobDir, [...args, name]);
  return jobDir;
}
async function convert(jobDir: string, name: string, options: Partial<NormaliseMedia> = {}) {
  const file = { jobDir, name, tools: room.tools, signal };
  const info = await inspectMedia(file);
  return { info, media: await normaliseMedia({ ...file, info, lanes: "auto", ...options }) };
}
/** The picture as the page gets it: packed anew beside the sound, or encoded behind it. */
async function pictureOf(jobDir: string, name: string) {
  const { info, media } = await convert(jobDir, name);
  const isEncoded = mustEncode(info);
  const made = isEncoded
    ? await makePicture({ jobDir, name, info, tools: room.tools, signal })
    : media.video;
  return { info, media, isEncoded, made };
}
/** 16 kHz samples of a made file, −1..1. */
async function samplesOf(jobDir: string, name: string): Promise<Float64Array> {
  const plan = pcmPlan({ name, demuxer: "mov", audioIndex: 0, output: "heard.pcm" });
  await runFfmpeg(plan, { tools: room.tools, cwd: jobDir, signal });
  const pcm = await readFile(join(jobDir, "heard.pcm"));
  return Float64Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2) / 32768);
}
/** Strength of one frequency (Goertzel). */
const strength = (samples: Float64Array, hz: number) => {
  const step = 2 * Math.cos((2 * Math.PI * hz) / 16_000);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + step * last - before];
  return (2 * Math.sqrt(before * before + last * last - step * before * last)) / samples.length;
};

test.each([
  ["a.wav", TONE, "wav", "audio/wav"],
  ["phone.wav", [...TONE, "-ar", "8000", "-c:a", "pcm_mulaw"], "wav", "audio/wav"],
  ["deep.wav", [...TONE, "-c:a", "pcm_s24le"], "wav", "audio/wav"],
  ["float.wav", [...TONE, "-c:a", "pcm_f32le"], "wav", "audio/wav"],
  ["a.mp3", TONE, "mp3", "audio/mpeg"],
  ["untagged.mp3", [...TONE, "-write_xing", "0", "-id3v2_version", "0"], "mp3", "audio/mpeg"],
  ["a.aac", TONE, "aac", "audio/aac"],
  ["a.flac", TONE, "flac", "audio/flac"],
  ["opus.ogg", [...TONE, "-c:a", "libopus"], "ogg", "audio/ogg"],
  ["vorbis.ogg", [...TONE, "-c:a", "libvorbis"], "ogg", "audio/ogg"],
  ["flac.ogg", [...TONE, "-c:a", "flac"], "ogg", "audio/ogg"],
  ["a.m4a", TONE, "mov", "audio/mp4"],
  ["alac.m4a", [...TONE, "-c:a", "alac"], "mov", "audio/mp4"],
  ["a.mov", [...TONE, "-c:a", "pcm_s16be"], "mov", "video/quicktime"],
  ["a.webm", TONE, "matroska", "audio/webm"],
  ["a.mka", [...TONE, "-c:a", "aac", "-f", "matroska"], "matroska", "audio/x-matroska"],
])("%s becomes a lane of the same length that browsers play", async (name, args, demuxer, mime) => {
  const jobDir = await made(name, args);
  const { info, media } = await convert(jobDir, name);
  expect(info).toMatchObject({ demuxer, mime, isTruncated: false, picture: null });
  expect(media).toMatchObject({ isPartial: false, video: null, channels: null });
  expect(media.lanes).toHaveLength(1);
  expect(media.mix.name).toBe("lane-0.m4a");
  expect(Math.abs(media.durationMs - 3000)).toBeLessThanOrEqual(
    name.endsWith("aac") || name === "untagged.mp3" || name === "a.mka" ? 60 : 8,
  );
  expect(Math.abs((media.lanes[0]?.peaks.length ?? 0) - 30)).toBeLessThanOrEqual(1);

  const lane = await probeFile({
    tools: room.tools,
    jobDir,
    name: "lane-0.m4a",
    demuxer: "mov",
    signal,
  });
  expect(lane).toMatchObject({
    audio: [{ codec: "aac", channels: 1, sampleRate: 48_000 }],
    video: [],
  });
  const boxes = (await readFile(join(jobDir, "lane-0.m4a"))).toString("latin1");
  expect(boxes.indexOf("moov")).toBeLessThan(boxes.indexOf("mdat"));
  const heard = await samplesOf(jobDir, "lane-0.m4a");
  expect(strength(heard, 440)).toBeGreaterThan(0.1);
  expect(strength(heard, 700)).toBeLessThan(0.01);
});

test("peaks follow loudness to the tenth of a second", async () => {
  const jobDir = await made("steps.wav", [
    "-f",
    "lavfi",
    "-i",
    "aevalsrc='(0.2+0.2*floor(t))*sin(2*PI*500*t)':d=3:s=48000",
  ]);
  const { media } = await convert(jobDir, "steps.wav");
  const peaks = [...(media.lanes[0]?.peaks ?? [])];
  expect(peaks).toHaveLength(30);
  for (const [at, peak] of peaks.entries()) {
    if (at % 10 === 0 || at % 10 === 9) continue; // a step rings in the filter
    expect(Math.abs(peak - 127 * (0.2 + 0.2 * Math.floor(at / 10)))).toBeLessThanOrEqual(2);
  }
});

test("silence is sound: it lasts, and its peaks are zero", async () => {
  const jobDir = await made("silence.flac", [
    "-f",
    "lavfi",
    "-i",
    "anullsrc=d=5:r=16000:cl=stereo",
  ]);
  const { media } = await convert(jobDir, "silence.flac");
  expect(media).toMatchObject({
    durationMs: 5000,
    isPartial: false,
    channels: { isPerSpeaker: false },
  });
  expect(new Set(media.lanes[0]?.peaks)).toEqual(new Set([0]));
});

/** Two voices that take turns, each in its own channel. */
const TURNS = [
  ...[
    "-f",
    "lavfi",
    "-i",
    "flite=text='Good morning and thank you for calling us today about the new plan':voice=rms",
  ],
  ...[
    "-f",
    "lavfi",
    "-i",
    "flite=text='Hello yes we would like to know what it costs for twenty people':voice=slt",
  ],
  "-filter_complex",
  "[0]apad=pad_dur=6,atrim=0:10[a];[1]adelay=5000:all=1,apad,atrim=0:10[b];[a][b]join=inputs=2:channel_layout=stereo",
];

test("a speaker per channel is heard by itself, and each lane holds one of them", async () => {
  const jobDir = await made("turns.wav", TURNS);
  const { media } = await convert(jobDir, "turns.wav");
  expect(media.channels).toMatchObject({ isPerSpeaker: true });
  expect(media.lanes.map(({ channel, name }) => [channel, name])).toEqual([
    ["left", "lane-0.m4a"],
    ["right", "lane-1.m4a"],
  ]);
  expect(media.mix.name).toBe("mix.m4a");
  const loudest = (lane: number, from: number, to: number) =>
    Math.max(...(media.lanes[lane]?.peaks.slice(from, to) ?? []));
  expect(loudest(0, 5, 30)).toBeGreaterThan(20);
  expect(loudest(1, 5, 30)).toBe(0);
  expect(loudest(1, 55, 80)).toBeGreaterThan(20);
  const mix = await samplesOf(jobDir, "mix.m4a");
  const most = (from: number, to: number) =>
    mix
      .subarray(from * 16_000, to * 16_000)
      .reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  expect(most(0, 3)).toBeGreaterThan(0.1);
  expect(most(5, 8)).toBeGreaterThan(0.1);
});

test("the same conversation in both channels is one lane, and so is one the owner calls mixed", async () => {
  const both = await made("both.wav", [
    ...TURNS.slice(0, -1),
    `${TURNS.at(-1)},pan=stereo|c0=c0+c1|c1=c0+c1`,
  ]);
  expect((await convert(both, "both.wav")).media).toMatchObject({
    lanes: [{ channel: "all" }],
    channels: { isPerSpeaker: false },
  });
  const turns = await made("turns.wav", TURNS);
  expect((await convert(turns, "turns.wav", { lanes: "mixed" })).media).toMatchObject({
    lanes: [{ channel: "all" }],
    channels: null,
  });
});

test("a long stereo file is heard in slices with the same answer", async () => {
  const jobDir = await made("turns.wav", TURNS);
  await room.make(jobDir, ["-stream_loop", "18", "-i", "turns.wav", "-c", "copy", "long.wav"]);
  const track = { tools: room.tools, jobDir, signal, demuxer: "wav", audioIndex: 0 } as const;
  const whole = await measureChannels({ ...track, name: "turns.wav", durationMs: 10_000 });
  const long = await measureChannels({ ...track, name: "long.wav", durationMs: 190_000 });
  expect([whole.isPerSpeaker, long.isPerSpeaker]).toEqual([true, true]);
  expect(long.speechMs[0] / whole.speechMs[0]).toBeLessThan(18.5); // 180 s of slices, not all 190 s
  expect(long.speechMs[0] / whole.speechMs[0]).toBeGreaterThan(17);
});

test.each([
  [
    "screen.mp4",
    [...FILM, "-c:v", "libx264", "-pix_fmt", "yuv420p"],
    { name: "video.mp4", isEncoded: false },
  ],
  [
    "screen.mkv",
    [...FILM, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "libopus"],
    { name: "video.mp4", isEncoded: false },
  ],
  [
    "tab.webm",
    [...FILM, "-c:v", "libvpx", "-deadline", "realtime"],
    { name: "video.webm", isEncoded: false },
  ],
  [
    "apple.mov",
    [...FILM, "-c:v", "libx265", "-x265-params", "log-level=none", "-preset", "ultrafast"],
    { name: "video.mp4", isEncoded: true },
  ],
])("the picture of %s stays playable", async (name, args, expected) => {
  const jobDir = await made(name, args);
  const { info, media, isEncoded, made: picture } = await pictureOf(jobDir, name);
  expect(info.mime).toMatch(/^video\//);
  expect({ name: picture?.name, isEncoded }).toEqual(expected);
  expect(media.isPartial).toBe(false);
  const video = await probeFile({
    tools: room.tools,
    jobDir,
    name: expected.name,
    demuxer: name === "tab.webm" ? "matroska" : "mov",
    signal,
  });
  expect(video.video).toMatchObject([
    {
      codec: name === "tab.webm" ? "vp8" : "h264",
      width: 320,
      height: 240,
      pixelFormat: "yuv420p",
    },
  ]);
  expect(video.audio).toMatchObject([{ codec: name === "tab.webm" ? "opus" : "aac" }]);
  expect(Math.abs((video.durationMs ?? 0) - 3000)).toBeLessThan(60);
});

test("a picture that breaks off leaves nothing behind, and the sound is not in question", async () => {
  const jobDir = await made("apple.mov", [
    ...FILM,
    ...["-c:v", "libx265", "-x265-params", "log-level=none", "-preset", "ultrafast"],
  ]);
  const { info } = await convert(jobDir, "apple.mov");
  const job = { jobDir, name: "apple.mov", info, tools: room.tools, signal };
  const missing = { ...info, picture: info.picture && { ...info.picture, index: 7 } };
  expect(await makePicture({ ...job, info: missing })).toBeNull();
  expect(await makePicture({ ...job, info: { ...info, picture: null } })).toBeNull();
  await expect(stat(join(jobDir, "video.mp4"))).rejects.toThrow("ENOENT");
  await expect(stat(join(jobDir, "lane-0.m4a"))).resolves.toBeTruthy();
  const stopped = AbortSignal.abort(new Error("the worker stops"));
  await expect(makePicture({ ...job, signal: stopped })).rejects.toThrow("The work was called off");
});

test("a browser's recording without a length in its header is measured", async () => {
  const jobDir = await room.job();
  const pipe = [
    "-c:v",
    "libvpx",
    "-deadline",
    "realtime",
    "-c:a",
    "libopus",
    "-f",
    "webm",
    "-live",
    "1",
  ];
  await room.make(jobDir, [...FILM, ...pipe, "live.webm"]);
  const bare = await probeFile({
    tools: room.tools,
    jobDir,
    name: "live.webm",
    demuxer: "matroska",
    signal,
  });
  expect(bare.durationMs).toBeNull();
  const { info, media } = await convert(jobDir, "live.webm");
  expect(Math.abs((info.durationMs ?? 0) - 3000)).toBeLessThan(40);
  expect(info.promisedMs).toBeNull();
  expect(media.isPartial).toBe(false);
  const copy = await probeFile({
    tools: room.tools,
    jobDir,
    name: "video.webm",
    demuxer: "matroska",
    signal,
  });
  expect(Math.abs((copy.durationMs ?? 0) - 3000)).toBeLessThan(60);
});

test("sound that starts late stays beside its picture", async () => {
  const jobDir = await made("late.mkv", [
    ...[
      "-f",
      "lavfi",
      "-i",
      "testsrc=s=64x64:d=4:r=10",
      "-itsoffset",
      "1.5",
      ...TONE.slice(0, 3),
      "sine=440:d=2:r=48000",
    ],
    ...["-map", "0", "-map", "1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "flac"],
  ]);
  const { media } = await convert(jobDir, "late.mkv");
  const peaks = [...(media.lanes[0]?.peaks ?? [])];
  expect(Math.max(...peaks.slice(0, 14))).toBe(0);
  expect(Math.min(...peaks.slice(16, 34))).toBeGreaterThan(10);
});

test("cover art is no picture, and subtitles and tags do no harm", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [
    "-f",
    "lavfi",
    "-i",
    "color=red:s=64x64",
    "-frames:v",
    "1",
    "cover.jpg",
  ]);
  await room.make(jobDir, [
    ...TONE,
    "-i",
    "cover.jpg",
    "-map",
    "0",
    "-map",
    "1",
    "-c:v",
    "copy",
    "-disposition:v",
    "attached_pic",
    "-metadata",
    "title=-f lavfi; id\nx",
    "song.mp3",
  ]);
  await writeFile(join(jobDir, "lines.srt"), "1\n00:00:00,000 --> 00:00:02,000\nHello\n");
  await room.make(jobDir, [
    ...TONE,
    "-i",
    "lines.srt",
    "-map",
    "0",
    "-map",
    "1",
    "-c:a",
    "aac",
    "-c:s",
    "mov_text",
    "lines.mp4",
  ]);
  await room.make(jobDir, [...FILM, "-c:v", "mpeg4", "-c:a", "aac", "old.mkv"]);

  const song = await convert(jobDir, "song.mp3");
  expect(song.info).toMatchObject({
    mime: "audio/mpeg",
    picture: null,
    video: [{ isAttachedPicture: true }],
  });
  expect(song.media).toMatchObject({ durationMs: 3000, video: null, isPartial: false });
  expect((await readFile(join(jobDir, "lane-0.m4a"))).includes("lavfi; id")).toBe(false);
  expect((await convert(jobDir, "lines.mp4")).media).toMatchObject({
    video: null,
    isPartial: false,
  });
  expect((await convert(jobDir, "old.mkv")).media).toMatchObject({ video: null, isPartial: false }); // sound is kept where the picture cannot be
});

test("progress reaches the end, and an abort stops all of it", async () => {
  const jobDir = await made("a.wav", ["-f", "lavfi", "-i", "sine=d=120"]);
  const seen: number[] = [];
  await convert(jobDir, "a.wav", { onProgressMs: (ms) => seen.push(ms) });
  expect(Math.abs((seen.at(-1) ?? 0) - 120_000)).toBeLessThan(50);

  const stop = new AbortController();
  const run = convert(jobDir, "a.wav", { signal: stop.signal, onProgressMs: () => stop.abort() });
  await expect(run).rejects.toMatchObject({ code: "aborted", isPermanent: false });
});

test("a name that is a path, an option or a folder is refused before anything runs", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, ["-f", "lavfi", "-i", "sine=d=0.2", "file:-i.wav"]);
  expect((await convert(jobDir, "-i.wav")).media.durationMs).toBe(200);
  for (const name of ["../a.wav", "a/b.wav", "http://x", "..", ""]) {
    await expect(inspectMedia({ jobDir, name, tools: room.tools, signal })).rejects.toBeInstanceOf(
      TypeError,
    );
  }
});

test("what a dead attempt left behind is overwritten", async () => {
  const jobDir = await made("a.wav", ["-f", "lavfi", "-i", "sine=d=1"]);
  await writeFile(join(jobDir, "lane-0.p8"), Buffer.alloc(100_000));
  await writeFile(join(jobDir, "lane-0.m4a"), "half a file");
  expect((await convert(jobDir, "a.wav")).media).toMatchObject({
    durationMs: 1000,
    isPartial: false,
  });
});
