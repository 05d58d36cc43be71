import type { MetricView } from "../metrics/metric-views.ts";
import { METRICS_CONFIG, METRICS_CONFIGS } from "../metrics/input.ts";
import type { Side } from "../views.ts";

/** Numbers of a call that people are compared with themselves by, as the page groups them. */
export const TALK_GROUPS = {
  talk: [
    "talk_ratio",
    "longest_monologue",
    "longest_customer_story",
    "switches_per_min",
    "interactivity",
  ],
  questions: ["questions_per_hour", "open_questions", "answered_questions"],
  pauses: ["patience", "cut_in", "customer_latency", "silences", "overlap_ratio", "interruptions"],
  pace: ["speed", "speed_morae", "speed_gap", "fillers"],
} as const;
export const TALK_METRICS = [
  ...TALK_GROUPS.talk,
  ...TALK_GROUPS.questions,
  ...TALK_GROUPS.pauses,
  ...TALK_GROUPS.pace,
] as const;
export type TalkMetric = (typeof TALK_METRICS)[number];

type About = {
  /** Whose number of the call it is. */
  side: Side;
  /** What table metric_row keeps it in; `per_second` is morae. */
  unit: MetricView["unit"] | "per_second";
};

export const TALK_METRIC: Record<TalkMetric, About> = {
  talk_ratio: { side: "R", unit: "ratio" },
  longest_monologue: { side: "R", unit: "ms" },
  longest_customer_story: { side: "C", unit: "ms" },
  switches_per_min: { side: "R", unit: "per_min" },
  interactivity: { side: "R", unit: "score" },
  questions_per_hour: { side: "R", unit: "per_hour" },
  open_questions: { side: "R", unit: "ratio" },
  answered_questions: { side: "R", unit: "ratio" },
  patience: { side: "R", unit: "ms" },
  cut_in: { side: "R", unit: "ratio" },
  customer_latency: { side: "C", unit: "ms" },
  silences: { side: "R", unit: "per_min" },
  overlap_ratio: { side: "R", unit: "ratio" },
  interruptions: { side: "R", unit: "per_min" },
  speed: { side: "R", unit: "wpm" },
  speed_morae: { side: "R", unit: "per_second" },
  speed_gap: { side: "R", unit: "ratio" },
  fillers: { side: "R", unit: "per_min" },
};

/** Fewer calls make no figure of a person (product §14.3, aggregation). */
export const LEAST_CALLS = 5;

export type MetricsConfig = (typeof METRICS_CONFIGS)[number];
export const CURRENT_CONFIG: MetricsConfig = METRICS_CONFIG;

/**
 * Which calls a number of talk statistics counts, as a filter of the list writes it: `talk_ratio` has a value,
 * `talk_ratio.out` has none, `talk_ratio.class_c` has none for that reason; `@2` behind it asks an older rule set.
 */
export type TalkFilter = { metric: TalkMetric; out: string | null; config: MetricsConfig };
export const ANY_REASON = "out";

const FORM = /^([a-z_]+)(?:\.([a-z_]+))?(?:@(\d))?$/;

export function readTalkFilter(text: string): TalkFilter | null {
  const [, name, out, version] = FORM.exec(text) ?? [];
  const metric = TALK_METRICS.find((one) => one === name);
  const config =
    version === undefined
      ? CURRENT_CONFIG
      : METRICS_CONFIGS.find((one) => one === `metrics@${version}`);
  return metric === undefined || config === undefined ? null : { metric, out: out ?? null, config };
}

export const writeTalkFilter = ({ metric, out, config }: TalkFilter): string =>
  `${metric}${out === null ? "" : `.${out}`}${config === CURRENT_CONFIG ? "" : config.replace("metrics", "")}`;
