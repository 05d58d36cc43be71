import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { matroska } from "#media/fixtures/matroska.ts";
import { encrypted, film } from "#media/fixtures/mov.ts";
import { outcomeOf } from "#media/fixtures/outcome.ts";
import { floats, riff, tone } from "#media/fixtures/riff.ts";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { inspectMedia } from "./inspect.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const SOUND = tone(16_000);
const FLOAT = { format: 3, bits: 32 };
/** A tone in floats, each thousandth sample replaced. */
const toneWith = (odd: number) => floats((at) => (at % 1000 === 5 ? odd : Math.sin(at / 5) / 4));
test.each<[string, number, boolean, Buffer]>([
  ["a film that says its data is in it", 2000, false, film([{}], SOUND)],
  [
    "a film whose reference names no other place",
    2000,
    false,
    film([{ reference: { type: "url ", isInThisFile: false, place: "" } }], SOUND),
  ],
  [
    "a film of 16 tracks",
    2000,
    false,
    film(
      Array.from({ length: 16 }, () => ({})),
      SOUND,
    ),
  ],
  ["a WAV of 9 channels", 500, false, riff(tone(4000, 9), { channels: 9 })],
  ["a WAV of 16 channels", 500, false, riff(tone(4000, 16), { channels: 16 })],
  ["sound with a few samples that are no numbers", 2000, false, riff(toneWith(Number.NaN), FLOAT)],
  [
    "sound with a few infinite samples",
    2000,
    false,
    riff(toneWith(Number.NEGATIVE_INFINITY), FLOAT),
  ],
  ["sound with a few samples of 600 dB", 2000, false, riff(toneWith(1e30), FLOAT)],
  [
    "stereo with a few samples that are no numbers",
    1000,
    false,
    riff(toneWith(Number.NaN), { ...FLOAT, channels: 2 }),
  ],
  [
    "nine channels with a few such samples",
    222,
    false,
    riff(toneWith(Number.NaN), { ...FLOAT, channels: 9 }),
  ],
  [
    "float sound of the extensible form, with both kinds of such samples",
    2000,
    false,
    riff(
      floats((at) =>
        at % 900 === 7 ? Number.NaN : at % 700 === 3 ? Infinity : Math.sin(at / 5) / 4,
      ),
      { ...FLOAT, isExtensible: true },
    ),
  ],
  ["a WAV of the extensible form", 2000, false, riff(SOUND, { isExtensible: true })],
  ["a WAV whose frames are said to have 3 bytes", 2000, false, riff(SOUND, { frame: 3 })],
  ["a WAV whose frames are said to have 0 bytes", 2000, false, riff(SOUND, { frame: 0 })],
  ["a WAV that says it has a byte a second", 2000, false, riff(SOUND, { bytesPerSecond: 1 })],
  [
    "a WAV that says it has 4 GB a second",
    2000,
    false,
    riff(SOUND, { bytesPerSecond: 0xffffffff }),
  ],
  ["a WAV that says it holds 0 bytes", 2000, false, riff(SOUND, { dataBytes: 0 })],
  ["a WAV that says it holds 4 GB", 2000, false, riff(SOUND, { dataBytes: 0xfffffff0 })],
  ["a WAV that says it holds 1 GB", 2000, true, riff(SOUND, { dataBytes: 2 ** 30 })],
  [
    "a Matroska file that says it lasts 1000 hours",
    100,
    true,
    matroska({ tracks: 1, durationMs: 3_600_000_000 }),
  ],
])("%s plays", async (_, durationMs, isPartial, bytes) => {
  const { code, made } = await outcomeOf(room, bytes);
  expect({ code, isPartial: made?.isPartial }).toEqual({ code: "ok", isPartial });
  expect(Math.abs((made?.durationMs ?? 0) - durationMs)).toBeLessThan(30);
});

test("an encrypted picture is left out, and its clear sound plays", async () => {
  const bytes = film([{}, { handler: "vide", ...encrypted("avc1", "encv") }], SOUND);
  const jobDir = await room.job();
  await writeFile(join(jobDir, "upload"), bytes);
  const signal = new AbortController().signal;
  const info = await inspectMedia({ jobDir, name: "upload", tools: room.tools, signal });
  expect(info).toMatchObject({ picture: null, video: [{ codec: "h264" }] });
  const { code, made } = await outcomeOf(room, bytes);
  expect(code).toBe("ok");
  expect(made).toMatchObject({ durationMs: 2000, video: null });
});

test("where samples were no numbers there is silence, and elsewhere the sound as it was", async () => {
  const half = floats((at) => (at < 8000 ? Number.NaN : Math.sin(at / 5) / 4));
  const { made } = await outcomeOf(room, riff(half, FLOAT));
  const peaks = [...(made?.lanes[0]?.peaks ?? [])];
  expect(peaks).toHaveLength(20);
  expect(peaks.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 0));
  for (const peak of peaks.slice(11)) expect(Math.abs(peak - 127 / 4)).toBeLessThan(3);
});

test("each speaker of a recorder with twelve channels is heard in the mix", async () => {
  const lastOnly = Buffer.alloc(2 * 12 * 8000);
  for (let at = 0; at < 8000; at++)
    lastOnly.writeInt16LE(Math.round(24_000 * Math.sin(at / 5)), 24 * at + 22);
  const { made } = await outcomeOf(room, riff(lastOnly, { channels: 12 }));
  expect(made?.lanes).toHaveLength(1);
  expect(Math.max(...(made?.lanes[0]?.peaks ?? []))).toBeGreaterThan(4); // 127 × 24,000 / 32,768 / 12 is 7
});
