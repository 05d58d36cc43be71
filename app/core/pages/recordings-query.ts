import * as z from "zod";
import { type Ignored, readQuery } from "#app/core/domain/list/list-query.ts";
import { HOUR_OF_WEEK } from "#app/core/domain/analytics/measures.ts";
import { readFigure } from "#app/core/domain/analytics/counted.ts";
import { readFilters } from "#app/core/domain/analytics/parse-query.ts";
import { now } from "#app/core/platform/clock.ts";
import { isDayText } from "#app/core/domain/zone.ts";
import {
  FILTER_KEYS,
  type FilterKey,
  type FilterName,
  filterOf,
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
function valueOf(name: FilterName): z.ZodType {
  const { values, words } = filterOf(name);
  const usual = words === undefined ? z.uuid() : z.string().max(words);
  return values ? z.enum(values) : usual;
}
const date = z.string().refine(isDayText);
const minutes = z.coerce.number().int().min(0).max(600);
const metricOf = (metric: Metric): z.ZodType<number> => {
  const { most, step } = METRICS[metric];
  const number = z.coerce.number().min(0).max(most);
  return step === 1 ? number.int() : number;
};
// Made once: making a schema costs more than asking it.
const fields = FILTER_KEYS.map((key) => ({ key, schema: valueOf(readKey(key).name) }));
const bounds = METRIC_KEYS.map((key) => ({ key, schema: metricOf(readMetricKey(key).metric) }));
const sorts = z.enum(SORTS);
const ranges = z.enum(RANGES);
const shown = z.enum(SHOWN);
const saids = z.enum(["us", "customer"]);
const hourOfWeek = z.string().regex(HOUR_OF_WEEK);
const figures = z.string().refine((text) => readFigure(text) !== null);
/** With a number of analytics these keys ask what its page is asked; a bare key only. */
const OF_ANALYTICS = new Set<FilterKey>([
  "team",
  "talk",
  "language",
  "label",
  "stage",
  "hours",
  "sample",
]);
const looks = z.literal("cards");
const panels = z.enum(PANELS);

export type ParsedQuery = { query: RecordingsQuery; ignored: Ignored[] };

/**
 * Reads a query string. What cannot be read is dropped and named, never an error page.
 * @param zone of the reader, an IANA name
 */
export function parseRecordingsQuery(search: URLSearchParams, zone = "UTC"): ParsedQuery {
  const read = readQuery(search);
  const figure = read.one("counted", figures);
  const counted = figure === null ? null : { figure, query: readFilters(read, zone, now()) };
  const filters: RecordingsQuery["filters"] = {};
  for (const { key, schema } of fields) {
    if (counted !== null && OF_ANALYTICS.has(key)) continue;
    const kept = read.many(key, schema);
    if (kept.length > 0) filters[key] = [...new Set(kept)];
  }
  const asked: RecordingsQuery["metrics"] = {};
  for (const { key, schema } of bounds) {
    const bound = read.one(key, schema);
    if (bound !== null) asked[key] = bound;
  }
  const show = read.one("show", shown);
  const sort = read.one("sort", sorts) ?? sortOf(show);
  const query = {
    q: read.text("q", 400),
    said: read.one("said", saids),
    filters,
    counted,
    show,
    ...(counted === null
      ? {
          range: read.one("range", ranges),
          from: read.one("from", date),
          to: read.one("to", date),
        }
      : { range: null, from: null, to: null }),
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
