import type { Metric, MetricRange, MetricView } from "./metric-views.ts";
import { type Side, TALK_KINDS, type TalkKind } from "../views.ts";

/** Inside [from, to] is "ok"; up to `watchTo` is "watch"; the rest is "out". Without any bound it is no range. */
export type Band = {
  from?: number | undefined;
  to?: number | undefined;
  watchTo?: number | undefined;
};
/** Metrics that may have a range, in the order in which the settings list them. */
export const BAND_KEYS = [
  "talk_ratio",
  "longest_monologue",
  "longest_customer_story",
  "switches_per_min",
  "interactivity",
  "questions_per_hour",
  "answered_questions",
  "patience",
  "cut_in",
  "silences",
  "overlap_ratio",
  "interruptions",
  "speed",
  "speed_morae",
  "speed_gap",
] as const;
/** By metric, where a workspace has another range than ours. */
type OfKind = Partial<Record<string, Band>>;
export type Bands = Record<TalkKind, OfKind>;

/** Numbers both sides have, of which only ours has a range. */
const OURS_ALONE = new Set([
  ...["talk_ratio", "answered_questions", "questions_per_hour", "speed", "speed_morae"],
  "interruptions",
]);
/** Our defaults (product §14.3), never "industry standard". */
const EVERY_KIND: OfKind = {
  longest_monologue: { to: 90_000, watchTo: 150_000 },
  switches_per_min: { from: 2 },
  interactivity: { from: 5 },
  patience: { from: 500, to: 1500 },
  cut_in: { to: 0.1 },
  answered_questions: { from: 0.8 },
  speed: { from: 130, to: 175 },
  speed_morae: { from: 360, to: 480 },
  speed_gap: { to: 0.1 },
  silences: { to: 0.5 },
  overlap_ratio: { to: 0.05 },
  interruptions: { to: 0.3 },
};
const BY_KIND: Bands = {
  discovery: {
    talk_ratio: { from: 0.35, to: 0.55 },
    longest_customer_story: { from: 60_000 },
    // 11–14 in 45 minutes.
    questions_per_hour: { from: 14.6667, to: 18.6667 },
  },
  demo: { talk_ratio: { from: 0.45, to: 0.65 } },
  follow_up: { talk_ratio: { to: 0.65 } },
  other: { talk_ratio: { to: 0.65 } },
};

/** Our default range of a metric in a kind of call; without a bound where we have none. */
export const ourBand = (key: string, kind: TalkKind): Band =>
  BY_KIND[kind][key] ?? EVERY_KIND[key] ?? {};

export const isSameBand = (a: Band, b: Band): boolean =>
  a.from === b.from && a.to === b.to && a.watchTo === b.watchTo;

/** The range in force of a side's metric; null where there is none. @param kind null: what holds for every kind */
export function bandFor(
  key: string,
  side: Side | null,
  { bands, kind }: { bands: Bands; kind: TalkKind | null },
): Band | null {
  if (OURS_ALONE.has(key) && side !== "R") return null;
  const [first = {}, ...others] = (kind === null ? TALK_KINDS : [kind]).map(
    (one) => bands[one][key] ?? ourBand(key, one),
  );
  if (others.some((other) => !isSameBand(first, other))) return null;
  return isSameBand(first, {}) ? null : first;
}

type Place = { bands: Bands; kind: TalkKind };

/** The range in force and whose it is, of a side's metric in one kind of call. */
export function rangeOf(
  key: string,
  side: Side | null,
  { bands, kind }: Place,
): MetricRange | null {
  if (OURS_ALONE.has(key) && side !== "R") return null;
  const ours = ourBand(key, kind);
  const own = bands[kind][key];
  const isOurs = own === undefined || isSameBand(own, ours);
  if (isOurs && isSameBand(ours, {})) return null;
  const { from = null, to = null, watchTo = null } = own ?? ours;
  return { from, to, watchTo, isOurs };
}

/** Fewer events than these make no rate: one in a short call would already be too many. */
const LEAST_EVENTS = 3;

/** Where a value lies in the range in force, or null where there is none, or the value is greyed. */
export function bandOf(
  {
    key,
    side,
    value,
    unit,
    n,
    reason,
  }: Pick<Metric, "key" | "side" | "value" | "unit" | "n" | "reason">,
  place: Place,
): MetricView["band"] {
  const band = bandFor(key, side, place);
  if (!band || value === null || reason !== null) return null;
  const { from = -Infinity, to = Infinity, watchTo } = band;
  if (value >= from && value <= to) return "ok";
  const isRate = unit === "per_min" || unit === "per_hour";
  if (isRate && n !== null && n < LEAST_EVENTS && value > to) return null;
  return watchTo !== undefined && value > to && value <= watchTo ? "watch" : "out";
}
