import { expect, test } from "vitest";
import { heightOf, treeOf } from "./folder-tree.ts";

const row = (id: string, parentId: string | null = null) => ({
  id,
  name: id.toUpperCase(),
  parentId,
});

test("folders come before those in them, with the names that lead to them", () => {
  const tree = treeOf([row("b"), row("a"), row("b2", "b"), row("b1", "b"), row("b11", "b1")]);
  expect(tree.map(({ path, depth }) => [path, depth])).toEqual([
    ["B", 0],
    ["B / B2", 1],
    ["B / B1", 1],
    ["B / B1 / B11", 2],
    ["A", 0],
  ]);
  expect(tree[0]?.within).toEqual(["b", "b2", "b1", "b11"]);
  expect(tree.map((node) => heightOf(tree, node))).toEqual([3, 1, 2, 1, 1]);
  expect(treeOf([])).toEqual([]);
});
