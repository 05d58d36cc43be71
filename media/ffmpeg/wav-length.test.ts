import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outcomeOf } from "#media/fixtures/outcome.ts";
import { chunk, floats, longRiff, riff, tone } from "#media/fixtures/riff.ts";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { inspectMedia } from "./inspect.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

/** Two seconds at 8 kHz. */
const SOUND = tone(16_000);
const BYTES = tone(8000); // two seconds of eight bits
const EIGHT = { bits: 8 };
const NAME = chunk(
  "LIST",
  Buffer.concat([Buffer.from("INFO"), chunk("ISFT", Buffer.alloc(801, "A recorder. "))]),
);
const PICTURE = chunk("id3 ", Buffer.alloc(40_000, "A picture of the cover. "));
const UNKNOWN = chunk("xyz1", Buffer.alloc(3001, 0x55));
const behind = (wav: Buffer, ...chunks: Buffer[]) => Buffer.concat([wav, ...chunks]);
const TEXT = Buffer.from("Made by a recorder\r\nTitle: Größe\tof a call\n".repeat(90));
const ODD = chunk("\x01\x02ab", Buffer.alloc(3000, 0x55));
const BIG = chunk("abcd", Buffer.alloc(3000, 0x55));
BIG.writeUInt32BE(3000, 4);
/** The samples in a second `data`, what is given in front of it. */
function pieces(...between: Buffer[]): Buffer {
  const empty = riff(Buffer.alloc(0));
  return Buffer.concat([empty, ...between, chunk("data", SOUND)]);
}
const tagged = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125, 0x20)]);

test.each<[string, number, boolean, Buffer]>([
  ["half the length", 2000, false, riff(SOUND, { dataBytes: 16_000 })],
  ["an odd length that is too small", 2000, false, riff(SOUND, { dataBytes: 9_001 })],
  ["one frame of it", 2000, false, riff(SOUND, { dataBytes: 2 })],
  [
    "half the length, of floats",
    2000,
    false,
    riff(
      floats((at) => Math.sin(at / 5) / 4),
      { format: 3, bits: 32, dataBytes: 32_000 },
    ),
  ],
  [
    "half the length, a name behind it",
    2000,
    false,
    behind(riff(SOUND, { dataBytes: 16_000 }), NAME),
  ],
  [
    "0, a name and a picture behind it",
    2000,
    false,
    behind(riff(SOUND, { dataBytes: 0 }), NAME, PICTURE),
  ],
  [
    "no length, a picture behind it",
    2000,
    false,
    behind(riff(SOUND, { dataBytes: 0xffffffff }), PICTURE),
  ],
  ["SoX's length for a pipe", 2000, false, riff(SOUND, { dataBytes: 0x7ffff024 })],
  [
    "SoX's length, a name behind it",
    2000,
    false,
    behind(riff(SOUND, { dataBytes: 0x7ffff000 }), NAME),
  ],
  ["the truth, a name behind it", 2000, false, behind(riff(SOUND), NAME)],
  ["the truth, a picture behind it", 2000, false, behind(riff(SOUND), PICTURE)],
  [
    "the truth, a chunk that is not known, then a name",
    2000,
    false,
    behind(riff(SOUND), UNKNOWN, NAME),
  ],
  [
    "the truth, the beginning of a picture behind it",
    2000,
    false,
    behind(riff(SOUND), PICTURE).subarray(0, -20_000),
  ],
  ["the truth, an old tag behind it", 2000, false, behind(riff(SOUND), tagged)],
  [
    "the truth, a reserve of zeros behind it",
    2000,
    false,
    behind(riff(SOUND), Buffer.alloc(200_000)),
  ],
  ["the truth, lines of text behind it", 2000, false, behind(riff(SOUND), TEXT)],
  ["the truth, zeros and then a name", 2000, false, behind(riff(SOUND), Buffer.alloc(999), NAME)],
  ["the truth, a chunk of an odd name at its end", 2000, false, behind(riff(SOUND), ODD)],
  ["the truth, a length of another order at its end", 2000, false, behind(riff(SOUND), BIG)],
  [
    "half the length, zeros and then sound",
    2125,
    false,
    behind(riff(SOUND.subarray(0, 16_000)), Buffer.alloc(2000), SOUND.subarray(16_000)),
  ],
  ["an empty piece, a name, and all in another piece", 2000, false, pieces(NAME)],
  ["an empty piece and all in another piece", 2000, false, pieces()],
  [
    "an odd length with its byte, a name behind it",
    2000,
    false,
    behind(riff(BYTES.subarray(1), EIGHT), Buffer.alloc(1), NAME),
  ],
  [
    "an odd length without its byte, a name behind it",
    2000,
    false,
    behind(riff(BYTES.subarray(1), EIGHT), NAME),
  ],
  ["an odd length and no more", 2000, false, riff(BYTES.subarray(1), EIGHT)],
  ["more than there is", 2000, true, riff(SOUND, { dataBytes: 64_000 })],
  [
    "more than there is of a long file",
    2000,
    true,
    longRiff("RF64", SOUND, { dataBytes: 6_000_000_000n }),
  ],
  ["the truth, in 64 bits", 2000, false, longRiff("RF64", SOUND)],
  ["the truth, in 64 bits of a BW64", 2000, false, behind(longRiff("BW64", SOUND), PICTURE)],
  ["0 in 64 bits", 2000, false, longRiff("RF64", SOUND, { dataBytes: 0n })],
  [
    "half of it in 64 bits, a name behind it",
    2000,
    false,
    behind(longRiff("BW64", SOUND, { dataBytes: 16_000n }), NAME),
  ],
  ["no length in 64 bits", 2000, false, longRiff("RF64", SOUND, { dataBytes: 2n ** 63n })],
])("a WAV that states %s gives its sound and no more", async (_, durationMs, isPartial, bytes) => {
  const { code, made } = await outcomeOf(room, bytes);
  expect({ code, isPartial: made?.isPartial }).toEqual({ code: "ok", isPartial });
  expect(Math.abs((made?.durationMs ?? 0) - durationMs)).toBeLessThan(3);
});

