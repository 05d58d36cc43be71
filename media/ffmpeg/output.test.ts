import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { decode } from "#tests/support/tones.ts";
import { type Font, findFont } from "./fonts.ts";
import { makeOutputs } from "./output.ts";
import { PICTURE, subtitles } from "./plan/subtitles.ts";

const RATE = 48_000;
const DURATION_MS = 4_000;
const CARD_MS = 2_500;
const at = (ms: number) => Math.round((ms * RATE) / 1000);
const { signal } = new AbortController();
let room: Room;
let font: Font | null;
beforeAll(async () => {
  room = await openRoom();
  font = await findFont();
});
afterAll(() => room.close());

type Shown = { card?: string[] | null; cues?: { t0Ms: number; t1Ms: number; lines: string[] }[] };

/** Four seconds of noise as a cut leaves it, and the files that are made of it. */
async function made({ card = null, cues = [] }: Shown) {
  const jobDir = await room.job();
  const noise = `anoisesrc=d=${DURATION_MS / 1_000}:c=brown:r=48000:a=0.5:seed=3`;
  await room.make(jobDir, ["-f", "lavfi", "-i", noise, "-c:a", "aac", "sound.m4a"]);
  if (!font) throw new Error("there is no font on this machine");
  const isWritten = card !== null || cues.length > 0;
  const picture = { card: card && { lines: card, lastsMs: CARD_MS }, cues, font };
  const outputs = await makeOutputs({
    ...{ jobDir, name: "sound.m4a", durationMs: DURATION_MS, tools: room.tools, signal },
    mp4: { picture: isWritten ? picture : null },
  });
  const path = (name: string) => join(jobDir, name);
  const mp4 = path(outputs.mp4?.name ?? "");
  const sounds = async (name: string) => decode(path(name), RATE);
  return {
    mime: outputs.mp4?.mime,
    streams: execFileSync("ffprobe", [
      ...["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", mp4],
    ])
      .toString()
      .trim()
      .split("\n"),
    source: await sounds("sound.m4a"),
    mp3: await sounds(outputs.mp3.name),
    sound: await sounds(outputs.mp4?.name ?? ""),
    /** Grey values of the picture at a time. */
    picture: (ms: number): Buffer =>
      execFileSync("ffmpeg", [
        ...["-nostdin", "-v", "error", "-i", mp4, "-ss", (ms / 1_000).toFixed(3)],
        ...["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
      ]),
  };
}

/** Pixels that are written on, of a part of the picture. */
function inkIn(picture: Buffer, [from, to]: [number, number]): string {
  const rows = picture.subarray(from * PICTURE.width, to * PICTURE.width);
  return Array.from(rows, (value) => (value > 120 ? "#" : " ")).join("");
}
const hasInk = (picture: Buffer, rows: [number, number]) => inkIn(picture, rows).includes("#");
const BELOW: [number, number] = [540, 690];
const MIDDLE: [number, number] = [270, 450];

function alike(a: Int16Array, b: Int16Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const [x, y] = [a[n] ?? 0, b[n] ?? 0];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

test("the sound of both files is that of the clip, to within 20 ms, behind its title in the video", async () => {
  const { source, mp3, sound } = await made({ card: ["Holding the price"] });
  expect(Math.abs(mp3.length - at(DURATION_MS))).toBeLessThanOrEqual(at(20));
  expect(Math.abs(sound.length - at(CARD_MS + DURATION_MS))).toBeLessThanOrEqual(at(25));
  for (const ms of [20, 1_000, 3_600]) {
    const part = (pcm: Int16Array, from: number) => pcm.subarray(at(from), at(from + 300));
    expect([ms, alike(part(source, ms), part(mp3, ms)) > 0.97]).toEqual([ms, true]);
    expect([ms, alike(part(source, ms), part(sound, CARD_MS + ms)) > 0.95]).toEqual([ms, true]);
  }
  const before = sound.subarray(0, at(CARD_MS - 30));
  expect(before.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(40);
}, 30_000);

test("where nothing is to be seen the MP4 is the sound alone, sample for sample as it was cut", async () => {
  const { source, mp3, sound, streams, mime } = await made({});
  expect({ streams, mime }).toEqual({ streams: ["audio"], mime: "audio/mp4" });
  expect(sound).toEqual(source);
  expect(Math.abs(mp3.length - at(DURATION_MS))).toBeLessThanOrEqual(at(20));
}, 30_000);

test("the title is shown before the sound, and each line begins within 50 ms of its first word", async () => {
  const cue = { t0Ms: 1_330, t1Ms: 2_210, lines: ["Elena: It costs less"] };
  const { picture } = await made({ card: ["Holding {the} price\\N"], cues: [cue] });
  expect(hasInk(picture(500), MIDDLE)).toBe(true);
  expect(hasInk(picture(CARD_MS + 200), MIDDLE)).toBe(false);
  const seen = [1_250, 1_380, 2_000, 2_300].map((ms) => hasInk(picture(CARD_MS + ms), BELOW));
  expect(seen).toEqual([false, true, true, false]);
}, 30_000);

test("Japanese is written in letters of its own: no two look alike, and none like a missing one", async () => {
  const letters = ["価", "格", "維", "持", "あ", "ア", "ー", "\u{f8f0}"];
  const { picture } = await made({
    cues: letters.map((letter, n) => ({ t0Ms: n * 500, t1Ms: n * 500 + 480, lines: [letter] })),
  });
  const inks = letters.map((_, n) => inkIn(picture(n * 500 + 240), BELOW));
  // The last is no letter of any font.
  expect(inks.slice(0, -1).every((ink) => ink.includes("#"))).toBe(true);
  expect(new Set(inks).size).toBe(letters.length);
}, 60_000);

test("what people wrote is text: no command, no line of its own", () => {
  const lines = ["{\\b1}bold", "a\nb"];
  const text = subtitles({ card: null, cues: [{ t0Ms: 0, t1Ms: 61_239, lines }], family: "A" });
  expect(text).toContain("Dialogue: 0,0:00:00.00,0:01:01.23,Words,\\{＼b1\\}bold\\Na b\n");
});

test("without a font on the machine there is none to be found", async () => {
  expect(await findFont([{ path: "/nowhere/font.ttf", family: "None" }])).toBeNull();
});
