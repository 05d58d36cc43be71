import * as z from "zod";
import { type Ignored, readQuery } from "../list/list-query.ts";
import { isDayText } from "../zone.ts";
import { EVENTS } from "./events.ts";

export type LogName = "system" | "user";
/** What a log's address asks for; empty means no filter. */
export type LogQuery = {
  event: string | null;
  /** A member's id, or the name of a job. */
  actor: string | null;
  /** What was done something to: its id or the last twelve signs of it, the address of a call, or words of its title. */
  target: string | null;
  ip: string | null;
  /** Days, the first and the last that are shown: `2026-11-21`. */
  from: string | null;
  to: string | null;
  /** Cursor: entries before this one. */
  before: string | null;
};

const events = z.string().refine((name) => Object.hasOwn(EVENTS, name));
const ids = z.string().trim().max(64);
/** As long as an address with its query. */
const targets = z.string().trim().max(300);
const days = z.string().refine(isDayText);
/** Digits, letters and colons: an address, or its beginning. */
const addresses = z
  .string()
  .trim()
  .regex(/^[0-9a-f.:/]{1,45}$/i);
/** A log is sorted by when it was written. */
export const ENTRIES_BY = "time";

export type ParsedLogQuery = { query: LogQuery; ignored: Ignored[] };

/** Reads a log's filters from its address; what cannot be read is dropped and named. */
export function parseLogQuery(search: URLSearchParams): ParsedLogQuery {
  const read = readQuery(search);
  const query = {
    event: read.one("event", events),
    actor: read.one("actor", ids),
    target: read.one("target", targets),
    ip: read.one("ip", addresses),
    from: read.one("from", days),
    to: read.one("to", days),
    before: read.cursor("before", ENTRIES_BY),
  };
  return { query, ignored: read.ignored("headers") };
}

/** The events of one log, in the order of their names. */
export const eventsOf = (log: LogName): string[] =>
  Object.entries(EVENTS)
    .filter(([, event]) => event.log === log)
    .map(([name]) => name)
    .sort();
