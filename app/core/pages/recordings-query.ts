import * as z from "zod";
import type { KeyKind } from "#app/core/domain/list/cursor.ts";
import { type Ignored, readQuery } from "#app/core/domain/list/list-query.ts";
import { isDayText } from "#app/core/domain/zone.ts";
import { type Range, RANGES } from "./recordings-range.ts";

/** The list's state lives in its URL (product §8.2). Several values of one key are alternatives. */
const KINDS = ["room", "meeting", "phone", "recorder", "upload"] as const;
const STATES = ["receiving", "processing", "ready", "ready_partial", "failed"] as const;
/** Whether somebody other than the owner heard enough of it. */
const REVIEWED = ["yes", "no"] as const;
/** What Home tells of, as a list of its own. */
const SHOWN = ["needs-you", "in-progress"] as const;
export const SORTS = [
  "-startedAt",
  "startedAt",
  "-duration",
  "duration",
  "title",
  "-title",
  "-talkRatio",
  "talkRatio",
] as const;
export type Sort = (typeof SORTS)[number];

const fields = {
  owner: z.uuid(),
  team: z.uuid(),
  label: z.uuid(),
  participant: z.string().max(120),
  company: z.string().max(120),
  kind: z.enum(KINDS),
  language: z.enum(["en", "ja"]),
  state: z.enum(STATES),
  quality: z.enum(["A", "B", "C"]),
  visibility: z.enum(["private", "team", "workspace"]),
  reviewed: z.enum(REVIEWED),
} as const;
export type FilterKey = keyof typeof fields;
export const FILTER_KEYS = [
  "owner",
  "team",
  "label",
  "participant",
  "company",
  "kind",
  "language",
  "state",
  "quality",
  "visibility",
  "reviewed",
] as const satisfies FilterKey[];

export type RecordingsQuery = {
  q: string;
  filters: Partial<Record<FilterKey, string[]>>;
  show: (typeof SHOWN)[number] | null;
  range: Range | null;
  from: string | null;
  to: string | null;
  minMinutes: number | null;
  maxMinutes: number | null;
  /** Our share of speech in percent: more than, less than. */
  shareOver: number | null;
  shareUnder: number | null;
  sort: Sort;
  after: string | null;
  limit: number;
  /** IANA name: `from` and `to` are days of the reader's calendar. */
  zone: string;
};
export type ParsedQuery = { query: RecordingsQuery; ignored: Ignored[] };

const date = z.string().refine(isDayText);
const minutes = z.coerce.number().int().min(0).max(600);
const percent = z.coerce.number().int().min(0).max(100);
// Made once: making a schema costs more than asking it.
const sorts = z.enum(SORTS);
const ranges = z.enum(RANGES);
const shown = z.enum(SHOWN);

/** What each order is sorted by: cursors of one kind are none of another. */
export const SORTED_BY = {
  "-startedAt": "time",
  startedAt: "time",
  "-duration": "whole",
  duration: "whole",
  title: "text",
  "-title": "text",
  "-talkRatio": "ratio",
  talkRatio: "ratio",
} as const satisfies Record<Sort, KeyKind>;

/**
 * Reads a query string. What cannot be read is dropped and named, never an error page.
 * @param zone of the reader, an IANA name
 */
export function parseRecordingsQuery(search: URLSearchParams, zone = "UTC"): ParsedQuery {
  const read = readQuery(search);
  const filters: RecordingsQuery["filters"] = {};
  for (const key of FILTER_KEYS) {
    const kept = read.many(key, fields[key]);
    if (kept.length > 0) filters[key] = kept;
  }
  const sort = read.one("sort", sorts) ?? "-startedAt";
  const query = {
    q: read.text("q", 400),
    filters,
    show: read.one("show", shown),
    range: read.one("range", ranges),
    from: read.one("from", date),
    to: read.one("to", date),
    minMinutes: read.one("min", minutes),
    maxMinutes: read.one("max", minutes),
    shareOver: read.one("talkRatio.gt", percent),
    shareUnder: read.one("talkRatio.lt", percent),
    sort,
    after: read.cursor("after", SORTED_BY[sort]),
    limit: read.limit(25),
    zone,
  };
  return { query, ignored: read.ignored("upload", "headers") };
}

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = (query: RecordingsQuery): boolean =>
  query.q !== "" ||
  Object.keys(query.filters).length > 0 ||
  ONE_VALUE.some((key) => query[key] !== null);

/** Filters that have one value or none. */
export const ONE_VALUE = [
  "show",
  "range",
  "from",
  "to",
  "minMinutes",
  "maxMinutes",
  "shareOver",
  "shareUnder",
] as const satisfies (keyof RecordingsQuery)[];
