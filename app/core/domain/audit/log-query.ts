import { isDayText } from "../zone.ts";
import { EVENTS } from "./events.ts";

export type LogName = "system" | "user";
/** What a log's address asks for; empty means no filter. */
export type LogQuery = {
  event: string | null;
  /** A member's id, or the name of a job. */
  actor: string | null;
  /** The id of what was done something to, or its last twelve signs as the log shows them. */
  target: string | null;
  ip: string | null;
  /** Days, the first and the last that are shown: `2026-11-21`. */
  from: string | null;
  to: string | null;
  /** Cursor: entries before this one. */
  before: string | null;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Digits, letters and colons: an address, or its beginning. */
const IP = /^[0-9a-f.:/]{1,45}$/i;

/** Reads a log's filters from its address; what cannot be read is left out. */
export function parseLogQuery(search: URLSearchParams): LogQuery {
  const text = (name: string): string => (search.get(name) ?? "").trim().slice(0, 200);
  const when = (name: string, isRight: (value: string) => boolean): string | null => {
    const value = text(name);
    return value !== "" && isRight(value) ? value : null;
  };
  return {
    event: when("event", (value) => Object.hasOwn(EVENTS, value)),
    actor: when("actor", (value) => value.length <= 64),
    target: when("target", (value) => value.length <= 64),
    ip: when("ip", (value) => IP.test(value)),
    from: when("from", isDayText),
    to: when("to", isDayText),
    before: when("before", (value) => ID.test(value)),
  };
}

/** The events of one log, in the order of their names. */
export const eventsOf = (log: LogName): string[] =>
  Object.entries(EVENTS)
    .filter(([, of]) => of === log)
    .map(([event]) => event)
    .sort();
