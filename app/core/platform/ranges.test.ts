import { expect, test } from "vitest";
import { rangesOf, withoutSpans } from "./ranges.ts";

type Pair = [number, number];
const { unionOf, intersectionOf, cutOut, totalOf, longestOf } = rangesOf<Pair>({
  from: ([from]) => from,
  to: ([, to]) => to,
  make: (from, to) => [from, to],
});

test("ranges that touch or overlap become one, in order, and empty ones go", () => {
  const given: Pair[] = [
    [5, 9],
    [7, 7],
    [0, 3],
    [3, 4],
    [20, 20],
    [6, 8],
  ];
  expect(unionOf(given)).toEqual([
    [0, 4],
    [5, 9],
  ]);
  expect(unionOf([])).toEqual([]);
  expect(given[0], "what was given is left as it was").toEqual([5, 9]);
});

test("what two unions share, and what is left of a range", () => {
  const a: Pair[] = [
    [0, 4],
    [6, 10],
  ];
  const b: Pair[] = [
    [2, 7],
    [9, 20],
  ];
  expect(intersectionOf(a, b)).toEqual([
    [2, 4],
    [6, 7],
    [9, 10],
  ]);
  expect(cutOut([1, 9], b)).toEqual([
    [1, 2],
    [7, 9],
  ]);
  expect([totalOf(a), longestOf(a), longestOf([])]).toEqual([8, [0, 4], null]);
});

test("stretches of a call are taken out of others, in whichever order both come", () => {
  const spans = [
    { fromMs: 5, toMs: 9 },
    { fromMs: 0, toMs: 3 },
    { fromMs: 3, toMs: 4 },
  ];
  expect(withoutSpans(spans, [])).toEqual([
    { fromMs: 0, toMs: 4 },
    { fromMs: 5, toMs: 9 },
  ]);
  expect(
    withoutSpans(spans, [
      { fromMs: 4, toMs: 6 },
      { fromMs: 2, toMs: 5 },
    ]),
  ).toEqual([
    { fromMs: 0, toMs: 2 },
    { fromMs: 6, toMs: 9 },
  ]);
  expect(withoutSpans(spans, [{ fromMs: 0, toMs: 100 }])).toEqual([]);
});
