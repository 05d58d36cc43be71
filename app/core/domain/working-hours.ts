import * as z from "zod";
import {
  addDays,
  type Day,
  isDayText,
  isoDay,
  wallClock,
  weekdayOf,
  zonedInstant,
} from "./zone.ts";

/** "09:30", of a wall clock. */
export const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "invalid_time" });
/** `days`: 0 = Monday … 6 = Sunday. An end at or before the beginning is on the next day. */
export const workingHours = z.object({
  days: z.array(z.int().min(0).max(6)).min(1).max(7),
  from: clockTime,
  to: clockTime,
});
export type WorkingHours = z.output<typeof workingHours>;
export const holiday = z.object({ date: z.string().refine(isDayText), name: z.string().max(80) });
export type Holiday = z.output<typeof holiday>;

/** Monday to Friday, nine to six, until an admin says otherwise. */
export const USUAL_HOURS: WorkingHours = { days: [0, 1, 2, 3, 4], from: "09:00", to: "18:00" };

/** What a workspace decided, with the version of its row. */
export type HoursView = { hours: WorkingHours; holidays: Holiday[]; version: number };

/** What says when a member works. */
export type Schedule = { hours: WorkingHours; holidays: readonly Holiday[]; zone: string };

/** Nobody is away for longer; a schedule without any day of work does not hold anything up. */
const MOST_DAYS = 400;

/** The first moment from `at` on at which the member works: `at` itself within their hours, else the next beginning. */
export function nextWorkingMoment(at: Date, { hours, holidays, zone }: Schedule): Date {
  const free = new Set(holidays.map(({ date }) => date));
  const works = (day: Day): boolean =>
    hours.days.includes(weekdayOf(day)) && !free.has(isoDay(day));
  const today = wallClock(at, zone);
  // Hours that began yesterday may go on past midnight.
  for (let ahead = -1; ahead < MOST_DAYS; ahead += 1) {
    const day = addDays(today, ahead);
    if (!works(day)) continue;
    const endsOn = hours.from < hours.to ? day : addDays(day, 1);
    const from = new Date(zonedInstant(isoDay(day), hours.from, zone));
    const to = new Date(zonedInstant(isoDay(endsOn), hours.to, zone));
    if (at < to) return at < from ? from : at;
  }
  return at;
}
