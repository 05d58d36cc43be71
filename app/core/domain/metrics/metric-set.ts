import * as z from "zod";
import type { Metrics } from "./metric-views.ts";
import type { QualityClass } from "../views.ts";

const range = z.object({ t0Ms: z.number(), t1Ms: z.number() });
const metric = z.object({
  key: z.string(),
  side: z.enum(["R", "C"]).nullable(),
  participantId: z.string().nullable(),
  value: z.number().nullable(),
  unit: z.enum(["ratio", "ms", "per_min", "per_hour", "wpm", "count", "score", "factor"]),
  parts: z.record(z.string(), z.number()),
  n: z.number().nullable(),
  reason: z.string().nullable(),
  at: range.nullable(),
});
/** What `metric_set.detail` holds. Older ones hold a band as well, of the ranges of their time: it is read no more. */
export const metricDetail = z.object({
  metrics: z.array(metric),
  silences: z.array(range),
  overlaps: z.array(range),
});
export type MetricDetail = z.output<typeof metricDetail>;

/** Reads a stored set; one written by another version that cannot be read is as if it were not there. */
export function readMetricSet(
  config: string,
  quality: QualityClass,
  detail: unknown,
): Metrics | null {
  const parsed = metricDetail.safeParse(detail);
  return parsed.success ? { config, quality, ...parsed.data } : null;
}
