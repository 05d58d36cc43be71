import { expect, test } from "vitest";
import { arrivalX, BAR_MS, liveBars, minuteTicks, windowAt } from "./draw-live-lanes.ts";
import { createLevelTrack, writeLevels } from "./level-track.ts";

test("the right edge is now", () => {
  const view = windowAt(60_000, 300);
  expect(view.toMs).toBe(60_000);
  expect(view.fromMs).toBe(60_000 - 100 * BAR_MS);
});

test.each([
  [2_000, -28_000],
  [30_000, 0],
  [90_000, 0],
  [400_000, 400_000 - 320 * BAR_MS],
])("%d ms into a call, a wide window begins at %d ms", (nowMs, fromMs) => {
  expect(windowAt(nowMs, 960)).toEqual({ fromMs, toMs: nowMs });
});

test("a voice moves left at the speed of time and keeps its shape", () => {
  const track = createLevelTrack();
  writeLevels(track, 90_500, [9, 9, 9, 9, 9]);
  const [before] = liveBars(track, windowAt(91_000, 300), 300);
  const [after] = liveBars(track, windowAt(92_000, 300), 300);
  expect(before).toBeDefined();
  expect(after?.height).toBe(before?.height);
  expect((before?.x ?? 0) - (after?.x ?? 0)).toBeCloseTo(6);
});

test("the first second of a call is seen tenth by tenth", () => {
  const track = createLevelTrack();
  writeLevels(track, 1_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(liveBars(track, windowAt(1_000, 960), 960)).toHaveLength(10);
});

test.each([
  ["nobody yet", null, 300],
  ["late in the window", 80_000, 120],
  ["before it", 10_000, 0],
])("the line of a voice begins where it came: %s", (_name, arrivedMs, x) => {
  expect(arrivalX(arrivedMs, { fromMs: 60_000, toMs: 110_000 }, 300)).toBeCloseTo(x);
});

test("silence leaves no bar, and louder is higher", () => {
  const track = createLevelTrack();
  writeLevels(track, 92_000, [0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 15, 15, 15, 15, 15]);
  const bars = liveBars(track, windowAt(92_000, 300), 300);
  expect(bars).toHaveLength(2);
  expect(bars[1]?.height).toBeGreaterThan(bars[0]?.height ?? 0);
  expect(bars[1]?.height).toBe(36);
});

test("times stand on round seconds that have room, never before the call", () => {
  const times = (nowMs: number, widthPx: number) =>
    minuteTicks(windowAt(nowMs, widthPx), widthPx).map(({ ms }) => ms);
  expect(times(200_000, 960)).toEqual([
    45_000, 60_000, 75_000, 90_000, 105_000, 120_000, 135_000, 150_000, 165_000, 180_000, 195_000,
  ]);
  expect(times(85_000, 300)).toEqual([45_000, 60_000, 75_000]);
  expect(times(12_000, 960)).toEqual([0, 5_000, 10_000]);
});
