import type { QualityClass, RangeMs, Side } from "../views.ts";

/** One metric of product §14.3 as it is computed and stored; `formula` and texts come from the `metrics` catalogue by `key`. */
export type Metric = {
  key: string;
  side: Side | null;
  participantId: string | null;
  value: number | null;
  unit: "ratio" | "ms" | "per_min" | "per_hour" | "wpm" | "count" | "score" | "factor";
  /** Denominators and parts by name, e.g. { speechMs: 52000, ofMs: 60000 }; printed beside the value. */
  parts: Record<string, number>;
  n: number | null;
  /** Why `value` is null or greyed: class_c, sides_unknown, too_short, too_few, times_estimated, not_supported … */
  reason: string | null;
  /** Where it can be heard, e.g. the longest monologue. */
  at: RangeMs | null;
};
/** The range in force; `isOurs`: our default. Without a bound the workspace wants none. */
export type MetricRange = {
  from: number | null;
  to: number | null;
  watchTo: number | null;
  isOurs: boolean;
};
/** As the screen shows it: where it lies in the range of the workspace and of the kind of call, as both are now. */
export type MetricView = Metric & {
  band: "ok" | "watch" | "out" | null;
  /** Null: there is none of this metric in this kind of call, as it comes. */
  range: MetricRange | null;
};

export type Metrics = {
  config: string;
  quality: QualityClass;
  metrics: Metric[];
  silences: RangeMs[];
  overlaps: RangeMs[];
};
export type MetricsView = Omit<Metrics, "metrics"> & { metrics: MetricView[] };
