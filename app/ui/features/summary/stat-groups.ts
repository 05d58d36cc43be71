import type { MetricView } from "#app/core/domain/metrics/metric-views.ts";

const STAT_GROUPS = ["talk", "questions", "pauses", "pace"] as const;
export type StatGroupKey = (typeof STAT_GROUPS)[number];
/** One line: a number of ours or of the whole call, with the customer's same number beside it. */
export type StatRow = { metric: MetricView; customers: MetricView | null };
export type StatGroup = { key: StatGroupKey; rows: readonly StatRow[] };

const GROUPS: Readonly<Record<StatGroupKey, readonly string[]>> = {
  talk: [
    "talk_ratio",
    "longest_monologue",
    "longest_customer_story",
    "switches_per_min",
    "interactivity",
    "speaking_stakeholders",
    "rally_score",
  ],
  questions: ["questions", "questions_per_hour", "open_questions", "answered_questions"],
  pauses: [
    "patience",
    "customer_latency",
    "objection_pause",
    "cut_in",
    "interruptions",
    "overlaps",
    "overlap_ratio",
    "silences",
    "silence_ratio",
    "dead_air",
  ],
  pace: ["speed", "speed_morae", "speed_gap", "fillers", "pitch_variation"],
};
/** Stands in the lanes and under the talk share, a line a person. */
const OF_PERSONS = "participation";
const KNOWN = new Set([...Object.values(GROUPS).flat(), OF_PERSONS]);

/** All numbers of a call in four groups; what no group names, of a later version, ends the first. */
export function statGroups(metrics: readonly MetricView[]): StatGroup[] {
  const others = metrics.map(({ key }) => key).filter((key) => !KNOWN.has(key));
  return STAT_GROUPS.flatMap((key) => {
    const keys = GROUPS[key];
    const wanted = key === "talk" ? [...keys, ...new Set(others)] : keys;
    const rows = wanted.flatMap((name) => rowsOf(metrics, name));
    return rows.length === 0 ? [] : [{ key, rows }];
  });
}

function rowsOf(metrics: readonly MetricView[], key: string): StatRow[] {
  const found = metrics.filter((metric) => metric.key === key);
  const ours = found.find(({ side, participantId }) => side === "R" && participantId === null);
  const theirs = found.find(({ side, participantId }) => side === "C" && participantId === null);
  if (!ours || !theirs) return found.map((metric) => ({ metric, customers: null }));
  // Of the talk share the customer's part is what is left.
  return [{ metric: ours, customers: key === "talk_ratio" ? null : theirs }];
}

/** Each person's share of the speech. */
export const sharesOf = (metrics: readonly MetricView[]): MetricView[] =>
  metrics.filter(({ key }) => key === OF_PERSONS);

/**
 * Where a number can be played from; null for one that is not known, and for none of a thing: what is kept there is the
 * nearest to one.
 */
export function placeOf({ value, unit, at }: MetricView): MetricView["at"] {
  const isNone = value === 0 && (unit === "count" || unit === "per_min");
  return value === null || isNone ? null : at;
}

/** A number no average counts, or none at all. */
export type Doubt = {
  reason: string;
  /** The numbers it holds for; empty where it holds for nearly all, and naming them says nothing. */
  metrics: readonly MetricView[];
};

/**
 * Why numbers are grey or missing, each reason once.
 * @param sentence the reason as it is read; numbers with the same sentence have the same reason
 */
export function doubtsOf(
  groups: readonly StatGroup[],
  sentence: (metric: MetricView, reason: string) => string,
): Doubt[] {
  const all = groups.flatMap(({ rows }) => rows.map(({ metric }) => metric));
  const grey = all.flatMap((metric) =>
    metric.reason === null ? [] : [{ metric, reason: sentence(metric, metric.reason) }],
  );
  const byReason = Map.groupBy(grey, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, found]) => ({ reason, metrics: found.map(({ metric }) => metric) }))
    .sort((a, b) => b.metrics.length - a.metrics.length)
    .map((doubt) => (doubt.metrics.length * 2 > all.length ? { ...doubt, metrics: [] } : doubt));
}
