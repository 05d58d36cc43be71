import type { Cue } from "./import-result.ts";
import { FIRST_INSTANT_MS, type TimeKinds } from "./time-text.ts";

/** How a file counts time: from the start of the call; by the clock on the wall; by the calendar. */
export type ClockKind = "call" | "day" | "calendar";
/** `auto`: as the file looks. `call`: as it is written. `day`: from the first time on. */
export type ClockChoice = "auto" | "call" | "day";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** No call begins with an hour of silence: a first time this late is a clock's, or a tape's. */
const FIRST_OF_CLOCK = HOUR;

export type OnCallClock = {
  cues: Cue[];
  kind: ClockKind;
  /** The first time by the clock: ms from midnight, or from 1970; null for times of the call. */
  firstMs: number | null;
  /** When the call began, ms from 1970, where the file has a day. */
  startedAtMs: number | null;
};

/**
 * Times by the clock on the wall become times of the call: the first is 0, and midnight goes on. Times of the call stay.
 * `hasHalves`: the file writes AM or PM, which no place in a call does.
 */
export function onCallClock(
  given: readonly Cue[],
  { choice, hasHalves, hasThreeParts }: { choice: ClockChoice } & TimeKinds,
): OnCallClock {
  if (choice === "auto" && !hasThreeParts && !hasHalves && isTooFast(given)) {
    const { cues, firstMs } = fromFirst(pastMidnight(given.map((cue) => times(cue, 60))));
    return { cues, kind: "day", firstMs, startedAtMs: null };
  }
  const starts = given.flatMap(({ startMs }) => (startMs === null ? [] : [startMs]));
  const days = starts.filter(isInstant);
  const [day = null] = days;
  if (days.length * 2 > starts.length) {
    const { cues, firstMs } = fromFirst(given.map((cue) => only(cue, isInstant)));
    return { cues, kind: "calendar", firstMs, startedAtMs: firstMs };
  }
  const cues = given.map((cue) => only(cue, (ms) => !isInstant(ms)));
  const onward = pastMidnight(cues);
  const least = firstOf(onward);
  const isOfDay = choice === "day" || (choice === "auto" && (hasHalves || least >= FIRST_OF_CLOCK));
  if (!isOfDay || least === Infinity)
    return { cues, kind: "call", firstMs: null, startedAtMs: day };
  return { ...fromFirst(onward), kind: "day", startedAtMs: day };
}

const isInstant = (ms: number): boolean => ms >= FIRST_INSTANT_MS;
const firstOf = (cues: readonly Cue[]): number =>
  cues.reduce((first, { startMs }) => Math.min(first, startMs ?? first), Infinity);

function fromFirst(cues: readonly Cue[]): { cues: Cue[]; firstMs: number } {
  const firstMs = firstOf(cues);
  return { cues: cues.map((cue) => shift(cue, -firstMs)), firstMs };
}

/** Nobody says as many letters a second: "14:02" and "14:03" are hours and minutes, not minutes and seconds. */
const MOST_CHARS_A_SECOND = 40;
/** "05:00" is the earliest hour that is read so: most calls begin at 0:00 of their own. */
const FIRST_HOUR_AS_MINUTES = 5 * 60_000;

function isTooFast(cues: readonly Cue[]): boolean {
  const timed = cues.filter(({ startMs }) => startMs !== null);
  const [first, last] = [timed[0]?.startMs ?? 0, timed.at(-1)?.startMs ?? 0];
  // What the last one says needs no time of the clock.
  const letters = timed.slice(0, -1).reduce((sum, { text }) => sum + text.length, 0);
  if (first < FIRST_HOUR_AS_MINUTES || timed.length < 2) return false;
  return last > first && (letters * 1_000) / (last - first) > MOST_CHARS_A_SECOND;
}

const times = ({ words: _words, ...cue }: Cue, factor: number): Cue => ({
  ...cue,
  startMs: cue.startMs === null ? null : cue.startMs * factor,
  endMs: cue.endMs === null ? null : cue.endMs * factor,
});

/** A cue without the times that are not of the file's own kind. */
function only({ words, ...cue }: Cue, isKind: (ms: number) => boolean): Cue {
  const time = (ms: number | null) => (ms !== null && isKind(ms) ? ms : null);
  const kept = { ...cue, startMs: time(cue.startMs), endMs: time(cue.endMs) };
  return words?.every(({ startMs }) => isKind(startMs)) ? { ...kept, words } : kept;
}

function shift({ words, ...cue }: Cue, by: number): Cue {
  const plus = (ms: number | null) => (ms === null ? null : ms + by);
  const moved = { ...cue, startMs: plus(cue.startMs), endMs: plus(cue.endMs) };
  if (!words) return moved;
  return {
    ...moved,
    words: words.map((word) => ({
      ...word,
      startMs: word.startMs + by,
      endMs: word.endMs + by,
    })),
  };
}

/** A clock that falls back by most of a day has passed midnight, or noon where it counts to twelve. */
function pastMidnight(given: readonly Cue[]): Cue[] {
  const last = given.reduce((most, { startMs }) => Math.max(most, startMs ?? 0), 0);
  const round = last < 13 * HOUR ? 12 * HOUR : DAY;
  const falls = (from: number | null, to: number | null) =>
    from !== null && to !== null && from - to > round * 0.75;
  let rounds = 0;
  let before: number | null = null;
  return given.map((cue) => {
    if (cue.startMs === null) return cue;
    if (falls(before, cue.startMs)) rounds += 1;
    before = cue.startMs;
    const { endMs } = cue;
    const isOver = falls(cue.startMs, endMs);
    return shift(isOver && endMs !== null ? { ...cue, endMs: endMs + round } : cue, rounds * round);
  });
}
