import { median } from "../metrics/numbers.ts";
import type { CareInput } from "./care-input.ts";
import type { Hard } from "./care-views.ts";
import { RECENT } from "./load.ts";
import { afterWorkingDays, weekOf, workingDaysBack } from "./schedule.ts";

const SHORT_MS = 10 * 60_000;
const WINDOW_DAYS = 5;
const DAYS_TO_FOLLOW = 1;

/** S1 to S3 and C6 of product §15 over the four weeks that end with the one of `monday`. */
export function hardOf(input: CareInput, monday: string): Hard {
  const { schedule, calls, hardCalls } = input;
  const { from } = weekOf(monday, schedule.zone, RECENT - 1);
  const { to } = weekOf(monday, schedule.zone);
  const recent = calls.filter(({ startMs }) => startMs >= from && startMs < to);
  const hard = recent
    .filter(({ callId }) => hardCalls.has(callId))
    .map((call) => ({ ...call, contactAtMs: contactAfter(input, call) }));
  const since = workingDaysBack(schedule, to, WINDOW_DAYS);
  const inWindow = recent.filter(({ startMs }) => startMs >= since);
  let [run, longest] = [0, 0];
  for (const { callId } of inWindow) {
    run = hardCalls.has(callId) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  const waits = hard.flatMap(({ contactAtMs, endMs }) =>
    contactAtMs === null ? [] : [contactAtMs - endMs],
  );
  return {
    calls: hard.map(({ callId, title, startMs, contactAtMs }) => ({
      ...{ callId, title, startedAt: new Date(startMs).toISOString() },
      contactAt: contactAtMs === null ? null : new Date(contactAtMs).toISOString(),
    })),
    exposure: {
      calls: inWindow.filter(({ callId }) => hardCalls.has(callId)).length,
      run: longest,
    },
    withoutBreak: hard.filter(({ endMs }) =>
      recent.some(
        (next) => next.isConnected && next.startMs >= endMs && next.startMs - endMs < SHORT_MS,
      ),
    ).length,
    followed: {
      part: hard.filter(
        ({ contactAtMs, endMs }) =>
          contactAtMs !== null && contactAtMs <= afterWorkingDays(schedule, endMs, DAYS_TO_FOLLOW),
      ).length,
      whole: hard.length,
      medianMs: median(waits),
    },
  };
}

/** When somebody who leads people first wrote on the call, or logged that they had been in touch. */
function contactAfter(
  { feedback, checkIns }: CareInput,
  { callId, endMs }: { callId: string; endMs: number },
): number | null {
  const times = [
    ...feedback.filter((one) => one.callId === callId && one.isOfManager),
    ...checkIns,
  ].flatMap(({ atMs }) => (atMs >= endMs ? [atMs] : []));
  return times.length === 0 ? null : Math.min(...times);
}

/** The member's hard calls that a manager may be shown: those they showed, and that are hard still. */
export const shownCalls = ({ calls, hardCalls, shown }: CareInput, from: number, to: number) =>
  calls.flatMap(({ callId, title, startMs, isPrivate }) => {
    const at = shown.get(callId);
    return at === undefined ||
      isPrivate ||
      !hardCalls.has(callId) ||
      startMs < from ||
      startMs >= to
      ? []
      : [
          {
            ...{ callId, title, startedAt: new Date(startMs).toISOString() },
            shownAt: at.toISOString(),
          },
        ];
  });

/** Since when a hard call has waited for a follow-up: the oldest nobody was in touch about. */
export function followUpSince(hard: Hard): string | null {
  const open = hard.calls.filter(({ contactAt }) => contactAt === null);
  return open[0]?.startedAt ?? null;
}
