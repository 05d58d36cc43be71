import * as z from "zod";
import { type Ignored, type QueryReader, readQuery } from "../list/list-query.ts";
import { TALK_KINDS } from "../views.ts";
import { isDayText } from "../zone.ts";
import { PERIODS, periodOf } from "./period.ts";
import { type AnalyticsQuery, USUAL } from "./query.ts";

const day = z.string().refine(isDayText);
const ranges = z.enum(PERIODS);
const talk = z.enum(TALK_KINDS);
const languages = z.enum(["en", "ja"]);
/** Nobody compares more than two years of days. */
const MOST_DAYS = 800;

/** Reads an address of analytics. What cannot be read is dropped and named. @param zone of the reader, an IANA name */
export function parseAnalyticsQuery(
  search: URLSearchParams,
  zone: string,
  now: Date,
): { query: AnalyticsQuery; ignored: Ignored[] } {
  const read = readQuery(search);
  return { query: readFilters(read, zone, now), ignored: read.ignored("headers") };
}

/** What every page of analytics is narrowed by; a page asks the same reader for what is its own. */
export function readFilters(read: QueryReader, zone: string, now: Date): AnalyticsQuery {
  const range = read.one("range", ranges);
  const byHand = daysByHand(read, range !== null);
  const name = byHand === null ? (range ?? USUAL) : null;
  const many = (key: string, schema: z.ZodType) => [...new Set(read.many(key, schema))];
  return {
    range: name,
    period: periodOf(name ?? byHand ?? USUAL, now, zone),
    teams: many("team", z.uuid()),
    members: many("member", z.uuid()),
    talk: TALK_KINDS.filter((kind) => read.many("talk", talk).includes(kind)),
    languages: many("language", languages),
    labels: many("label", z.uuid()),
    stages: many("stage", z.uuid()),
    isInHours: read.one("hours", z.literal("working")) !== null,
    isWithoutSample: read.one("sample", z.literal("no")) !== null,
    zone,
  };
}

/** Days that were given by hand: both, in order, not too many, and no range beside them. What is not so is named. */
function daysByHand(read: QueryReader, hasRange: boolean): { from: string; to: string } | null {
  const [from, to] = [read.one("from", day), read.one("to", day)];
  const isUsable =
    !hasRange &&
    from !== null &&
    to !== null &&
    from <= to &&
    Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000;
  if (isUsable) return { from, to };
  if (from !== null) read.drop("from", from);
  if (to !== null) read.drop("to", to);
  return null;
}
