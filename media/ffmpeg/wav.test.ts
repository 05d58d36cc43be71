import { expect, test } from "vitest";
import { WAV_HEADER_BYTES, wavOf } from "./wav.ts";

test("a WAV file says its rate and its length, and carries the samples of a part of a buffer as they are", () => {
  const samples = Int16Array.of(7, -32_768, 32_767, 0, -1).subarray(1, 4);
  const wav = wavOf(samples, 8000);
  expect(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
  expect(wav.length).toBe(WAV_HEADER_BYTES + 6);
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
  expect([wav.readUInt32LE(24), wav.readUInt32LE(28), wav.readUInt32LE(40)]).toEqual([
    8000, 16_000, 6,
  ]);
  expect([0, 2, 4].map((at) => wav.readInt16LE(WAV_HEADER_BYTES + at))).toEqual([
    -32_768, 32_767, 0,
  ]);
});
