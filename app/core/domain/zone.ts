import { tzOffset } from "@date-fns/tz/tzOffset";

/** A day in the proleptic calendar, months from 1. */
export type Day = { year: number; month: number; day: number };

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");
/** "2026-06-10". */
export const isoDay = ({ year, month, day }: Day): string =>
  `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

/** A day of the calendar out of "2026-06-10". */
export function dayOf(text: string): Day {
  const [year = 1970, month = 1, day = 1] = text.split("-").map(Number);
  return { year, month, day };
}

/** Minutes east of UTC of a zone at an instant; 0 for a zone nobody knows. */
export function offsetMinutes(zone: string, instant: Date): number {
  const offset = tzOffset(zone, instant);
  return Number.isFinite(offset) ? offset : 0;
}

/** What the wall clock of a zone shows at an instant; weekday 0 = Sunday. */
export function wallClock(
  instant: Date,
  zone: string,
): Day & { hour: number; minute: number; weekday: number } {
  const wall = new Date(instant.getTime() + offsetMinutes(zone, instant) * 60_000);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

/** The instant at which a zone's wall clock shows a day and a time ("14:00"), ISO 8601 UTC. */
export function zonedInstant(date: string, time: string, zone: string): string {
  const wall = Date.parse(`${date}T${time}:00Z`);
  let instant = wall - offsetMinutes(zone, new Date(wall)) * 60_000;
  instant = wall - offsetMinutes(zone, new Date(instant)) * 60_000;
  return new Date(instant).toISOString();
}

/**
 * When a day ("2026-06-10") begins in a zone. Where clocks go forward at midnight that is the first moment after it; where
 * they go back to it, the earlier of the two.
 */
export function dayStart(date: string, zone: string): Date {
  const wall = Date.parse(`${date}T00:00:00Z`);
  const moments = [-1, 0, 1]
    .map((days) => wall - offsetMinutes(zone, new Date(wall + days * 86_400_000)) * 60_000)
    .filter((moment) => isoDay(wallClock(new Date(moment), zone)) === date);
  return moments.length === 0
    ? new Date(zonedInstant(date, "00:00", zone))
    : new Date(Math.min(...moments));
}

const toUtc = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));
const fromUtc = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

export const addDays = (day: Day, days: number): Day =>
  fromUtc(new Date(toUtc(day).getTime() + days * 86_400_000));
/** How many days it is from one to another, both counted. */
export const daysFrom = (from: Day, to: Day): number =>
  (toUtc(to).getTime() - toUtc(from).getTime()) / 86_400_000 + 1;
/** The last day of a month; month 13 is January of the next year. */
export const monthEnd = (year: number, month: number): Day =>
  fromUtc(new Date(Date.UTC(year, month, 0)));
/** Same day n months later, the last day where the month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const end = monthEnd(day.year, day.month + months);
  return { ...end, day: Math.min(day.day, end.day) };
}
/** 0 = Monday … 6 = Sunday. */
export const weekdayOf = (day: Day): number => (toUtc(day).getUTCDay() + 6) % 7;
export const isBefore = (a: Day, b: Day): boolean => toUtc(a) < toUtc(b);
export const isDay = ({ year, month, day }: Day): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= monthEnd(year, month).day;

/** Whether a text is a day ("2026-06-10") whose neighbours PostgreSQL and JavaScript both know; there is no year 0. */
export function isDayText(text: string): boolean {
  const [, year, month, day] = /^(?!0000|9999)(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return isDay({ year: Number(year), month: Number(month), day: Number(day) });
}
