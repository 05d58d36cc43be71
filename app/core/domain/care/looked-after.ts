import { median } from "../metrics/numbers.ts";
import type { CareInput, HeldCall } from "./care-input.ts";
import type { LookedAfter, Share } from "./care-views.ts";
import { RECENT } from "./load.ts";
import { afterWorkingDays, weekOf } from "./schedule.ts";

const LEAST_MS = 5 * 60_000;
const DAYS_TO_ANSWER = 5;
/** Of a 90 % interval, both sides. */
const Z90 = 1.6448536269514722;

/** Wilson's interval of a share. @see https://doi.org/10.1080/01621459.1927.10502953 */
export function wilson({ part, whole }: Share): { low: number; high: number } {
  if (whole === 0) return { low: 0, high: 1 };
  const share = part / whole;
  const z2 = (Z90 * Z90) / whole;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z90 * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole))) / (1 + z2);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** External calls of five minutes and more in the last four weeks. */
export function externalCalls({ calls, schedule }: CareInput, monday: string): HeldCall[] {
  const { from } = weekOf(monday, schedule.zone, RECENT - 1);
  const { to } = weekOf(monday, schedule.zone);
  return calls.filter(
    ({ isConnected, startMs, endMs }) =>
      isConnected && startMs >= from && startMs < to && endMs - startMs >= LEAST_MS,
  );
}

/** C1 to C5 of product §15.2 over the four weeks that end with the one of `monday`. */
export function lookedAfterOf(input: CareInput, monday: string): LookedAfter {
  const { schedule, feedback, calls } = input;
  const external = externalCalls(input, monday);
  const coverage = {
    part: external.filter(({ isCovered }) => isCovered).length,
    whole: external.length,
  };
  const weeks = Array.from({ length: RECENT }, (_, at) =>
    weekOf(monday, schedule.zone, RECENT - 1 - at),
  );
  const [from, to] = [weeks[0]?.from ?? 0, weeks.at(-1)?.to ?? 0];
  const recent = feedback.filter(({ atMs }) => atMs >= from && atMs < to);
  const delays = calls
    .filter(({ startMs }) => startMs >= from && startMs < to)
    .flatMap(({ callId, endMs }) => {
      const times = feedback.filter((one) => one.callId === callId).map(({ atMs }) => atMs);
      return times.length === 0 ? [] : [Math.max(0, Math.min(...times) - endMs)];
    });
  return {
    coverage: { ...coverage, ...wilson(coverage) },
    feedback: weeks.map(
      (week) => recent.filter(({ atMs }) => atMs >= week.from && atMs < week.to).length,
    ),
    delay: { median: median(delays), n: delays.length },
    answered: {
      part: recent.filter(
        ({ atMs, answeredAtMs }) =>
          answeredAtMs !== null && answeredAtMs <= afterWorkingDays(schedule, atMs, DAYS_TO_ANSWER),
      ).length,
      whole: recent.length,
    },
    tone: {
      praise: recent.filter(({ kind }) => kind === "praise").length,
      suggestion: recent.filter(({ kind }) => kind === "suggestion").length,
    },
  };
}
