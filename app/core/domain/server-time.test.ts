import { expect, test } from "vitest";
import { isIncluded } from "./server-time.ts";

const at = (ms: number, clock = "host a") => ({ clock, at: new Date(ms).toISOString() });

test("a page includes what its own host knew before it began to read", () => {
  expect(isIncluded(at(99), at(100))).toBe(true);
  expect(isIncluded(at(101), at(100))).toBe(false);
  // In the same millisecond either may have come first.
  expect(isIncluded(at(100), at(100))).toBe(false);
});

test("clocks of two hosts, or of a host without a name, say nothing of each other", () => {
  expect(isIncluded(at(1, "host b"), at(100))).toBe(false);
  expect(isIncluded(at(1, ""), at(100, ""))).toBe(false);
});
