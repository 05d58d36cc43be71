import type { CareInput } from "./care-input.ts";
import type { CareRule, Hard, Load, LookedAfter, Suggestion } from "./care-views.ts";
import { followUpSince } from "./hard.ts";
import { loadOf } from "./load.ts";
import { lookedAfterOf } from "./looked-after.ts";
import { weekOf } from "./schedule.ts";

const HOUR_MS = 3_600_000;
/** Of fewer conversations in four weeks nothing is said (product §15.4). */
export const LEAST_CALLS = 8;
/** Weeks that are looked back through for the beginning of what is open. */
const BACK = 4;

export const markKey = (rule: CareRule, monday: string): string => `${rule} ${monday}`;

const share = ({ part, whole }: { part: number; whole: number }): number =>
  whole === 0 ? 0 : part / whole;

/** The flags of product §15.1. */
function loadFlags({ hours, usual, backToBack, outOfHours, longestRun }: Load): CareRule[] {
  const isHigh = usual !== null && usual.z !== null && usual.z > 3 && hours > 1.25 * usual.median;
  return [
    ...(isHigh ? (["L1"] as const) : []),
    ...(share(backToBack) > 0.6 && backToBack.whole >= 10 ? (["L2"] as const) : []),
    ...(share(outOfHours) > 0.2 ? (["L3"] as const) : []),
    ...(longestRun !== null && longestRun > 3 * HOUR_MS ? (["L4"] as const) : []),
  ];
}

/** The flags of product §15.2 but C6, which is of hard calls. */
function careFlags({ coverage, feedback, delay, answered, tone }: LookedAfter): CareRule[] {
  return [
    ...(coverage.whole > 0 && coverage.high < 0.05 ? (["C1"] as const) : []),
    ...(coverage.whole > 0 && feedback.every((n) => n === 0) ? (["C2"] as const) : []),
    ...(delay.median !== null && delay.median > 72 * HOUR_MS ? (["C3"] as const) : []),
    ...(answered.whole >= 6 && share(answered) < 0.5 ? (["C4"] as const) : []),
    ...(tone.praise === 0 && tone.suggestion >= 8 ? (["C5"] as const) : []),
  ];
}

/** What is open in the week of `monday`, each since the first of the weeks in a row in which it was; the oldest first. */
export function suggestionsOf(input: CareInput, monday: string, hard: Hard | null): Suggestion[] {
  const { schedule, marks } = input;
  const flagsOf = (back: number): Set<CareRule> => {
    const { monday: of } = weekOf(monday, schedule.zone, back);
    return new Set([...loadFlags(loadOf(input, of)), ...careFlags(lookedAfterOf(input, of))]);
  };
  const weeks = Array.from({ length: BACK }, (_, back) => flagsOf(back));
  const open = [...(weeks[0] ?? [])].map((rule) => {
    const first = weeks.findIndex((flags) => !flags.has(rule));
    const back = first === -1 ? BACK - 1 : first - 1;
    return { rule, since: new Date(weekOf(monday, schedule.zone, back).from).toISOString() };
  });
  const all = [...open, ...hardFlags(hard)];
  return all
    .map(({ rule, since }) => ({ rule, since, mark: marks.get(markKey(rule, monday)) ?? null }))
    .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
}

function hardFlags(hard: Hard | null): { rule: CareRule; since: string }[] {
  const [first] = hard?.calls ?? [];
  if (hard === null || first === undefined) return [];
  const since = first.startedAt;
  const open = followUpSince(hard);
  return [
    ...(hard.exposure.calls >= 3 || hard.exposure.run >= 2 ? [{ rule: "S2" as const, since }] : []),
    ...(hard.withoutBreak > 0 ? [{ rule: "S3" as const, since }] : []),
    ...(open === null ? [] : [{ rule: "C6" as const, since: open }]),
  ];
}

/** C7: how uneven minutes are over people, 0 = the same for each (product §15.2); of fewer than three there is none. */
export function giniOf(values: readonly number[]): number | null {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (values.length < 3 || total === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const weighed = sorted.reduce((sum, value, at) => sum + (at + 1) * value, 0);
  return (2 * weighed) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}
