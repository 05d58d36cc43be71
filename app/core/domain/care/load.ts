import { median } from "../metrics/numbers.ts";
import { isoDay, wallClock } from "../zone.ts";
import type { CareInput, HeldCall } from "./care-input.ts";
import type { Load } from "./care-views.ts";
import { outsideHours, type Week, weekOf } from "./schedule.ts";

const HOUR_MS = 3_600_000;
const CLOSE_MS = 5 * 60_000;
const BREAK_MS = 15 * 60_000;
/** Of the twelve weeks before the last four (product §15). */
export const RECENT = 4;
export const BASELINE = 12;

const spoken = ({ calls }: CareInput, { from, to }: Week): HeldCall[] =>
  calls.filter(({ isConnected, startMs }) => isConnected && startMs >= from && startMs < to);

const lengthOf = (calls: readonly HeldCall[]): number =>
  calls.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** L1 to L4 of product §15.1 for the week that begins on `monday`. */
export function loadOf(input: CareInput, monday: string): Load {
  const { schedule } = input;
  const back = (weeks: number) => spoken(input, weekOf(monday, schedule.zone, weeks));
  const calls = back(0);
  const hours = Array.from(
    { length: RECENT + BASELINE },
    (_, at) => lengthOf(back(RECENT + BASELINE - 1 - at)) / HOUR_MS,
  );
  const now = lengthOf(calls) / HOUR_MS;
  return {
    hours: now,
    weeks: hours,
    usual: usualOf(hours.slice(0, BASELINE), now),
    backToBack: {
      part: calls.filter((call, at) => {
        const before = calls[at - 1];
        return before !== undefined && call.startMs - before.endMs < CLOSE_MS;
      }).length,
      whole: calls.length,
    },
    outOfHours: {
      part: calls.reduce(
        (sum, { startMs, endMs }) => sum + outsideHours(schedule, startMs, endMs),
        0,
      ),
      whole: lengthOf(calls),
    },
    longestRun: longestRunOf(calls, schedule.zone),
  };
}

/** How far a week is from the twelve: by their median and how they scatter around it. Of weeks without a call there is none. */
function usualOf(before: readonly number[], now: number): Load["usual"] {
  const middle = median(before) ?? 0;
  const scatter = median(before.map((hours) => Math.abs(hours - middle))) ?? 0;
  const unit = Math.max(1.4826 * scatter, 0.1 * middle);
  if (before.every((hours) => hours === 0)) return null;
  return { median: middle, z: unit > 0 ? (now - middle) / unit : null };
}

/** The middle of each day's longest stretch in which no pause was fifteen minutes long; a stretch is of the day it began on. */
function longestRunOf(calls: readonly HeldCall[], zone: string): number | null {
  const byDay = new Map<string, number>();
  let run: { startMs: number; endMs: number } | null = null;
  for (const { startMs, endMs } of calls) {
    run =
      run !== null && startMs - run.endMs < BREAK_MS
        ? { startMs: run.startMs, endMs: Math.max(run.endMs, endMs) }
        : { startMs, endMs };
    const day = isoDay(wallClock(new Date(run.startMs), zone));
    byDay.set(day, Math.max(byDay.get(day) ?? 0, run.endMs - run.startMs));
  }
  return median([...byDay.values()]);
}
