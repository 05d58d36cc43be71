import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { decode } from "#tests/support/tones.ts";
import {
  assembleMix,
  assemblePeaks,
  assembleTrack,
  type MadeTrack,
  readRecording,
} from "./assemble.ts";
import { PIECE_TAIL_MS } from "./concat.ts";
import { countPackets, silentOgg } from "./ogg.ts";
import { encode, expectOnTime, folder, heard, jobIn, LADDER, sound } from "./test-assembly.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const ffprobe = (file: string) =>
  Number(
    execFileSync(
      "ffprobe",
      [
        ...["-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets"],
        ...["-of", "csv=p=0", file],
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    ),
  );

test("packets are counted as ffprobe counts them, also of a file cut anywhere", async () => {
  const { dir, put } = await folder(room);
  const file = await put(1, "g", "microphone", 0, sound(0, 4000, LADDER));
  expect(await countPackets(file)).toBe(ffprobe(file));
  const whole = readFileSync(file);
  for (const cut of [0, 20, 47, 300, 2000, whole.length - 700, whole.length - 1]) {
    const torn = join(dir, `torn-${cut}.ogg`);
    writeFileSync(torn, whole.subarray(0, cut));
    const counted = await countPackets(torn);
    expect(counted).toBe(counted === 0 ? 0 : ffprobe(torn));
    if (cut > 2000) expect(counted).toBeGreaterThan(150);
  }
});

test("silence of ours is silence for every reader", async () => {
  const { dir } = await folder(room);
  const file = join(dir, "silence.ogg");
  writeFileSync(file, silentOgg(3000));
  expect([ffprobe(file), await countPackets(file)]).toEqual([3000, 3000]);
  const pcm = await decode(file, 16_000);
  expect(Math.abs(pcm.length / 16 - 60_000)).toBeLessThan(20);
  expect(pcm.every((sample) => sample === 0)).toBe(true);
});

test("parts of several attempts lie on the call's clock, with silence between, in one file", async () => {
  const { dir, put } = await folder(room);
  await put(1, "g", "microphone", 1503, sound(1503, 4000, LADDER)); // 2 3 4 5
  await put(2, "g", "microphone", 8231, sound(8231, 3000, LADDER)); // 9 10 11
  await put(3, "g", "microphone", 10_740, sound(10_740, 3200, LADDER)); // takes over before 11
  const recording = await readRecording(dir);
  const one = await jobIn(room);
  const made = await assembleTrack({ name: "g.ogg", parts: recording.parts, endMs: 16_000 }, one);
  expect(made.durationMs).toBe(16_000);
  const pcm = await decode(join(one.jobDir, "g.ogg"), 16_000);
  expect(Math.abs(pcm.length / 16 - 16_000)).toBeLessThan(20);
  expectOnTime(await heard(join(one.jobDir, "g.ogg")), [2, 3, 4, 5, 9, 10, 11, 12, 13]);
  expect(pcm.slice(6 * 16_000, 8 * 16_000).every((sample) => Math.abs(sample) < 3)).toBe(true);
});

test("a piece replaces a span within a part, and the part goes on after it to the millisecond", async () => {
  const { dir, put } = await folder(room);
  const muffled = LADDER.filter(([at]) => at < 4000 || at >= 7000);
  await put(1, "g", "microphone", 700, sound(700, 9800, muffled));
  const one = await jobIn(room);
  await encode(join(one.jobDir, "copy.ogg"), sound(3700, 3000 + PIECE_TAIL_MS, LADDER));
  const { parts } = await readRecording(dir);
  const piece = { dir: one.jobDir, file: "copy.ogg", startMs: 3700, isPiece: true };
  const made = await assembleTrack({ name: "g.ogg", parts: [...parts, piece], endMs: 11_000 }, one);
  expect(made.durationMs).toBe(11_000);
  expectOnTime(await heard(join(one.jobDir, "g.ogg")), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a torn part, a missing file and no part at all give what there is", async () => {
  const { dir, put, say } = await folder(room);
  const torn = await put(1, "g", "microphone", 0, sound(0, 4000, LADDER));
  truncateSync(torn, Math.floor(readFileSync(torn).length / 2));
  const lost = { file: "gone.ogg", n: 9, startMs: 5000, samples: 48_000 };
  say(5000, 1, { type: "segStart", id: "g", source: "microphone", ...lost });
  await put(1, "g", "microphone", 7000, sound(7000, 2000, LADDER));
  const { parts, endMs } = await readRecording(dir);
  expect(parts.map(({ packets }) => packets > 0)).toEqual([true, false, true]);
  const one = await jobIn(room);
  await assembleTrack({ name: "g.ogg", parts, endMs }, one);
  expectOnTime(await heard(join(one.jobDir, "g.ogg")), [0, 1, 7, 8]);

  const none = await assembleTrack({ name: "none.ogg", parts: [], endMs: 2500 }, one);
  expect(none.durationMs).toBe(2500);
  expect((await readRecording(join(dir, "nowhere"))).parts).toEqual([]);
});

test("a live mix is copied; what it lacks, has late or is told to redo comes from the tracks", async () => {
  const { dir, put, say } = await folder(room);
  const odd = LADDER.filter((_, s) => s % 2 === 1);
  const even = LADDER.filter((_, s) => s % 2 === 0);
  await put(1, "a", "microphone", 0, sound(0, 16_000, odd));
  await put(1, "b", "microphone", 0, sound(0, 16_000, even));
  await put(1, "mgr", "coach", 0, sound(0, 16_000, [[2500, 3250]])); // 19: never in a mix
  const lacks = (...seconds: number[]) => LADDER.filter((_, s) => !seconds.includes(s));
  await put(1, "mix", "mix", 500, sound(500, 5000, lacks(3))); // 1 … 5, late: 3
  await put(2, "mix", "mix", 8500, sound(8500, 7500, lacks(12))); // 9 … 15, redone: 12
  say(16_000, 2, { type: "mixLate", fromMs: 2950, toMs: 3300 });
  const recording = await readRecording(dir);
  const one = await jobIn(room);
  const tracks: MadeTrack[] = [];
  for (const id of ["a", "b"]) {
    const parts = recording.parts.filter((part) => part.id === id);
    tracks.push(await assembleTrack({ name: `${id}.ogg`, parts, endMs: 16_000 }, one));
  }
  const redo = [{ fromMs: 11_900, toMs: 12_400 }];
  const mix = await assembleMix(
    recording,
    { name: "mix.ogg", tracks: () => Promise.resolve(tracks), endMs: 16_000, redo },
    one,
  );
  expect(Math.abs(mix.durationMs - 16_000)).toBeLessThanOrEqual(20);
  const whole = Array.from({ length: 16 }, (_, second) => second);
  expectOnTime(await heard(join(one.jobDir, "mix.ogg")), whole);
  const spans = readdirSync(one.jobDir).filter((name) => name.startsWith("mix.ogg.span-"));
  const packets = await Promise.all(spans.map((name) => countPackets(join(one.jobDir, name))));
  const seconds = packets.reduce((sum, count) => sum + count, 0) / 50;
  expect(seconds).toBeLessThan(12); // spans, not the whole
});

test("a waveform is merged from every attempt and source of a lane, and only from these", async () => {
  const { dir, put } = await folder(room);
  await put(1, "g", "microphone", 0, new Int16Array(4800));
  await put(2, "g", "microphone", 300, new Int16Array(4800));
  await put(2, "x", "microphone", 300, new Int16Array(4800));
  writeFileSync(join(dir, "g.microphone.a1.peaks"), Uint8Array.of(5, 60));
  writeFileSync(join(dir, "g.microphone.a2.peaks"), Uint8Array.of(0, 0, 0, 70, 8));
  writeFileSync(join(dir, "x.microphone.a2.peaks"), Uint8Array.of(99, 99, 99, 99));
  const recording = await readRecording(dir);
  const peaks = await assemblePeaks(recording, dir, ({ id }) => id === "g", 420);
  expect([...peaks]).toEqual([5, 60, 0, 70, 8]);
});
