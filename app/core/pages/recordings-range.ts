import {
  addDays,
  addMonths,
  type Day,
  isoDay,
  monthEnd,
  wallClock,
  weekdayOf,
} from "#app/core/domain/zone.ts";

/** Periods that stay relative in an address (product §8.2). */
export const RANGES = [
  "today",
  "last-7d",
  "this-week",
  "last-week",
  "this-month",
  "last-month",
] as const;
export type Range = (typeof RANGES)[number];

/**
 * The days of a period in the reader's calendar, first and last. Weeks begin on Monday; the last seven days end today.
 * @param zone IANA name
 * @returns days as `2026-06-10`
 */
export function daysOf(range: Range, now: Date, zone: string): { from: string; to: string } {
  const today = wallClock(now, zone);
  const between = (from: Day, to: Day) => ({ from: isoDay(from), to: isoDay(to) });
  const monday = addDays(today, -weekdayOf(today));
  const first = { ...today, day: 1 };
  const before = addMonths(first, -1);
  switch (range) {
    case "today":
      return between(today, today);
    case "last-7d":
      return between(addDays(today, -6), today);
    case "this-week":
      return between(monday, addDays(monday, 6));
    case "last-week":
      return between(addDays(monday, -7), addDays(monday, -1));
    case "this-month":
      return between(first, monthEnd(today.year, today.month));
    case "last-month":
      return between(before, monthEnd(before.year, before.month));
  }
}
