import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysFrom,
  isoDay,
  monthEnd,
  wallClock,
  weekdayOf,
} from "../zone.ts";

/** Periods that stay relative in an address. Weeks begin on Monday; the last 4 and 13 weeks end with this one, the last days with today. */
export const PERIODS = [
  "last-7d",
  "last-30d",
  "this-week",
  "last-week",
  "last-4w",
  "last-13w",
  "this-month",
  "last-month",
  "this-quarter",
  "last-quarter",
] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Days of a calendar, first and last, beside as many before them: "2026-08-31". */
export type Period = { from: string; to: string; beforeFrom: string; beforeTo: string };

const WEEKS = { "this-week": 1, "last-4w": 4, "last-13w": 13 } as const;

/** @param zone whose days they are, an IANA name */
export function periodOf(
  asked: PeriodName | { from: string; to: string },
  now: Date,
  zone: string,
): Period {
  if (typeof asked === "object") {
    const [from, to] = [dayOf(asked.from), dayOf(asked.to)];
    return between(from, to, addDays(from, -daysFrom(from, to)), addDays(from, -1));
  }
  const today = wallClock(now, zone);
  const monday = addDays(today, -weekdayOf(today));
  switch (asked) {
    case "last-7d":
      return days(today, 7);
    case "last-30d":
      return days(today, 30);
    case "this-week":
    case "last-4w":
    case "last-13w":
      return weeks(addDays(monday, 7 - 7 * WEEKS[asked]), WEEKS[asked]);
    case "last-week":
      return weeks(addDays(monday, -7), 1);
    case "this-month":
      return months({ ...today, day: 1 }, 1);
    case "last-month":
      return months(addMonths({ ...today, day: 1 }, -1), 1);
    case "this-quarter":
      return months(quarterOf(today), 3);
    case "last-quarter":
      return months(addMonths(quarterOf(today), -3), 3);
  }
}

const quarterOf = ({ year, month }: Day): Day => ({
  year,
  month: month - ((month - 1) % 3),
  day: 1,
});

const days = (last: Day, count: number): Period =>
  between(addDays(last, 1 - count), last, addDays(last, 1 - 2 * count), addDays(last, -count));

const weeks = (from: Day, count: number): Period =>
  between(from, addDays(from, 7 * count - 1), addDays(from, -7 * count), addDays(from, -1));

function months(from: Day, count: number): Period {
  const last = addMonths(from, count - 1);
  return between(from, monthEnd(last.year, last.month), addMonths(from, -count), addDays(from, -1));
}

const between = (from: Day, to: Day, beforeFrom: Day, beforeTo: Day): Period => ({
  from: isoDay(from),
  to: isoDay(to),
  beforeFrom: isoDay(beforeFrom),
  beforeTo: isoDay(beforeTo),
});

/** The stretches of seven days of a period, from its first day on; the last may be shorter. */
export function weeksOf({ from, to }: Pick<Period, "from" | "to">): { from: string; to: string }[] {
  const count = Math.ceil(daysFrom(dayOf(from), dayOf(to)) / 7);
  return Array.from({ length: count }, (_, at) => {
    const first = addDays(dayOf(from), 7 * at);
    const last = isoDay(addDays(first, 6));
    return { from: isoDay(first), to: last < to ? last : to };
  });
}
