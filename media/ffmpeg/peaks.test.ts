import { expect, test } from "vitest";
import { readPeaks } from "./peaks.ts";

/** s16le mono at 8 kHz: `amplitude` of full scale at each 100 ms bin. */
const tone = (amplitudes: readonly number[], extraSamples = 0) => {
  const samples = amplitudes.length * 800 + extraSamples;
  const pcm = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at++) {
    const amplitude = amplitudes[Math.min(amplitudes.length - 1, Math.floor(at / 800))] ?? 0;
    pcm.writeInt16LE(Math.round(32767 * amplitude * Math.sin((2 * Math.PI * at) / 8)), at * 2);
  }
  return pcm;
};

test("each bin holds its loudest sample on a scale of 127", async () => {
  const { peaks, durationMs } = await readPeaks([tone([0, 0.25, 0.5, 1])]);
  expect([...peaks]).toEqual([0, 32, 64, 127]);
  expect(durationMs).toBe(400);
});

test("the loudest negative sample does not overflow", async () => {
  const pcm = Buffer.alloc(1600);
  pcm.writeInt16LE(-32768, 700);
  expect([...(await readPeaks([pcm])).peaks]).toEqual([127]);
});

test("a last bin that is not full counts, and the length is exact", async () => {
  const { peaks, durationMs } = await readPeaks([tone([0.5, 0.5], 8)]);
  expect(peaks).toHaveLength(3);
  expect(durationMs).toBe(201);
});

test.each([1, 3, 799, 1601])("chunks of %i bytes give the same peaks as one", async (size) => {
  const pcm = tone([0.1, 0.9, 0.3, 0.7], 100);
  const chunks = Array.from({ length: Math.ceil(pcm.length / size) }, (_, at) =>
    pcm.subarray(at * size, (at + 1) * size),
  );
  expect(await readPeaks(chunks)).toEqual(await readPeaks([pcm]));
});

test("nothing has no peaks", async () => {
  expect(await readPeaks([])).toEqual({ peaks: new Int8Array(0), durationMs: 0 });
});