test.each([
  ["0 with a name behind it", behind(riff(Buffer.alloc(0)), NAME)],
  [
    "no length with a picture behind it",
    behind(riff(Buffer.alloc(0), { dataBytes: 0xffffffff }), PICTURE),
  ],
])("a WAV that states %s holds no sound", async (_, bytes) => {
  expect(await outcomeOf(room, bytes)).toMatchObject({ code: "ends_early", isPermanent: true });
});

test("RF64 as ffmpeg writes it is a WAV, whole and cut off", async () => {
  const jobDir = await room.job();
  const sine = ["-f", "lavfi", "-i", "sine=440:d=20:r=48000", "-rf64", "always", "long.wav"];
  await room.make(jobDir, sine);
  const whole = await readFile(join(jobDir, "long.wav"));
  expect((await outcomeOf(room, whole)).made).toMatchObject({
    isPartial: false,
    durationMs: 20_000,
  });
  const half = await outcomeOf(room, whole.subarray(0, whole.length / 2));
  expect(half.made?.isPartial).toBe(true);
});

test.each([
  ["more sound than it states", riff(SOUND, { dataBytes: 16_000 }), 2000],
  ["a length of 0", behind(riff(SOUND, { dataBytes: 0 }), PICTURE), 2000],
  ["an empty piece", pieces(PICTURE), 2000],
])("looked at twice, a WAV of %s is the same", async (_, bytes, durationMs) => {
  const jobDir = await room.job();
  await writeFile(join(jobDir, "upload"), bytes);
  const signal = new AbortController().signal;
  const look = () => inspectMedia({ jobDir, name: "upload", tools: room.tools, signal });
  const first = await look();
  expect(first).toMatchObject({ durationMs, promisedMs: durationMs, isTruncated: false });
  expect(await look()).toEqual(first);
});

test("a WAV with a true header and text behind its sound is left as it is", async () => {
  const jobDir = await room.job();
  const bytes = behind(riff(SOUND), TEXT);
  await writeFile(join(jobDir, "upload"), bytes);
  const signal = new AbortController().signal;
  await inspectMedia({ jobDir, name: "upload", tools: room.tools, signal });
  expect((await readFile(join(jobDir, "upload"))).equals(bytes)).toBe(true);
});
