import type { MetricView } from "./metric-views.ts";
import type { Side, TalkKind as KindOfTalk } from "../views.ts";
import type { TalkKind } from "./input.ts";

/**
 * Our defaults (product §14.3), never "industry standard". Inside [from, to] is "ok"; up to
 * `watchTo` is "watch"; the rest is "out".
 */
export type Band = { from?: number; to?: number; watchTo?: number };
type Bands = Partial<Record<string, { side?: Side; band: Band }>>;

const EVERY_KIND: Bands = {
  longest_monologue: { band: { to: 90_000, watchTo: 150_000 } },
  switches_per_min: { band: { from: 2 } },
  interactivity: { band: { from: 5 } },
  patience: { band: { from: 500, to: 1500 } },
  cut_in: { band: { to: 0.1 } },
  answered_questions: { side: "R", band: { from: 0.8 } },
  speed: { side: "R", band: { from: 130, to: 175 } },
  speed_morae: { side: "R", band: { from: 360, to: 480 } },
  speed_gap: { band: { to: 0.1 } },
  silences: { band: { to: 0.5 } },
  overlap_ratio: { band: { to: 0.05 } },
  interruptions: { side: "R", band: { to: 0.3 } },
};
const BY_KIND: Readonly<Record<TalkKind, Bands>> = {
  discovery: {
    talk_ratio: { side: "R", band: { from: 0.35, to: 0.55 } },
    longest_customer_story: { band: { from: 60_000 } },
    // 11–14 in 45 minutes.
    questions_per_hour: { side: "R", band: { from: 14.6667, to: 18.6667 } },
  },
  demo: { talk_ratio: { side: "R", band: { from: 0.45, to: 0.65 } } },
  other: { talk_ratio: { side: "R", band: { to: 0.65 } } },
};

/** Where a value lies in our default band, or null where there is none. */
export function bandOf(
  { key, side, value }: Pick<MetricView, "key" | "side" | "value">,
  kind: TalkKind,
): MetricView["band"] {
  const band = bandFor(key, side, kind);
  if (!band || value === null) return null;
  const { from = -Infinity, to = Infinity, watchTo } = band;
  if (value >= from && value <= to) return "ok";
  return watchTo !== undefined && value > to && value <= watchTo ? "watch" : "out";
}

/** Our default band of a side's metric; null where there is none. @param kind null: what holds for every kind */
export function bandFor(key: string, side: Side | null, kind: TalkKind | null): Band | null {
  const found = (kind === null ? undefined : BY_KIND[kind][key]) ?? EVERY_KIND[key];
  return !found || (found.side && found.side !== side) ? null : found.band;
}

/** The bands of a call: follow-ups have none of their own. */
export const bandKindOf = (kind: KindOfTalk | null): TalkKind =>
  kind === "discovery" || kind === "demo" ? kind : "other";
