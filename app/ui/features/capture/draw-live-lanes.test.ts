import { expect, test } from "vitest";
import { BAR_MS, liveBars, minuteTicks, windowAt } from "./draw-live-lanes.ts";
import { createLevelTrack, writeLevels } from "./level-track.ts";

test("the right edge is now", () => {
  const view = windowAt(60_000, 300);
  expect(view.toMs).toBe(60_000);
  expect(view.fromMs).toBe(60_000 - 100 * BAR_MS);
});

test("a voice moves left at the speed of time and keeps its shape", () => {
  const track = createLevelTrack();
  writeLevels(track, 30_500, [9, 9, 9, 9, 9]);
  const [before] = liveBars(track, windowAt(31_000, 300));
  const [after] = liveBars(track, windowAt(32_000, 300));
  expect(before).toBeDefined();
  expect(after?.height).toBe(before?.height);
  expect((before?.x ?? 0) - (after?.x ?? 0)).toBeCloseTo(6);
});

test("silence leaves no bar, and louder is higher", () => {
  const track = createLevelTrack();
  writeLevels(track, 2_000, [0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 15, 15, 15, 15, 15]);
  const bars = liveBars(track, windowAt(2_000, 300));
  expect(bars).toHaveLength(2);
  expect(bars[1]?.height).toBeGreaterThan(bars[0]?.height ?? 0);
  expect(bars[1]?.height).toBe(36);
});

test("times stand on round half minutes, on a phone on quarters, never before the call", () => {
  expect(minuteTicks(windowAt(65_000, 960), 960).map(({ ms }) => ms)).toEqual([0, 30_000, 60_000]);
  expect(minuteTicks(windowAt(65_000, 300), 300).map(({ ms }) => ms)).toEqual([
    15_000, 30_000, 45_000, 60_000,
  ]);
});
