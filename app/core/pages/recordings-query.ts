import * as z from "zod";
import { type Ignored, readQuery } from "#app/core/domain/list/list-query.ts";
import { HOUR_OF_WEEK, MEASURES } from "#app/core/domain/analytics/measures.ts";
import { readTalkFilter } from "#app/core/domain/analytics/talk-metrics.ts";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import { isDayText } from "#app/core/domain/zone.ts";
import {
  FILTER_KEYS,
  type FilterName,
  METRIC_KEYS,
  METRICS,
  type Metric,
  readKey,
  PANELS,
  readMetricKey,
  type RecordingsQuery,
  SHOWN,
  SORTED_BY,
  SORTS,
  sortOf,
} from "./recordings-filters.ts";
import { RANGES } from "./recordings-range.ts";

/** The list's state lives in its URL (product §8.2). Several values of one key are alternatives. */
const KINDS = ["room", "meeting", "phone", "recorder", "upload"] as const;
const STATES = ["receiving", "processing", "ready", "ready_partial", "failed"] as const;
const YES_NO = ["yes", "no"] as const;
const CONSENTS = ["not_asked", "waiting", "agreed", "partly", "refused", "withdrawn"] as const;

const fields = {
  owner: z.uuid(),
  team: z.uuid(),
  label: z.uuid(),
  /** A member's id, or a part of a name. */
  participant: z.string().max(120),
  company: z.string().max(120),
  /** A deal's id, or a part of its name. */
  deal: z.string().max(200),
  stage: z.uuid(),
  /** A contact's id, or a part of a name. */
  contact: z.string().max(120),
  tracker: z.uuid(),
  kind: z.enum(KINDS),
  language: z.enum(["en", "ja"]),
  state: z.enum(STATES),
  quality: z.enum(["A", "B", "C"]),
  visibility: z.enum(["private", "team", "workspace"]),
  consent: z.enum(CONSENTS),
  /** Whether somebody other than the owner heard enough of it. */
  reviewed: z.enum(YES_NO),
  reviewer: z.uuid(),
  comment: z.enum(YES_NO),
  summary: z.enum(YES_NO),
  talk: z.enum(TALK_KINDS),
  /** Invented history of a demo. */
  sample: z.enum(YES_NO),
  hours: z.enum(["working", "outside"]),
  /** What a number of analytics counts. */
  counted: z.enum(MEASURES),
  /** What a number of talk statistics counts, or leaves out. */
  figure: z.string().refine((text) => readTalkFilter(text) !== null),
} as const satisfies Record<FilterName, z.ZodType>;

const date = z.string().refine(isDayText);
const minutes = z.coerce.number().int().min(0).max(600);
const metricOf = (metric: Metric): z.ZodType<number> => {
  const { most, step } = METRICS[metric];
  const number = z.coerce.number().min(0).max(most);
  return step === 1 ? number.int() : number;
};
const metrics = {
  talkRatio: metricOf("talkRatio"),
  longest: metricOf("longest"),
  questions: metricOf("questions"),
  patience: metricOf("patience"),
  speed: metricOf("speed"),
  silence: metricOf("silence"),
  overlap: metricOf("overlap"),
} as const satisfies Record<Metric, z.ZodType<number>>;
// Made once: making a schema costs more than asking it.
const sorts = z.enum(SORTS);
const ranges = z.enum(RANGES);
const shown = z.enum(SHOWN);
const hourOfWeek = z.string().regex(HOUR_OF_WEEK);
const looks = z.literal("cards");
const panels = z.enum(PANELS);

export type ParsedQuery = { query: RecordingsQuery; ignored: Ignored[] };

/**
 * Reads a query string. What cannot be read is dropped and named, never an error page.
 * @param zone of the reader, an IANA name
 */
export function parseRecordingsQuery(search: URLSearchParams, zone = "UTC"): ParsedQuery {
  const read = readQuery(search);
  const filters: RecordingsQuery["filters"] = {};
  for (const key of FILTER_KEYS) {
    const kept = read.many(key, fields[readKey(key).name]);
    if (kept.length > 0) filters[key] = [...new Set(kept)];
  }
  const asked: RecordingsQuery["metrics"] = {};
  for (const key of METRIC_KEYS) {
    const bound = read.one(key, metrics[readMetricKey(key).metric]);
    if (bound !== null) asked[key] = bound;
  }
  const show = read.one("show", shown);
  const sort = read.one("sort", sorts) ?? sortOf(show);
  const query = {
    q: read.text("q", 400),
    filters,
    show,
    range: read.one("range", ranges),
    from: read.one("from", date),
    to: read.one("to", date),
    minMinutes: read.one("min", minutes),
    maxMinutes: read.one("max", minutes),
    at: read.one("at", hourOfWeek),
    metrics: asked,
    sort,
    as: read.one("as", looks),
    panel: read.one("panel", panels),
    view: null,
    after: read.cursor("after", SORTED_BY[sort]),
    limit: read.limit(25),
    zone,
  };
  return { query, ignored: read.ignored("upload", "headers", "view", "run") };
}
