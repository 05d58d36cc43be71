import type { Member } from "#app/core/domain/access/actor.ts";
import { addDays, isoDay, wallClock, zonedInstant } from "#app/core/domain/zone.ts";
import { now } from "#app/core/platform/clock.ts";

const DAYS = 30;

/** The first of the last 30 days in the reader's calendar, as the list of the calls takes it, and when it begins. */
export function firstDay({ timeZone }: Member): { since: string; start: Date } {
  const zone = timeZone ?? "UTC";
  const since = isoDay(addDays(wallClock(now(), zone), 1 - DAYS));
  return { since, start: new Date(zonedInstant(since, "00:00", zone)) };
}
