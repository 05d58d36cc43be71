import type { Metric } from "./metric-views.ts";
import type { RangeMs, Side } from "../views.ts";
import type { TalkContext } from "./talk-context.ts";

/** What a formula needs before its value may be given: known sides; own tracks; turn times that were measured. */
export type Need = "sides" | "tracks" | "turn_times";

/** A metric before gates; `at` is on the talk clock. */
export type Draft = Omit<Metric, "reason"> & {
  needs: readonly Need[];
  /** Why there is no value, where the formula itself knows. */
  why: string | null;
};

type Given = {
  value: number | null;
  side?: Side | null;
  participantId?: string | null;
  parts?: Record<string, number | null>;
  n?: number | null;
  at?: RangeMs | null;
  needs?: readonly Need[];
  why?: string;
};

/** Null parts are left out: a part that cannot be computed is not 0. */
const partsOf = (parts: Record<string, number | null>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(parts).filter((entry): entry is [string, number] => entry[1] !== null),
  );

export function draft(key: string, unit: Metric["unit"], given: Given): Draft {
  return {
    key,
    unit,
    side: given.side ?? null,
    participantId: given.participantId ?? null,
    value: given.value,
    parts: partsOf(given.parts ?? {}),
    n: given.n ?? null,
    at: given.at ?? null,
    needs: given.needs ?? [],
    why: given.value === null ? (given.why ?? "no_speech") : null,
  };
}

const GATE = { speechMs: 60_000, turns: 10, waits: 5 };
const SPREAD_MAX = 0.05;
const WAITS = new Set(["patience", "customer_latency", "cut_in", "objection_pause"]);

/** Counted in words and turns: true whatever the times are. */
const WITHOUT_TIMES = new Set(["questions", "open_questions", "answered_questions"]);

/** Why a value cannot be given at all, in the order people should read it. */
export function missingReason(
  { needs, why }: Pick<Draft, "needs" | "why">,
  { input }: Pick<TalkContext, "input">,
): string | null {
  const needsTracks = needs.includes("turn_times") || needs.includes("tracks");
  if (needsTracks && input.quality === "C") return "class_c";
  if (needs.includes("sides") && !input.sidesKnown) return "sides_unknown";
  if (needs.includes("turn_times") && input.spreadShare > SPREAD_MAX) return "times_estimated";
  return why;
}

/** Display gate (product §14.2 step 4): the value stays, greyed. `sides`: speech and turns of each side. */
export function gateReason(
  { key, n }: Pick<Draft, "key" | "n">,
  sides: readonly { speechMs: number; turns: number }[],
): string | null {
  if (sides.some(({ speechMs }) => speechMs < GATE.speechMs)) return "too_short";
  if (sides.some(({ turns }) => turns < GATE.turns)) return "few_turns";
  if (WAITS.has(key) && (n ?? 0) < GATE.waits) return "few_waits";
  return null;
}

/** The display gate of one call. */
export type Gate = (made: Pick<Draft, "key" | "n">) => string | null;

/** What may be given of a metric: nothing where it cannot be measured; behind the display gate the greyed value. */
export function judge(
  { needs, why, ...made }: Draft,
  context: Pick<TalkContext, "input">,
  gate: Gate,
): Metric {
  const isGuessed = context.input.areTimesMadeUp === true && !WITHOUT_TIMES.has(made.key);
  const missing = missingReason({ needs, why }, context) ?? (isGuessed ? "times_estimated" : null);
  if (missing === null) return { ...made, reason: gate(made) };
  const n = missing === why ? made.n : null;
  return { ...made, value: null, parts: {}, n, at: null, reason: missing };
}
