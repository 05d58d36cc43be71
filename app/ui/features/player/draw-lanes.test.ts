import { expect, it } from "vitest";
import { fullLevel, laneBars, laneLevels } from "./draw-lanes.ts";

const speech = (loud: number, from: number, to: number) =>
  Int8Array.from({ length: 600 }, (_, at) => (at >= from && at < to ? loud : 1));
const view = { durationMs: 60_000, widthPx: 600 };

it("bars stand only where somebody is heard", () => {
  const bars = laneBars(laneLevels({ peaks: speech(80, 100, 200), offsetMs: 0 }, view), 80);
  expect(bars[0]?.x).toBeGreaterThanOrEqual(97);
  expect(bars.at(-1)?.x).toBeLessThanOrEqual(200);
  expect(bars.length).toBeGreaterThan(30);
});
it("a lane that begins later stands later", () => {
  const bars = laneBars(laneLevels({ peaks: speech(80, 0, 100), offsetMs: 30_000 }, view), 80);
  expect(bars[0]?.x).toBeGreaterThanOrEqual(297);
});
it("louder is higher, pauses inside a bar lower it, and nothing is higher than the lane", () => {
  const heightOf = (peaks: Int8Array) =>
    laneBars(laneLevels({ peaks, offsetMs: 0 }, view), 100).at(5)?.height ?? 0;
  const broken = speech(127, 100, 200).map((peak, at) => (at % 2 === 0 ? 1 : peak));
  expect(heightOf(speech(127, 100, 200))).toBe(36);
  expect(heightOf(broken)).toBeLessThan(36);
  expect(heightOf(speech(20, 100, 200))).toBeLessThan(heightOf(broken));
  expect(heightOf(speech(20, 100, 200))).toBeGreaterThan(6);
});
it("one cough does not flatten everybody", () => {
  const peaks = speech(40, 0, 500);
  peaks[550] = 127;
  expect(fullLevel([laneLevels({ peaks, offsetMs: 0 }, view)])).toBeCloseTo(40, 0);
});
it("a call of six hours keeps its silences, not only its loudest moments", () => {
  const peaks = Int8Array.from({ length: 216_000 }, (_, at) =>
    Math.floor(at / 6_000) % 2 === 0 ? 60 : 1,
  );
  const levels = laneLevels({ peaks, offsetMs: 0 }, { durationMs: 21_600_000, widthPx: 900 });
  const silent = [...levels].filter((level) => level === 0).length;
  expect(silent).toBeGreaterThan(levels.length * 0.3);
});
it("nothing is drawn before the width is known", () => {
  expect(
    laneLevels({ peaks: speech(80, 0, 600), offsetMs: 0 }, { ...view, widthPx: 0 }),
  ).toHaveLength(0);
});
