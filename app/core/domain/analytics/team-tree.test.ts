import { expect, test } from "vitest";
import { treeOf } from "./team-tree.ts";

const teams = [
  { id: "house", parentId: null },
  { id: "sales", parentId: "house" },
  { id: "north", parentId: "sales" },
  { id: "south", parentId: "sales" },
  { id: "coast", parentId: "south" },
  { id: "support", parentId: "house" },
];
const lists = (sets: readonly ReadonlySet<string>[]) => sets.map((set) => [...set].toSorted());

test("a team holds all below it, and lies in all above it", () => {
  const tree = treeOf(teams, "sales");
  expect([...tree.own].toSorted()).toEqual(["coast", "north", "sales", "south"]);
  expect(lists(tree.above)).toEqual([["coast", "house", "north", "sales", "south", "support"]]);
  expect(lists(tree.children)).toEqual([["north"], ["coast", "south"]]);
  expect(lists(tree.below)).toEqual(
    expect.arrayContaining([["coast"], ["north"], ["coast", "south"]]),
  );
  expect(tree.all.size).toBe(6);
  expect(treeOf(teams, "support")).toMatchObject({ below: [], children: [] });
});

test("a circle ends where it closes", () => {
  const circle = [
    { id: "a", parentId: "b" },
    { id: "b", parentId: "a" },
  ];
  expect([...treeOf(circle, "a").own].toSorted()).toEqual(["a", "b"]);
});
