import * as z from "zod";
import { type Ignored, readQuery } from "#app/core/domain/list/list-query.ts";
import { isDayText } from "#app/core/domain/zone.ts";
import {
  FILTER_KEYS,
  type FilterKey,
  type RecordingsQuery,
  SHOWN,
  SORTED_BY,
  SORTS,
} from "./recordings-filters.ts";
import { RANGES } from "./recordings-range.ts";

/** The list's state lives in its URL (product §8.2). Several values of one key are alternatives. */
const KINDS = ["room", "meeting", "phone", "recorder", "upload"] as const;
const STATES = ["receiving", "processing", "ready", "ready_partial", "failed"] as const;
/** Whether somebody other than the owner heard enough of it. */
const REVIEWED = ["yes", "no"] as const;

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
} as const satisfies Record<FilterKey, z.ZodType>;

const date = z.string().refine(isDayText);
const minutes = z.coerce.number().int().min(0).max(600);
const percent = z.coerce.number().int().min(0).max(100);
// Made once: making a schema costs more than asking it.
const sorts = z.enum(SORTS);
const ranges = z.enum(RANGES);
const shown = z.enum(SHOWN);

export type ParsedQuery = { query: RecordingsQuery; ignored: Ignored[] };

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
