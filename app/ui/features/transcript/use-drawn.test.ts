import { expect, test } from "vitest";
import { FIRST_PACE, nextDrawn, nextPace, type Pace } from "./use-drawn.ts";

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
  // Two share a place: the first of them never comes after the second.
  expect(sorted(nextDrawn(new Set(), 100, 107, 1, 2))).toEqual([102]);
  expect(sorted(nextDrawn(new Set(), 100, 107, 3, 2))).toEqual([100, 102, 103]);
  expect(sorted(drawn)).toEqual([100, 101, 102, 103, 104, 105, 106]);
});

test("a step keeps what is drawn and forgets what has left the screen", () => {
  expect(sorted(nextDrawn(new Set([1, 2, 3]), 2, 4, 5))).toEqual([2, 3, 4]);
});

/** How much every frame of a movement may draw, where frames are this far apart (ms). */
function pacesOf(start: Pace, gapsMs: readonly number[]): number[] {
  let pace = nextPace(start, start.atMs + 1_000);
  return gapsMs.map((gapMs) => {
    pace = nextPace(pace, pace.atMs + gapMs);
    return Math.floor(pace.perFrame);
  });
}

test("frames on time draw more and more, up to four items", () => {
  expect(
    pacesOf(
      FIRST_PACE,
      Array.from({ length: 8 }, () => 16.7),
    ),
  ).toEqual([2, 3, 4, 4, 4, 4, 4, 4]);
});

test("a computer whose frames are late draws one item a frame", () => {
  expect(pacesOf({ perFrame: 4, atMs: 0 }, [34, 34, 34, 50])).toEqual([2, 1, 1, 1]);
});

test("frames that are nearly on time draw no more and no fewer", () => {
  expect(pacesOf({ perFrame: 3, atMs: 0 }, [25, 30, 33])).toEqual([3, 3, 3]);
});

test("a pause between two movements is no late frame", () => {
  expect(nextPace({ perFrame: 4, atMs: 100 }, 2_000)).toEqual({ perFrame: 4, atMs: 2_000 });
});
