import { expect, test } from "vitest";
import { Decimator } from "./decimator.ts";

const tone = (hz: number, samples: number) =>
  Int16Array.from({ length: samples }, (_, i) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * hz * i) / 48_000)),
  );
const rms = (pcm: Int16Array) =>
  Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);

/** In frames of these lengths, over and over. */
function decimate(pcm: Int16Array, frames: number[]): Int16Array {
  const decimator = new Decimator();
  const out: number[] = [];
  for (let at = 0, n = 0; at < pcm.length; n++) {
    const end = at + (frames[n % frames.length] ?? 1);
    out.push(...decimator.push(pcm.slice(at, end)));
    at = end;
  }
  return Int16Array.from(out);
}

test.each([300, 1000, 3400, 6500])("%d Hz passes as loud as it was", (hz) => {
  const out = decimate(tone(hz, 48_000), [4800]).slice(200);
  expect(20 * Math.log10(rms(out) / (10_000 / Math.SQRT2))).toBeGreaterThan(-0.5);
});

test.each([9000, 12_000, 15_700, 20_000])("%d Hz does not come back as something else", (hz) => {
  const out = decimate(tone(hz, 48_000), [4800]).slice(200);
  expect(20 * Math.log10(rms(out) / (10_000 / Math.SQRT2))).toBeLessThan(-45);
});

test("frames of any length give the same samples, a third of them", () => {
  const pcm = tone(700, 48_000);
  const whole = decimate(pcm, [48_000]);
  expect(whole.length).toBe(16_000);
  expect(decimate(pcm, [4800])).toEqual(whole);
  expect(decimate(pcm, [1, 479, 4801, 2, 7])).toEqual(whole);
});

test("it knows what it still holds", () => {
  const decimator = new Decimator();
  expect(decimator.push(new Int16Array(4801)).length).toBe(1601);
  expect(decimator.behind).toBe(-2);
  decimator.push(new Int16Array(2));
  expect(decimator.behind).toBe(0);
});
