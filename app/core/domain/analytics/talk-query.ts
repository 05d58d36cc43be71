import * as z from "zod";
import { METRICS_CONFIGS } from "../metrics/input.ts";
import { type Ignored, readQuery } from "../list/list-query.ts";
import { readFilters } from "./parse-query.ts";
import type { TalkQuery } from "./talk-stats-views.ts";
import { CURRENT_CONFIG, TALK_METRICS } from "./talk-metrics.ts";

const metrics = z.enum(TALK_METRICS);
const configs = z.enum(METRICS_CONFIGS);
const orders = z.literal("value");
const id = z.uuid();

/** Reads an address of talk statistics. What cannot be read is dropped and named. @param zone of the reader, an IANA name */
export function parseTalkQuery(
  search: URLSearchParams,
  zone: string,
  now: Date,
): { query: TalkQuery; ignored: Ignored[] } {
  const read = readQuery(search);
  const query: TalkQuery = {
    ...readFilters(read, zone, now),
    metric: read.one("metric", metrics) ?? TALK_METRICS[0],
    config: read.one("config", configs) ?? CURRENT_CONFIG,
    isRanked: read.one("order", orders) !== null,
    person: read.one("person", id),
  };
  return { query, ignored: read.ignored("headers") };
}
