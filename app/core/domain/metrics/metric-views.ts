import type { QualityClass, RangeMs, Side } from "../views.ts";

/** One metric of product §14.3 as the screen shows it; `formula` and texts come from the `metrics` catalogue by `key`. */
export type MetricView = {
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
  band: "ok" | "watch" | "out" | null;
};

export type MetricsView = {
  config: string;
  quality: QualityClass;
  metrics: MetricView[];
  silences: RangeMs[];
  overlaps: RangeMs[];
};
