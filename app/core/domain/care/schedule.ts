import type { Schedule } from "../working-hours.ts";
import { addDays, type Day, dayOf, isoDay, wallClock, weekdayOf, zonedInstant } from "../zone.ts";

const DAY_MS = 86_400_000;
const worksOn = ({ hours, holidays }: Schedule, day: Day): boolean =>
  hours.days.includes(weekdayOf(day)) && !holidays.some(({ date }) => date === isoDay(day));

/** When a day's hours begin and end; an end at or before the beginning is on the next day. */
function hoursOfDay({ hours, zone }: Schedule, day: Day): { from: number; to: number } {
  const endsOn = hours.from < hours.to ? day : addDays(day, 1);
  return {
    from: Date.parse(zonedInstant(isoDay(day), hours.from, zone)),
    to: Date.parse(zonedInstant(isoDay(endsOn), hours.to, zone)),
  };
}

/** How much of a stretch of time lies outside somebody's working hours. @returns ms */
export function outsideHours(schedule: Schedule, startMs: number, endMs: number): number {
  const days = Math.ceil((endMs - startMs) / DAY_MS) + 2;
  const first = addDays(wallClock(new Date(startMs), schedule.zone), -1);
  let inside = 0;
  for (let ahead = 0; ahead <= days; ahead += 1) {
    const day = addDays(first, ahead);
    if (!worksOn(schedule, day)) continue;
    const { from, to } = hoursOfDay(schedule, day);
    inside += Math.max(0, Math.min(endMs, to) - Math.max(startMs, from));
  }
  return endMs - startMs - inside;
}

/** The same time of day so many working days later; a schedule without any is over at once. */
export function afterWorkingDays(schedule: Schedule, at: number, count: number): number {
  const wall = wallClock(new Date(at), schedule.zone);
  const time = `${String(wall.hour).padStart(2, "0")}:${String(wall.minute).padStart(2, "0")}`;
  let left = count;
  for (let ahead = 1; ahead < 400; ahead += 1) {
    const day = addDays(wall, ahead);
    if (worksOn(schedule, day)) left -= 1;
    if (left === 0)
      return Date.parse(zonedInstant(isoDay(day), time, schedule.zone)) + (at % 60_000);
  }
  return at;
}

/** When the last so many working days up to a moment began. */
export function workingDaysBack(schedule: Schedule, until: number, count: number): number {
  let left = count;
  const last = wallClock(new Date(until - 1), schedule.zone);
  for (let back = 0; back < 400; back += 1) {
    const day = addDays(last, -back);
    if (worksOn(schedule, day)) left -= 1;
    if (left === 0) return Date.parse(zonedInstant(isoDay(day), "00:00", schedule.zone));
  }
  return until;
}

/** A week from Monday to Sunday where somebody is. */
export type Week = { monday: string; from: number; to: number };

/** @param monday "2026-11-16"; @param back so many weeks before it */
export function weekOf(monday: string, zone: string, back = 0): Week {
  const first = addDays(dayOf(monday), -7 * back);
  return {
    monday: isoDay(first),
    from: Date.parse(zonedInstant(isoDay(first), "00:00", zone)),
    to: Date.parse(zonedInstant(isoDay(addDays(first, 7)), "00:00", zone)),
  };
}

/** The Monday of the last week that is over. */
export function lastMonday(now: Date, zone: string): string {
  const today = wallClock(now, zone);
  return isoDay(addDays(today, -weekdayOf(today) - 7));
}
