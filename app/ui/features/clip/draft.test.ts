import { expect, test } from "vitest";
import { changesOf, type Draft, heardMasks, moved, wholeMs, withoutWords } from "./draft.ts";

const kept: Draft = {
  ...{ title: "Price", card: null, hasCaptions: true, visibility: "team", labelIds: ["a", "b"] },
  pieces: [
    { t0Ms: 0, t1Ms: 4_000 },
    { t0Ms: 9_000, t1Ms: 11_000 },
  ],
  masks: [{ participantId: "p", t0Ms: 1_000, t1Ms: 2_000 }],
};

test("what is as it was is no change, whatever its order of labels", () => {
  expect(changesOf({ ...kept, labelIds: ["b", "a"], title: "Price " }, kept)).toEqual([]);
});

test("each part that differs is named once, in the order of the screen", () => {
  const draft: Draft = {
    ...{ ...kept, title: "Why 12 %", card: "Why", visibility: "private", labelIds: [] },
    ...{ pieces: moved(kept.pieces, 1, 0), masks: [], hasCaptions: false },
  };
  expect(changesOf(draft, kept)).toEqual([
    ...["pieces", "masks", "title", "card", "hasCaptions", "visibility", "labelIds"],
  ]);
});

test("pieces change places, and are as long together as before", () => {
  expect(moved([1, 2, 3], 2, 0)).toEqual([3, 1, 2]);
  expect(moved([1, 2, 3], 0, 1)).toEqual([2, 1, 3]);
  expect(wholeMs(moved(kept.pieces, 0, 1))).toBe(6_000);
});

test("a bleep that is in no piece is left out", () => {
  expect(heardMasks(kept.masks, kept.pieces)).toEqual(kept.masks);
  expect(heardMasks(kept.masks, kept.pieces.slice(1))).toEqual([]);
});

test("a bleep that a shortened piece no longer has is no change of what is saved, and is back with the piece", () => {
  const wide = {
    ...kept,
    masks: [...kept.masks, { participantId: "p", t0Ms: 900_000, t1Ms: 901_000 }],
  };
  expect(changesOf(wide, kept)).toEqual([]);
  expect(changesOf({ ...wide, pieces: [{ t0Ms: 899_000, t1Ms: 902_000 }] }, kept)).toEqual([
    "pieces",
    "masks",
  ]);
});

test("bleeped words are signs in a title, in any writing, and other words stay", () => {
  expect(withoutWords("Twelve, for both depots", "twelve for")).toBe("■, ■ both depots");
  expect(withoutWords("Don’t say Don’t", "don’t")).toBe("■ say ■");
  expect(withoutWords("Twelvefold twelve", "twelve")).toBe("Twelvefold ■");
  expect(withoutWords("値引きは十二パーセント", "十二")).toBe("値引きは■パーセント");
  expect(withoutWords("As it was", "")).toBe("As it was");
  expect(withoutWords("As it was", "it is")).toBe("As it was");
});
