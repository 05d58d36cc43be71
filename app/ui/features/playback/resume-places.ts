/** How far a call was played in this browser. */
export type ResumePlace = { callId: string; ms: number };

/** So early nothing has been missed yet, and so late the call is done. */
const FIRST_MS = 10_000;
const LAST_MS = 15_000;
/** Less than this, played on from another place, is a look. */
const STAY_MS = 30_000;
/** Older calls drop out: the text is read and written while a call plays. */
const MOST_CALLS = 50;

const isEnd = (ms: number, durationMs: number): boolean => ms > durationMs - LAST_MS;

/** Whether it is worth coming back to a place of a call. */
export const isWorth = (ms: number, durationMs: number): boolean =>
  ms >= FIRST_MS && !isEnd(ms, durationMs);

/** What is stored, the last played call first; without what is no place. */
export function readPlaces(text: string | null): ResumePlace[] {
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, MOST_CALLS) : [];
  } catch {
    return [];
  }
}

/**
 * The places with a new one of a call. One too early changes nothing: the start of a call is played again to find
 * one's way. One at its end takes the call out. A short look elsewhere leaves a farther place as it is, and one at the
 * end does not take it out.
 * @param fromMs where this listening began: at the last jump, or at the first press of play
 */
export function withPlace(
  places: readonly ResumePlace[],
  { callId, ms }: ResumePlace,
  durationMs: number,
  fromMs: number,
): ResumePlace[] {
  if (ms < FIRST_MS) return [...places];
  const known = places.find((place) => place.callId === callId);
  if (known !== undefined && ms - fromMs < STAY_MS) {
    const isBefore = known.ms > ms;
    const isJumpToEnd = isEnd(ms, durationMs) && fromMs > known.ms;
    if (isBefore || isJumpToEnd) return [...places];
  }
  const others = places.filter((place) => place.callId !== callId);
  if (isEnd(ms, durationMs)) return others;
  return [{ callId, ms: Math.round(ms) }, ...others].slice(0, MOST_CALLS);
}

function isPlace(value: unknown): value is ResumePlace {
  return (
    typeof value === "object" &&
    value !== null &&
    "callId" in value &&
    typeof value.callId === "string" &&
    "ms" in value &&
    typeof value.ms === "number" &&
    Number.isFinite(value.ms)
  );
}
