import { describe, expect, it } from "vitest";
import { heardAbove, quietFromPeaks, savedMs, skipPlan, skipTarget } from "./skip.ts";

/** Peaks out of [loudness, seconds] stretches. */
function peaksOf(...stretches: [number, number][]): Int8Array {
  return Int8Array.from(
    stretches.flatMap(([peak, seconds]) =>
      Array.from({ length: Math.round(seconds * 10) }, () => peak),
    ),
  );
}

describe("silences of a call", () => {
  it("are where nobody is heard, not where one person is silent", () => {
    const us = { peaks: peaksOf([60, 4], [1, 10], [60, 6]), offsetMs: 0 };
    const them = { peaks: peaksOf([0, 4], [50, 3], [0, 5], [50, 8]), offsetMs: 0 };
    expect(quietFromPeaks([us, them], 20_000, 1_500)).toEqual([{ t0Ms: 7_000, t1Ms: 12_000 }]);
  });
  it("honour a lane that begins later than the call", () => {
    const late = { peaks: peaksOf([80, 5]), offsetMs: 3_000 };
    expect(quietFromPeaks([late], 12_000, 1_500)).toEqual([
      { t0Ms: 0, t1Ms: 3_000 },
      { t0Ms: 8_000, t1Ms: 12_000 },
    ]);
  });
  it("are found over the hum of a noisy room and a soft word still counts", () => {
    const lane = { peaks: peaksOf([12, 8], [90, 6], [24 + 4, 1], [12, 5]), offsetMs: 0 };
    expect(heardAbove(lane.peaks)).toBeGreaterThan(12);
    expect(quietFromPeaks([lane], 20_000, 1_500)).toEqual([
      { t0Ms: 0, t1Ms: 8_000 },
      { t0Ms: 15_000, t1Ms: 20_000 },
    ]);
  });
  it("are unknown without a waveform", () => {
    expect(quietFromPeaks([], 20_000, 1_500)).toEqual([]);
  });
});

describe("skipping", () => {
  const quiet = [
    { t0Ms: 1_000, t1Ms: 2_400 },
    { t0Ms: 5_000, t1Ms: 6_500 },
    { t0Ms: 10_000, t1Ms: 20_000 },
  ];
  it("leaves 0.3 s at both ends and short pauses whole", () => {
    expect(skipPlan(quiet)).toEqual([
      { t0Ms: 5_300, t1Ms: 6_200 },
      { t0Ms: 10_300, t1Ms: 19_700 },
    ]);
  });
  it("goes on at the end of the stretch it is in, and nowhere else", () => {
    const plan = skipPlan(quiet);
    expect([5_299, 5_300, 6_199, 6_200, 12_000, 19_700].map((ms) => skipTarget(plan, ms))).toEqual([
      null,
      6_200,
      6_200,
      null,
      19_700,
      null,
    ]);
  });
  it("saves less time the faster one listens", () => {
    expect(savedMs(skipPlan(quiet), 1)).toBe(10_300);
    expect(savedMs(skipPlan(quiet), 2)).toBe(5_150);
  });
});
