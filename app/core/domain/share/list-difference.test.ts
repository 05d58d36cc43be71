import { expect, test } from "vitest";
import { differenceOf, isSame, type Listed } from "./list-difference.ts";

const item = (itemId: string, more: Partial<Listed> = {}): Listed => ({
  ...{ itemId, title: itemId, why: "", clipRevision: null },
  ...more,
});
const list = (ids: string) => Array.from(ids, (id) => item(id));

test("a list that did not change differs in nothing", () => {
  expect(isSame(differenceOf(list("abc"), list("abc")))).toBe(true);
});

test.each([
  ["abc", "abcd", { added: ["d"] }],
  ["abc", "ac", { removed: ["b"] }],
  ["abcd", "dabc", { moved: ["d"] }],
  ["abcd", "bcda", { moved: ["a"] }],
  ["abcd", "dxba", { added: ["x"], removed: ["c"], moved: ["b", "a"] }],
  ["", "ab", { added: ["a", "b"] }],
])("from %j to %j as few have moved as can be", (before, now, expected) => {
  const empty = { added: [], removed: [], moved: [], changed: [], renamed: [] };
  expect(differenceOf(list(before), list(now))).toEqual({ ...empty, ...expected });
});

test("a clip that was saved again, a title and a note are told apart", () => {
  const before = [item("a", { clipRevision: 1 }), item("b"), item("c")];
  const now = [
    item("a", { clipRevision: 2 }),
    item("b", { title: "B" }),
    item("c", { why: "Hear the pause" }),
  ];
  expect(differenceOf(before, now)).toMatchObject({
    ...{ added: [], removed: [], moved: [], changed: ["a"] },
    renamed: [
      { title: "B", before: "b" },
      { title: "c", before: "c" },
    ],
  });
});
