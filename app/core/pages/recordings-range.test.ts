import { expect, test } from "vitest";
import { daysOf, RANGES } from "./recordings-range.ts";

const SUNDAY = new Date("2026-03-01T23:30:00Z"); // Sunday in London, Monday in Tokyo

test.each([
  ["today", "2026-03-01", "2026-03-01"],
  ["last-7d", "2026-02-23", "2026-03-01"],
  ["this-week", "2026-02-23", "2026-03-01"],
  ["last-week", "2026-02-16", "2026-02-22"],
  ["this-month", "2026-03-01", "2026-03-31"],
  ["last-month", "2026-02-01", "2026-02-28"],
] as const)("%s on a Sunday night in London", (range, from, to) => {
  expect(daysOf(range, SUNDAY, "Europe/London")).toEqual({ from, to });
});

test.each([
  ["today", "2026-03-02", "2026-03-02"],
  ["this-week", "2026-03-02", "2026-03-08"],
  ["last-week", "2026-02-23", "2026-03-01"],
] as const)("%s at the same moment in Tokyo, where it is Monday", (range, from, to) => {
  expect(daysOf(range, SUNDAY, "Asia/Tokyo")).toEqual({ from, to });
});

test("the month before January is December, and no period ends before it begins", () => {
  const january = new Date("2027-01-31T12:00:00Z");
  expect(daysOf("last-month", january, "UTC")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  for (const range of RANGES) {
    const { from, to } = daysOf(range, january, "UTC");
    expect(from <= to).toBe(true);
  }
});
