import { expect, test } from "vitest";
import { ticksAround, ticksTo } from "./ticks.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1_234, [0, 500, 1_000, 1_500]],
])("ticks to %i", (most, ticks) => expect(ticksTo(most)).toEqual(ticks));

test.each([
  [0.31, 0.78, [0.2, 0.4, 0.6, 0.8]],
  [0.41, 0.58, [0.4, 0.45, 0.5, 0.55, 0.6]],
  [0, 0, [0, 0.5]],
  [3, 3, [3, 4]],
  [118, 176, [100, 120, 140, 160, 180]],
  [0.02, 0.06, [0.02, 0.03, 0.04, 0.05, 0.06]],
])("ticks around %d to %d", (low, high, ticks) => expect(ticksAround(low, high)).toEqual(ticks));

test("ticks of a step that was asked for", () =>
  expect(ticksAround(17_000, 71_000, 15_000)).toEqual([15_000, 30_000, 45_000, 60_000, 75_000]));

test("ticks hold what they are for, however small or large it is", () => {
  for (let n = 1; n < 400; n += 1) {
    const low = (n * 7919) % 97;
    const high = low + ((n * 104_729) % 89) / 10 ** (n % 5);
    const ticks = ticksAround(low, high);
    expect(ticks[0]).toBeLessThanOrEqual(low);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
});
