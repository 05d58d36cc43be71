import { expect, test } from "vitest";
import { type PeriodName, periodOf, weeksOf } from "./period.ts";

const at = new Date("2027-01-03T23:30:00Z"); // a Sunday in UTC, a Monday in Tokyo

test.each<[PeriodName, string, string, string, string]>([
  ["last-7d", "2026-12-28", "2027-01-03", "2026-12-21", "2026-12-27"],
  ["last-30d", "2026-12-05", "2027-01-03", "2026-11-05", "2026-12-04"],
  ["this-week", "2026-12-28", "2027-01-03", "2026-12-21", "2026-12-27"],
  ["last-week", "2026-12-21", "2026-12-27", "2026-12-14", "2026-12-20"],
  ["last-4w", "2026-12-07", "2027-01-03", "2026-11-09", "2026-12-06"],
  ["last-13w", "2026-10-05", "2027-01-03", "2026-07-06", "2026-10-04"],
  ["this-month", "2027-01-01", "2027-01-31", "2026-12-01", "2026-12-31"],
  ["last-month", "2026-12-01", "2026-12-31", "2026-11-01", "2026-11-30"],
  ["this-quarter", "2027-01-01", "2027-03-31", "2026-10-01", "2026-12-31"],
  ["last-quarter", "2026-10-01", "2026-12-31", "2026-07-01", "2026-09-30"],
])("%s", (name, from, to, beforeFrom, beforeTo) => {
  expect(periodOf(name, at, "UTC")).toEqual({ from, to, beforeFrom, beforeTo });
});

test("weeks are the reader's", () => {
  expect(periodOf("this-week", at, "Asia/Tokyo").from).toBe("2027-01-04");
});

test("days by hand have as many before them, over a leap day too", () => {
  expect(periodOf({ from: "2028-03-01", to: "2028-03-10" }, at, "UTC")).toMatchObject({
    ...{ beforeFrom: "2028-02-20", beforeTo: "2028-02-29" },
  });
});

test("a period is cut into weeks from its first day; the last may be shorter", () => {
  expect(weeksOf({ from: "2026-12-28", to: "2027-01-05" })).toEqual([
    { from: "2026-12-28", to: "2027-01-03" },
    { from: "2027-01-04", to: "2027-01-05" },
  ]);
});
