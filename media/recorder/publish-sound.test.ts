import { expect, test } from "vitest";
import { onsetsOf } from "#tests/support/tones.ts";
import { held, readWav, silence, tones } from "./publish-sound.ts";

const read = (
  sound: { read: (from: number, into: Int16Array) => void },
  from: number,
  n: number,
) => {
  const into = new Int16Array(n).fill(99);
  sound.read(from, into);
  return into;
};
const crossings = (pcm: Int16Array): number =>
  pcm.reduce((sum, value, n) => sum + (value >= 0 && (pcm[n - 1] ?? value) < 0 ? 1 : 0), 0);

test("each step of a ladder has its own pitch and then a silence, over and over", () => {
  const ladder = tones({ hz: [400, 700], everyMs: 1000, onMs: 500, peak: 8000 });
  for (const [second, hz] of [
    [0, 400],
    [1, 700],
    [2, 400],
  ] as const) {
    const on = read(ladder, second * 48_000, 24_000);
    expect(Math.abs(crossings(on) - hz / 2)).toBeLessThanOrEqual(1);
    expect(Math.max(...on)).toBeGreaterThan(7900);
    expect(new Set(read(ladder, second * 48_000 + 24_000, 24_000))).toEqual(new Set([0]));
  }
});

test("a piece is the same however it is cut", () => {
  const ladder = tones({ hz: [523], everyMs: 700, onMs: 300, peak: 5000 });
  const whole = read(ladder, 33_000, 3_000);
  const cut = [...read(ladder, 33_000, 1_700), ...read(ladder, 34_700, 1_300)];
  expect(cut).toEqual([...whole]);
});

test("before the start and after the end there is silence; a loop has no end", () => {
  const samples = Int16Array.from([1, 2, 3]);
  expect([...read(held(samples, 8000, false), -2, 7)]).toEqual([0, 0, 1, 2, 3, 0, 0]);
  expect([...read(held(samples, 8000, true), -1, 8)]).toEqual([0, 1, 2, 3, 1, 2, 3, 1]);
  expect(new Set(read(tones({ hz: [400], everyMs: 9, onMs: 9, peak: 9 }), -480, 480))).toEqual(
    new Set([0]),
  );
  expect(new Set(read(silence(), 5, 100))).toEqual(new Set([0]));
});

function wav(channels: number, bits: number): Buffer {
  const head = Buffer.from("RIFF....WAVELIST\x03\x00\x00\x00abc\x00fmt \x10\x00\x00\x00", "latin1");
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(22_050, 4);
  format.writeUInt16LE(bits, 14);
  const samples = Buffer.from("data\x06\x00\x00\x00\x01\x00\xff\xff\x00\x80", "latin1");
  return Buffer.concat([head, format, samples]);
}

test("a WAV file is read past chunks that mean nothing here", () => {
  const { samples, rate } = readWav(wav(1, 16));
  expect([rate, ...samples]).toEqual([22_050, 1, -1, -32_768]);
});

test("what is no 16-bit mono PCM is refused", () => {
  expect(() => readWav(wav(2, 16))).toThrow("mono");
  expect(() => readWav(wav(1, 24))).toThrow("mono");
  expect(() => readWav(Buffer.from("OggS                "))).toThrow("WAV");
  expect(() => readWav(wav(1, 16).subarray(0, 30))).toThrow();
});

test("a ladder is found again where it was written, to a few milliseconds, under noise", () => {
  const hz = [400, 550, 700];
  const ladder = tones({ hz, everyMs: 1000, onMs: 400, peak: 9000 });
  const pcm = read(ladder, -4_800, 48_000 * 4);
  pcm.forEach((value, n) => (pcm[n] = value + ((n * 7919) % 400) - 200));
  const found = onsetsOf(pcm, 48_000, hz);
  expect(found.map((one) => one.hz)).toEqual([400, 550, 700, 400]);
  found.forEach(({ atMs, endMs }, n) => {
    expect(Math.abs(atMs - 100 - n * 1000)).toBeLessThanOrEqual(8);
    expect(Math.abs(endMs - (n * 1000 + 500))).toBeLessThanOrEqual(8);
  });
  expect(onsetsOf(read(silence(), 0, 48_000), 48_000, hz)).toEqual([]);
  expect(onsetsOf(pcm, 48_000, [1000, 1200])).toEqual([]);
});
