import { DomainError } from "../errors.ts";
import { zonedInstant } from "../zone.ts";

const FIRST = Date.UTC(1990, 0, 1);
const DAY_MS = 86_400_000;
const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/**
 * When a call began, as a form says it: an instant, or a time on the clock of a zone. No call is older than the media we
 * read, and none begins after tomorrow.
 * @param zone IANA, of a time without an offset
 * @throws DomainError `validation_failed` (startedAt: date_too_early, date_too_late)
 */
export function startedAtOf(text: string, zone: string, now: Date): Date {
  const [, day, time, seconds = "0"] = LOCAL.exec(text) ?? [];
  const at =
    day === undefined || time === undefined
      ? Date.parse(text)
      : Date.parse(zonedInstant(day, time, zone)) + Number(seconds) * 1_000;
  if (!(at >= FIRST)) throw new DomainError("validation_failed", { startedAt: ["date_too_early"] });
  if (at > now.getTime() + DAY_MS)
    throw new DomainError("validation_failed", { startedAt: ["date_too_late"] });
  return new Date(at);
}
