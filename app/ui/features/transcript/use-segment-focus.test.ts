import { expect, it } from "vitest";
import { stepTo } from "./use-segment-focus.ts";

it("arrows go one segment on or back, Home and End to the ends, and nothing leaves the list", () => {
  expect(stepTo("ArrowDown", 3, 10)).toBe(4);
  expect(stepTo("ArrowUp", 3, 10)).toBe(2);
  expect(stepTo("Home", 3, 10)).toBe(0);
  expect(stepTo("End", 3, 10)).toBe(9);
  expect(stepTo("ArrowUp", 0, 10)).toBeNull();
  expect(stepTo("ArrowDown", 9, 10)).toBeNull();
  expect(stepTo("End", 9, 10)).toBeNull();
  expect(stepTo("Tab", 3, 10)).toBeNull();
});
