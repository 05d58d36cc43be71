import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { inspectMedia } from "./inspect.ts";
import { type NormaliseMedia, normaliseMedia } from "./normalise.ts";
import { pcmPlan } from "./plan/pcm.ts";
import { runFfmpeg } from "./run.ts";

const signal = new AbortController().signal;
const SAID = [
  ["rms", "Good morning and thank you for calling us today about the new plan"],
  ["slt", "Hello yes we would like to know what it costs for twenty people"],
  ["kal", "And how long would it take until all of us can work with it"],
] as const;

let room: Room;
/** Three people who speak one after the other, from 0, 5 and 10 s on, as WAV files of 15 s; `sum` is all of them. */
let voices: Record<"a" | "b" | "c" | "sum" | "still", string>;
beforeAll(async () => {
  room = await openRoom();
  const folder = await room.job();
  const path = (name: string) => join(folder, `${name}.wav`);
  voices = { a: path("a"), b: path("b"), c: path("c"), sum: path("sum"), still: path("still") };
  for (const [at, [voice, text]] of SAID.entries())
    await room.make(folder, [
      ...["-f", "lavfi", "-i", `flite=text='${text}':voice=${voice}`],
      ...["-af", `adelay=${at * 5000}:all=1,aresample=48000,apad,atrim=0:15`],
      ["a", "b", "c"].map(path)[at] ?? "",
    ]);
  const inputs = [voices.a, voices.b, voices.c].flatMap((file) => ["-i", file]);
  await room.make(folder, [
    ...inputs,
    ...["-filter_complex", "amix=inputs=3:normalize=0", voices.sum],
  ]);
  const silence = ["-f", "lavfi", "-t", "15", "-i", "anullsrc=r=48000:cl=mono"];
  await room.make(folder, [...silence, voices.still]);
});
afterAll(() => room.close());

type Voice = keyof typeof voices;
const CODECS = { mkv: "libopus", mov: "aac", mp4: "aac", mka: "flac" } as const;
type Ending = keyof typeof CODECS;

/** A file of these tracks. @param each options in front of a track's input, by its place */
async function file(
  ending: Ending,
  tracks: readonly Voice[],
  { each = {}, more = [] }: { each?: Record<number, string[]>; more?: readonly string[] } = {},
) {
  const jobDir = await room.job();
  const name = `tracks.${ending}`;
  await room.make(jobDir, [
    ...tracks.flatMap((voice, at) => [...(each[at] ?? []), "-i", voices[voice]]),
    ...tracks.flatMap((_, at) => ["-map", `${at}`]),
    ...["-c:a", CODECS[ending], "-strict", "-2", ...more, name],
  ]);
  return { jobDir, name };
}

async function convert(
  { jobDir, name }: { jobDir: string; name: string },
  lanes: NormaliseMedia["lanes"],
) {
  const request = { jobDir, name, tools: room.tools, signal };
  const media = await normaliseMedia({ ...request, info: await inspectMedia(request), lanes });
  return { media, spoken: media.lanes.map(({ peaks }) => secondsOf(peaks)) };
}

/** Which of the three turns are in a lane. @param shift seconds by which they are later */
const secondsOf = (peaks: Int8Array, shift = 0) =>
  [0, 5, 10].filter((from) =>
    peaks.subarray((from + shift) * 10, (from + shift + 4) * 10).some((peak) => peak > 20),
  );

/** The turns in the mix that is played. */
async function mixOf(jobDir: string, name: string): Promise<{ turns: number[]; seconds: number }> {
  const plan = pcmPlan({ name, demuxer: "mov", audioIndex: 0, output: "mix.pcm" });
  await runFfmpeg(plan, { tools: room.tools, cwd: jobDir, signal });
  const pcm = await readFile(join(jobDir, "mix.pcm"));
  const peaks = Int8Array.from({ length: Math.floor(pcm.length / 3200) }, (_, at) => {
    const part = new Int16Array(
      pcm.buffer.slice(pcm.byteOffset + at * 3200, pcm.byteOffset + at * 3200 + 3200),
    );
    return Math.round(part.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 260);
  });
  return { turns: secondsOf(peaks), seconds: pcm.length / 32_000 };
}

test.each<[Ending, NormaliseMedia["lanes"]]>([
  ["mkv", "auto"],
  ["mov", "auto"],
  ["mp4", "per-speaker"],
  ["mka", "per-speaker"],
])("two people on two tracks are a lane each, and a mix: %s, %s", async (ending, lanes) => {
  const made = await file(ending, ["a", "b"]);
  const { media, spoken } = await convert(made, lanes);
  expect(spoken).toEqual([[0], [5]]);
  expect(media).toMatchObject({
    ...{ perSpeaker: "track", mixedTracks: 1, isPartial: false, mix: { name: "mix.m4a" } },
    lanes: [{ channel: "all" }, { channel: "all" }],
  });
  expect((await mixOf(made.jobDir, media.mix.name)).turns).toEqual([0, 5]);
});

test("tracks of people are mixed where the sender says that they are not one person each", async () => {
  const { media, spoken } = await convert(await file("mkv", ["a", "b"]), "mixed");
  expect(spoken).toEqual([[0, 5]]);
  expect(media).toMatchObject({ perSpeaker: null, mixedTracks: 2 });
});

