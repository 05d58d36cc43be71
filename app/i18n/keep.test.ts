import { expect, test } from "vitest";
import { keep } from "./keep.ts";

test("a thing is made once, and the oldest goes when there are too many", () => {
  const kept = new Map<string, string>();
  const made: string[] = [];
  const ask = (key: string) =>
    keep(kept, 2, key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect(["a", "b", "a", "c", "b", "a"].map(ask)).toEqual(["A", "B", "A", "C", "B", "A"]);
  expect(made).toEqual(["a", "b", "c", "a"]);
  expect(kept.size).toBe(2);
});
