import { expect, test } from "vitest";
import { asHeard, isMasked, silencesOf } from "./masks.ts";

const mask = { participantId: "mari", t0Ms: 1_000, t1Ms: 1_500 };

test("a voice without a track of its own is silent with all others", () => {
  expect(asHeard([mask], [{ participantId: "mari" }, { participantId: "elena" }])).toEqual([mask]);
  const everybody = [{ ...mask, participantId: null }];
  expect(asHeard([mask], [{ participantId: null }])).toEqual(everybody);
  expect(asHeard([mask], [])).toEqual(everybody);
});

test.each([
  ["under it", 1_000, 1_500, true],
  ["half under it", 1_400, 1_700, true],
  ["touching it", 1_500, 1_800, false],
  ["before it", 700, 1_010, false],
])("a word %s", (_, startMs, endMs, isIt) => {
  expect(isMasked({ startMs, endMs }, "mari", [mask])).toBe(isIt);
  expect(isMasked({ startMs, endMs }, "elena", [mask])).toBe(false);
  expect(isMasked({ startMs, endMs }, "elena", [{ ...mask, participantId: null }])).toBe(isIt);
});

test("silences lie on the clock of the cut, a little longer than the words, and never outside a piece", () => {
  const pieces = [
    { t0Ms: 5_000, t1Ms: 6_000 },
    { t0Ms: 950, t1Ms: 3_000 },
  ];
  expect(silencesOf("mari", [mask], pieces)).toEqual([{ t0Ms: 1_000, t1Ms: 1_630 }]);
  expect(silencesOf("elena", [mask], pieces)).toEqual([]);
});
