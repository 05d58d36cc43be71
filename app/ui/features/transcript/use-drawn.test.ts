import { expect, test } from "vitest";
import { nextDrawn } from "./use-drawn.ts";

const sorted = (set: ReadonlySet<number>): number[] => [...set].sort((a, b) => a - b);

test("the first list is drawn whole", () => {
  expect(sorted(nextDrawn(null, 3, 6, 1))).toEqual([3, 4, 5, 6]);
});

test("a jump is drawn from the middle outwards, a few a frame, until nothing is left", () => {
  let drawn = nextDrawn(null, 0, 3, 2);
  const sizes: number[] = [];
  for (let frame = 0; frame < 10; frame++) {
    const next = nextDrawn(drawn, 100, 106, 3);
    if (next === drawn) break;
    sizes.push(next.size);
    drawn = next;
  }
  expect(sizes).toEqual([3, 6, 7]);
  expect(sorted(nextDrawn(new Set(), 100, 106, 3))).toEqual([102, 103, 104]);
  expect(sorted(drawn)).toEqual([100, 101, 102, 103, 104, 105, 106]);
});

test("a step keeps what is drawn and forgets what has left the screen", () => {
  expect(sorted(nextDrawn(new Set([1, 2, 3]), 2, 4, 5))).toEqual([2, 3, 4]);
});
