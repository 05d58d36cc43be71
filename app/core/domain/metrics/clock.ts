import type { RangeMs } from "../views.ts";
import { totalOf, unionOf } from "./ranges.ts";
import type { SpokenWord } from "../words/spoken.ts";

/**
 * The call clock without hold and pause (product §14.1). Everything is measured on it and shown on
 * the call clock. `cuts` are the places where time was taken out: nothing is measured across one.
 */
export type TalkClock = {
  durationMs: number;
  excludedMs: number;
  cuts: readonly number[];
  toTalk(callMs: number): number;
  /** A range of talk time as a range of call time: it begins after a hold and ends before one. */
  toCall(range: RangeMs): RangeMs;
};

export function talkClock(durationMs: number, excluded: readonly RangeMs[]): TalkClock {
  const holes = unionOf(
    excluded.map(({ t0Ms, t1Ms }) => ({
      t0Ms: Math.max(0, t0Ms),
      t1Ms: Math.min(t1Ms, durationMs),
    })),
  );
  const toTalk = (callMs: number) =>
    callMs -
    holes.reduce((sum, { t0Ms, t1Ms }) => sum + Math.max(0, Math.min(callMs, t1Ms) - t0Ms), 0);
  const back = (talkMs: number, isStart: boolean) => {
    let ms = talkMs;
    for (const hole of holes) {
      if (isStart ? ms >= hole.t0Ms : ms > hole.t0Ms) ms += hole.t1Ms - hole.t0Ms;
    }
    return ms;
  };
  const excludedMs = totalOf(holes);
  return {
    durationMs: durationMs - excludedMs,
    excludedMs,
    cuts: holes.map(({ t0Ms }) => toTalk(t0Ms)),
    toTalk,
    toCall: ({ t0Ms, t1Ms }) => {
      const start = back(t0Ms, true);
      return { t0Ms: start, t1Ms: Math.max(start, back(t1Ms, false)) };
    },
  };
}

/**
 * Words on the talk clock, sorted so that the order of the input does not matter; a word that was
 * said entirely during hold or pause is left out.
 */
export function wordsOnClock(words: readonly SpokenWord[], clock: TalkClock): SpokenWord[] {
  return words
    .flatMap((word) => {
      const from = Math.max(0, Math.min(word.t0Ms, word.t1Ms));
      const to = Math.max(from, word.t1Ms);
      const [t0Ms, t1Ms] = [clock.toTalk(from), clock.toTalk(to)];
      return to > from && t0Ms === t1Ms ? [] : [{ ...word, t0Ms, t1Ms }];
    })
    .sort(
      (a, b) =>
        a.t0Ms - b.t0Ms ||
        a.t1Ms - b.t1Ms ||
        compare(a.speakerId, b.speakerId) ||
        compare(a.text, b.text),
    );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** True when time was taken out between two moments: (from, to]. */
export const crossesCut = (cuts: readonly number[], fromMs: number, toMs: number): boolean =>
  cuts.some((cut) => cut >= fromMs && cut <= toMs);
