import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { inspectMedia } from "./inspect.ts";
import { type NormaliseMedia, normaliseMedia } from "./normalise.ts";
import { pcmPlan } from "./plan/pcm.ts";
import { runFfmpeg } from "./run.ts";
import { findSounding } from "./sound-tracks.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const signal = new AbortController().signal;
const tone = (hz: number, seconds = 3) => ["-f", "lavfi", "-i", `sine=${hz}:d=${seconds}:r=48000`];
const silence = (seconds = 3) => [
  "-f",
  "lavfi",
  "-t",
  `${seconds}`,
  "-i",
  "anullsrc=r=48000:cl=mono",
];
const hiss = ["-f", "lavfi", "-i", "anoisesrc=d=3:a=0.0005:r=48000"];
const film = ["-f", "lavfi", "-i", "testsrc=s=320x240:d=6:r=10"];
const all = (count: number) => Array.from({ length: count }, (_, at) => ["-map", `${at}`]).flat();

/** What becomes of a file: how loud each frequency is in its lane. */
async function convert(
  name: string,
  args: readonly string[],
  options: Partial<NormaliseMedia> = {},
) {
  const jobDir = await room.job();
  await room.make(jobDir, [...args, name]);
  const file = { jobDir, name, tools: room.tools, signal };
  const info = await inspectMedia(file);
  const media = await normaliseMedia({ ...file, info, lanes: "auto", ...options });
  const heard = async (made: string) => {
    const plan = pcmPlan({ name: made, demuxer: "mov", audioIndex: 0, output: "heard.pcm" });
    await runFfmpeg(plan, { tools: room.tools, cwd: jobDir, signal });
    const pcm = await readFile(join(jobDir, "heard.pcm"));
    const samples = Float64Array.from(
      { length: pcm.length / 2 },
      (_, at) => pcm.readInt16LE(at * 2) / 32768,
    );
    return [440, 700].map((hz) => strength(samples, hz) > 0.02);
  };
  return { media, heard, lane: await heard(media.lanes[0]?.name ?? "") };
}
/** Strength of one frequency (Goertzel). */
function strength(samples: Float64Array, hz: number): number {
  const step = 2 * Math.cos((2 * Math.PI * hz) / 16_000);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + step * last - before];
  return (2 * Math.sqrt(before * before + last * last - step * before * last)) / samples.length;
}

test.each([
  ["silent first", "a.mp4", [...silence(), ...tone(440), ...all(2), "-c:a", "aac"]],
  ["silent last, and longer", "a.mkv", [...tone(440), ...silence(9), ...all(2), "-c:a", "libopus"]],
  ["hiss before it", "a.mka", [...hiss, ...tone(440), ...all(2), "-c:a", "flac"]],
  ["with a longer picture", "a.mov", [...film, ...silence(), ...tone(440), ...all(3)]],
  ["two silent ones", "b.mp4", [...silence(2), ...silence(8), ...tone(440), ...all(3)]],
])(
  "of several tracks the one with sound is taken, %s, and nothing is missing",
  async (_, name, args) => {
    const { media, lane } = await convert(name, args);
    expect(lane).toEqual([true, false]);
    expect(media).toMatchObject({ isPartial: false, mixedTracks: 1 });
    expect(media.lanes).toHaveLength(1);
    expect(Math.abs(media.durationMs - 3000)).toBeLessThan(120);
    expect(Math.max(...(media.lanes[0]?.peaks ?? []))).toBeGreaterThan(10);
  },
);

test.each([
  ["an MP4", "a.mp4", [...tone(440), ...tone(700, 5), ...all(2), "-c:a", "aac"]],
  [
    "a Matroska with a silent one between",
    "a.mkv",
    [...tone(700, 5), ...silence(9), ...tone(440), ...all(3)],
  ],
  ["a screen recording", "a.mov", [...film, ...tone(440), ...tone(700, 5), ...all(3)]],
])("several tracks with sound are one lane, as long as the longest: %s", async (_, name, args) => {
  const { media, lane } = await convert(name, args);
  expect(lane).toEqual([true, true]);
  expect(media).toMatchObject({ isPartial: false, mixedTracks: 2, lanes: [{ channel: "all" }] });
  expect(Math.abs(media.durationMs - 5000)).toBeLessThan(120);
});

test("of a file in which all is silent the first track stays, as it is", async () => {
  const { media, lane } = await convert("a.mp4", [...silence(), ...silence(), ...all(2)]);
  expect(lane).toEqual([false, false]);
  expect(media).toMatchObject({ isPartial: false, mixedTracks: 1 });
});

test.each(["auto", "mixed", "per-speaker"] as const)(
  "channels that silence each other are heard: %s",
  async (lanes) => {
    for (const pan of ["c0=c0|c1=-1*c0", "c0=-0.7*c0|c1=c0"]) {
      const args = [...tone(440), "-af", `pan=stereo|${pan}`];
      const { media, heard, lane } = await convert("a.wav", args, { lanes });
      expect(lane).toEqual([true, false]);
      expect(await heard(media.mix.name)).toEqual([true, false]);
      expect(media.lanes).toHaveLength(lanes === "per-speaker" ? 2 : 1);
    }
  },
);

test("a track of which the channels silence each other counts as sound beside another", async () => {
  const jobDir = await room.job();
  await room.make(jobDir, [...tone(440), "-af", "pan=stereo|c0=c0|c1=-1*c0", "upside-down.wav"]);
  await room.make(jobDir, [
    "-i",
    "upside-down.wav",
    ...tone(700),
    ...all(2),
    "-c:a",
    "flac",
    "a.mka",
  ]);
  const file = { jobDir, name: "a.mka", tools: room.tools, signal };
  const media = await normaliseMedia({ ...file, info: await inspectMedia(file), lanes: "auto" });
  expect(media.mixedTracks).toBe(2);
});

test("a track is listened to up to the longest call, and no more of it is written", async () => {
  const jobDir = await room.job();
  const late = ["-filter_complex", "[1]adelay=6000:all=1[late]", "-map", "0", "-map", "[late]"];
  await room.make(jobDir, [...tone(440), ...tone(700), ...late, "-c:a", "flac", "a.mka"]);
  const file = { jobDir, name: "a.mka", tools: room.tools, signal };
  const job = { ...file, info: await inspectMedia(file) };
  expect(await findSounding(job)).toHaveLength(2);
  expect(await findSounding({ ...job, maxDurationMs: 3000 })).toHaveLength(1);
});
