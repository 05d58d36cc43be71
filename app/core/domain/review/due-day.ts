import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { isoDay, wallClock } from "../zone.ts";

/** Where the day ends last: of a member who chose no zone, only their browser knows the clock. */
const LAST_ZONE = "Etc/GMT+12";

/** Today ("2026-12-01") on a member's clock. */
const todayOf = ({ timeZone }: Pick<Member, "timeZone">, now: Date): string =>
  isoDay(wallClock(now, timeZone ?? LAST_ZONE));

/**
 * A due day as the database keeps it.
 * @param known the day that stands already, which stays as it is also once it has passed
 * @throws DomainError `validation_failed` (dueOn: due_past)
 */
export function dueDay(
  actor: Member,
  dueOn: string | null,
  now: Date,
  known: Date | null = null,
): Date | null {
  if (dueOn === null) return null;
  const day = new Date(`${dueOn}T00:00:00Z`);
  if (dueOn < todayOf(actor, now) && day.getTime() !== known?.getTime())
    throw new DomainError("validation_failed", { dueOn: ["due_past"] });
  return day;
}

/** "2026-12-01" of what the database keeps. */
export const dayText = (day: Date | null): string | null =>
  day === null ? null : day.toISOString().slice(0, 10);
