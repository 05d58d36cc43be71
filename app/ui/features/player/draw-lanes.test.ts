import { expect, it } from "vitest";
import { fullLevel, laneBars, laneLevels, spokenLevels } from "./draw-lanes.ts";

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
it("a lane of words alone has bars where it speaks, as high as it fills them", () => {
  const levels = spokenLevels(
    [
      { t0Ms: 6_000, t1Ms: 12_000 },
      { t0Ms: 30_000, t1Ms: 30_150 },
    ],
    view,
  );
  const bars = laneBars(levels, fullLevel([levels]));
  expect(bars.filter(({ x }) => x >= 60 && x < 120)).toHaveLength(20);
  expect(bars.filter(({ x }) => x < 60 || (x >= 120 && x < 300) || x > 303)).toEqual([]);
  const [short] = bars.filter(({ x }) => x >= 300);
  expect(short?.height).toBeLessThan(36);
  expect(bars[0]?.height).toBe(36);
});
it("words beyond the end of the call, or of a call without a length, draw nothing that breaks", () => {
  expect([...spokenLevels([{ t0Ms: 59_000, t1Ms: 90_000 }], view)].filter(Boolean)).toHaveLength(4);
  expect(spokenLevels([{ t0Ms: 0, t1Ms: 1 }], { durationMs: 0, widthPx: 600 })).toHaveLength(0);
});
