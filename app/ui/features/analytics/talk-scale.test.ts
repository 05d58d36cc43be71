import { expect, test } from "vitest";
import { talkScale } from "./talk-scale.ts";

type Stats = Parameters<typeof talkScale>[1];
const person = {
  ...{ memberId: "m", name: "Mari", isReader: false, hasLeft: false, n: 2, leftOut: 0 },
  ...{ mean: null, byTime: null, median: null, q1: null, q3: null, least: null, most: null },
};
const stats = (values: number[]): Stats => ({
  ...{ people: [{ ...person, values }], ownBefore: null, team: null },
});
const ends = (scale: number[]) => [scale[0], scale.at(-1)];

test("without a range the scale holds the values", () => {
  expect(talkScale({ metric: "talk_ratio" }, stats([0.41, 0.58]), null)).toEqual([
    ...[0.4, 0.45, 0.5, 0.55, 0.6],
  ]);
});

test.each([
  ["both ends", { from: 0.45, to: 0.65 }, [0.41, 0.5]],
  ["above all values", { from: 0.7, to: 0.8 }, [0.1, 0.2]],
  ["below all values", { from: 0.1, to: 0.2 }, [0.7, 0.8]],
])("a range lies within the scale: %s", (_, band, values) => {
  const [first = 0, last = 0] = ends(talkScale({ metric: "talk_ratio" }, stats(values), band));
  expect(first).toBeLessThanOrEqual(Math.min(band.from, ...values));
  expect(last).toBeGreaterThanOrEqual(Math.max(band.to, ...values));
});

test("a range that is open at an end is seen, whichever side of it the values are on", () => {
  const up = ends(
    talkScale({ metric: "switches_per_min" }, stats([0.2, 1.1]), { from: 2, to: null }),
  );
  expect(up[1]).toBeGreaterThan(2);
  const down = ends(talkScale({ metric: "cut_in" }, stats([0.3, 0.5]), { from: null, to: 0.1 }));
  expect(down[0]).toBeLessThan(0.1);
  expect(down[0]).toBeGreaterThanOrEqual(0);
  const none = ends(talkScale({ metric: "cut_in" }, stats([0.3, 0.5]), { from: null, to: 0 }));
  expect(none[0]).toBe(0);
});

test("lengths have steps of a clock", () => {
  expect(
    talkScale({ metric: "longest_monologue" }, stats([17_000, 71_000]), { from: null, to: 90_000 }),
  ).toEqual([15_000, 30_000, 45_000, 60_000, 75_000, 90_000]);
});