test.each<[string, Voice[]]>([
  ["one sound twice", ["a", "a"]],
  ["one track is the sum of the others", ["sum", "a", "b"]],
  ["more than four, which are not compared", ["a", "b", "c", "a", "b"]],
])(
  "tracks that are not apart are mixed unless the sender says otherwise: %s",
  async (_, tracks) => {
    const made = await file("mkv", tracks);
    expect((await convert(made, "auto")).media).toMatchObject({
      ...{ perSpeaker: null, mixedTracks: tracks.length, lanes: [{ channel: "all" }] },
    });
    const { media } = await convert(made, "per-speaker");
    expect(media.lanes).toHaveLength(tracks.length);
    expect(media.mixedTracks).toBe(1);
  },
);

test.each<Ending>(["mkv", "mp4"])("three tracks are three lanes: %s", async (ending) => {
  const made = await file(ending, ["c", "a", "b"]);
  const { media, spoken } = await convert(made, "auto");
  expect(spoken).toEqual([[10], [0], [5]]);
  expect((await mixOf(made.jobDir, media.mix.name)).turns).toEqual([0, 5, 10]);
});

test("a silent track is no lane, and one that is left is judged by its channels", async () => {
  const three = await convert(await file("mkv", ["a", "still", "b"]), "auto");
  expect(three.spoken).toEqual([[0], [5]]);
  const mono = await convert(await file("mp4", ["still", "a"]), "per-speaker");
  expect(mono.media).toMatchObject({ perSpeaker: null, mixedTracks: 1, lanes: [{}] });
  const split = ["-filter_complex", "[1:a][2:a]join=inputs=2:channel_layout=stereo[both]"];
  const jobDir = await room.job();
  await room.make(jobDir, [
    ...[voices.still, voices.a, voices.b].flatMap((path) => ["-i", path]),
    ...[...split, "-map", "0", "-map", "[both]", "split.mov"],
  ]);
  const channels = await convert({ jobDir, name: "split.mov" }, "per-speaker");
  expect(channels.media).toMatchObject({
    ...{ perSpeaker: "channel", lanes: [{ channel: "left" }, { channel: "right" }] },
  });
  expect(channels.spoken).toEqual([[0], [5]]);
});

test("a stereo track is one lane whole, with channels that would silence each other too", async () => {
  for (const pan of ["c0=c0|c1=c0", "c0=c0|c1=-1*c0"]) {
    const made = await file("mkv", ["a", "b"], {
      more: ["-filter:a:0", `pan=stereo|${pan}`, "-c:a", "pcm_s16le"],
    });
    const { media, spoken } = await convert(made, "auto");
    expect(spoken).toEqual([[0], [5]]);
    expect((await mixOf(made.jobDir, media.mix.name)).turns).toEqual([0, 5]);
  }
});

test.each<Ending>(["mkv", "mov"])(
  "a track that ends early is short, and all of the other is in the mix: %s",
  async (ending) => {
    for (const lanes of ["auto", "mixed"] as const) {
      const made = await file(ending, ["a", "c"], { each: { 0: ["-t", "5"] } });
      const { media } = await convert(made, lanes);
      expect(media.isPartial).toBe(false);
      expect(Math.abs(media.durationMs - 15_000)).toBeLessThan(120);
      if (lanes === "auto")
        expect(Math.abs((media.lanes[0]?.durationMs ?? 0) - 5000)).toBeLessThan(120);
      expect((await mixOf(made.jobDir, media.mix.name)).turns).toEqual([0, 10]);
    }
  },
);

test.each<Ending>(["mkv", "mov", "mp4"])(
  "a track that begins late is as late in its lane and in the mix: %s",
  async (ending) => {
    for (const lanes of ["auto", "mixed"] as const) {
      const made = await file(ending, ["a", "a"], {
        each: { 0: ["-t", "4"], 1: ["-itsoffset", "10", "-t", "4"] },
      });
      const { media, spoken } = await convert(made, lanes);
      expect(spoken).toEqual(lanes === "auto" ? [[0], [10]] : [[0, 10]]);
      expect(media.isPartial).toBe(false);
      expect(Math.abs(media.durationMs - 14_000)).toBeLessThan(150);
      const mix = await mixOf(made.jobDir, media.mix.name);
      expect(mix.turns).toEqual([0, 10]);
      expect(Math.abs(mix.seconds - 14)).toBeLessThan(0.15);
    }
  },
);

test("a lane says what the file calls its track, as one line", async () => {
  const titles = ["Mari\u0007 Kato\n", "Jonas\u202e Weber"];
  const tags = (key: string) =>
    titles.flatMap((title, at) => [`-metadata:s:a:${at}`, `${key}=${title}`]);
  for (const [ending, key] of [
    ["mkv", "title"],
    ["mov", "handler_name"],
    ["mp4", "handler_name"],
  ] as const) {
    const { media } = await convert(await file(ending, ["a", "b"], { more: tags(key) }), "auto");
    expect(media.lanes.map(({ title }) => title)).toEqual(["Mari Kato", "Jonas Weber"]);
  }
  const long = await file("mkv", ["a", "b"], {
    more: ["-metadata:s:a:1", `title=${"x".repeat(100_000)}`],
  });
  const { media } = await convert(long, "per-speaker");
  expect(media.lanes.map(({ title }) => title?.length ?? null)).toEqual([null, 200]);
});
