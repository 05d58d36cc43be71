import { describe, expect, it } from "vitest";
import { addHeard, heardIn } from "./heard.ts";
import { heardAbove, quietFromPeaks, skipPlan, spokenSeconds } from "./quiet.ts";

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
  it("are none in a call of one tone, of which nothing would be left", () => {
    const tone = { peaks: peaksOf([16, 20]), offsetMs: 0 };
    expect(quietFromPeaks([tone], 20_000, 1_500)).toEqual([]);
  });
  it("are unknown without a waveform", () => {
    expect(quietFromPeaks([], 20_000, 1_500)).toEqual([]);
  });
});

describe("what is skipped, and what is left to hear", () => {
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
  it("is all that a player which skips it plays, to the second", () => {
    const spoken = spokenSeconds(quiet, 30_500);
    const played = [
      { t0Ms: 0, t1Ms: 5_300 },
      { t0Ms: 6_200, t1Ms: 10_300 },
      { t0Ms: 19_700, t1Ms: 30_500 },
    ];
    const { bits } = addHeard(null, played, 30_500);
    // 31 seconds, less the one of the short silence and the ten of the long one.
    expect(heardIn(bits, { t0Ms: 0, t1Ms: 30_500 }, spoken)).toEqual({ heard: 20, total: 20 });
    expect(heardIn(bits, { t0Ms: 4_000, t1Ms: 12_000 }, spoken)).toEqual({ heard: 5, total: 5 });
    expect(heardIn(null, { t0Ms: 10_000, t1Ms: 20_000 }, spoken)).toEqual({ heard: 0, total: 0 });
  });
  it("is everything where nothing is heard at all", () => {
    const all = { t0Ms: 0, t1Ms: 9_000 };
    expect(heardIn(null, all, spokenSeconds([all], 9_000))).toEqual({ heard: 0, total: 9 });
  });
});
