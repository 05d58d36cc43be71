import * as z from "zod";
import type { KeyKind } from "#app/core/domain/list/cursor.ts";
import { type Ignored, readQuery } from "#app/core/domain/list/list-query.ts";
import { isDayText } from "#app/core/domain/zone.ts";

/** The list's state lives in its URL (product §8.2). Several values of one key are alternatives. */
const KINDS = ["room", "meeting", "phone", "recorder", "upload"] as const;
const STATES = ["receiving", "processing", "ready", "ready_partial", "failed"] as const;
export const SORTS = [
  "-startedAt",
  "startedAt",
  "-duration",
  "duration",
  "title",
  "-title",
] as const;
export type Sort = (typeof SORTS)[number];

const fields = {
  owner: z.uuid(),
  company: z.string().max(120),
  kind: z.enum(KINDS),
  language: z.enum(["en", "ja"]),
  state: z.enum(STATES),
  quality: z.enum(["A", "B", "C"]),
  visibility: z.enum(["private", "team", "workspace"]),
} as const;
export type FilterKey = keyof typeof fields;
export const FILTER_KEYS = [
  "owner",
  "company",
  "kind",
  "language",
  "state",
  "quality",
  "visibility",
] as const satisfies FilterKey[];

export type RecordingsQuery = {
  q: string;
  filters: Partial<Record<FilterKey, string[]>>;
  from: string | null;
  to: string | null;
  minMinutes: number | null;
  maxMinutes: number | null;
  sort: Sort;
  after: string | null;
  limit: number;
  /** IANA name: `from` and `to` are days of the reader's calendar. */
  zone: string;
};
export type ParsedQuery = { query: RecordingsQuery; ignored: Ignored[] };

const date = z.string().refine(isDayText);
const minutes = z.coerce.number().int().min(0).max(600);
// Made once: making a schema costs more than asking it.
const sorts = z.enum(SORTS);

/** What each order is sorted by: cursors of one kind are none of another. */
export const SORTED_BY = {
  "-startedAt": "time",
  startedAt: "time",
  "-duration": "whole",
  duration: "whole",
  title: "text",
  "-title": "text",
} as const satisfies Record<Sort, KeyKind>;

/** What a cursor holds by the order it is of, as PostgreSQL takes it: a title, a time or a length, then the call. */
const cursors = {
  title: z.tuple([
    z
      .string()
      .max(1_000)
      .refine((text) => !text.includes("\0")),
    z.guid(),
  ]),
  startedAt: z.tuple([
    z.iso.datetime({ precision: 3 }).refine((text) => isDayText(text.slice(0, 10))),
    z.guid(),
  ]),
  duration: z.tuple([z.int32().min(0), z.guid()]),
} as const;

/** @returns what `writeCursor` was given, in the order of `sort`; null for what it did not write */
export function readCursor(sort: Sort, text: string): [value: string, callId: string] | null {
  const column =
    sort === "title" || sort === "-title"
      ? "title"
      : sort.endsWith("duration")
        ? "duration"
        : "startedAt";
  const parsed = cursors[column].safeParse(readJson(Buffer.from(text, "base64url").toString()));
  return parsed.success ? [String(parsed.data[0]), parsed.data[1]] : null;
}

export const writeCursor = (value: string | number, callId: string): string =>
  Buffer.from(JSON.stringify([value, callId])).toString("base64url");

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** So much of a value that was left out is shown. */
const MOST_NAMED = 80;

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
    from: read.one("from", date),
    to: read.one("to", date),
    minMinutes: read.one("min", minutes),
    maxMinutes: read.one("max", minutes),
    sort,
    after: read.cursor("after", SORTED_BY[sort]),
    limit: read.limit(25),
    zone,
  };
  return { query, ignored: read.ignored("upload", "headers") };
}

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = ({
  q,
  filters,
  from,
  to,
  minMinutes,
  maxMinutes,
}: RecordingsQuery): boolean =>
  q !== "" ||
  Object.keys(filters).length > 0 ||
  [from, to, minMinutes, maxMinutes].some((value) => value !== null);
