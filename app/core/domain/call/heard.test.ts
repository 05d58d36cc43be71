import { expect, test } from "vitest";
import { addHeard, isReview } from "./heard.ts";

const range = (t0Ms: number, t1Ms: number) => ({ t0Ms, t1Ms });

test("a second counts once half of it was played, however often", () => {
  expect(addHeard(null, [range(0, 10_000)], 60_000).seconds).toBe(10);
  expect(addHeard(null, [range(400, 2_400)], 60_000).seconds).toBe(2);
  expect(addHeard(null, [range(600, 2_400)], 60_000).seconds).toBe(1);
  expect(addHeard(null, [range(0, 5_000), range(3_000, 7_000)], 60_000).seconds).toBe(7);
});

test("visits add up, and what was heard before stays", () => {
  const first = addHeard(null, [range(0, 9_000)], 60_000);
  const second = addHeard(first.bits, [range(5_000, 20_000)], 60_000);
  expect(second.seconds).toBe(20);
  expect(addHeard(second.bits, [], 60_000)).toEqual(second);
});

test("what lies outside of the call does not count", () => {
  expect(addHeard(null, [range(-5_000, 2_000)], 60_000).seconds).toBe(2);
  expect(addHeard(null, [range(58_000, 9_000_000)], 60_000).seconds).toBe(2);
  expect(addHeard(null, [range(60_000, 70_000)], 60_000).seconds).toBe(0);
  expect(addHeard(null, [range(0, 2_147_483_647)], 61_200)).toMatchObject({ seconds: 62 });
});

test("a call that became shorter keeps what is left of it", () => {
  const long = addHeard(null, [range(0, 60_000)], 60_000);
  expect(addHeard(long.bits, [], 10_000)).toMatchObject({ seconds: 10 });
});

test("a minute is a review, and so is a quarter of a short call", () => {
  expect([59, 60].map((seconds) => isReview(seconds, 3_600_000))).toEqual([false, true]);
  expect([14, 15].map((seconds) => isReview(seconds, 60_000))).toEqual([false, true]);
});
