import { expect, test } from "vitest";
import { alone, apart, lastOf, pathOf } from "./course.ts";

const same = (value: number): number => value;

test.each([
  [[1, 2, 3], "M0 1L1 2L2 3"],
  [[1, null, 3, 4], "M0 1M2 3L3 4"],
  [[null, 2, null], "M1 2"],
  [[null, null], ""],
  [[0, 0], "M0 0L1 0"],
  [[], ""],
])("a line breaks where nothing was counted: %j", (values, path) =>
  expect(pathOf(values, same, same)).toBe(path),
);

test.each([
  [[1], [0]],
  [[1, 2], []],
  [
    [1, null, 3, null, 5, 6],
    [0, 2],
  ],
  [[null, 0, null], [1]],
])("numbers that no line shows: %j", (values, places) => expect(alone(values)).toEqual(places));

test("a line is named at its last number", () => {
  expect(lastOf([3, 0, null])).toEqual({ at: 1, value: 0 });
  expect(lastOf([null])).toBeNull();
});

test.each([
  [10, 40, 10, 40],
  [10, 12, 5, 17],
  [12, 10, 17, 5],
  [10, 10, 4, 16],
])("names at %i and %i do not lie over each other", (one, other, first, second) =>
  expect(apart(one, other, 12)).toEqual([first, second]),
);
