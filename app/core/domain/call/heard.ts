import type { RangeMs } from "../views.ts";

/** Of one message; a player that could not send for a while sends several messages. */
export const MOST_RANGES = 200;
const SECOND_MS = 1_000;
/** So much of a call, by somebody who does not own it, counts as a review of it: either is enough. */
const REVIEWED_SECONDS = 60;
const REVIEWED_SHARE = 0.25;

/** What was heard of a call: a bit per second, the first of each byte the lowest, and how many are set. */
export type Heard = { bits: Uint8Array<ArrayBuffer>; seconds: number };

/** Seconds of a call, the last of which may be short. */
export const secondsOf = (durationMs: number): number => Math.ceil(durationMs / SECOND_MS);

/**
 * Adds ranges to what was heard before. A second counts once half of it was played; what lies outside of the call does
 * not count.
 * @param before the bits that are kept; null for none yet
 */
export function addHeard(
  before: Uint8Array | null,
  ranges: readonly RangeMs[],
  durationMs: number,
): Heard {
  const total = secondsOf(durationMs);
  const bits = new Uint8Array(Math.ceil(total / 8));
  bits.set((before ?? bits).subarray(0, bits.length));
  for (const { t0Ms, t1Ms } of ranges) {
    const last = Math.min(total, secondsOf(t1Ms));
    for (let second = Math.floor(Math.max(0, t0Ms) / SECOND_MS); second < last; second += 1) {
      const startMs = second * SECOND_MS;
      const endMs = Math.min(startMs + SECOND_MS, durationMs);
      const heardMs = Math.min(t1Ms, endMs) - Math.max(t0Ms, startMs);
      if (heardMs * 2 >= endMs - startMs) setBit(bits, second);
    }
  }
  return { bits, seconds: countBits(bits, total) };
}

/** Whether so many seconds of a call are a review of it. */
export const isReview = (seconds: number, durationMs: number): boolean =>
  seconds >= REVIEWED_SECONDS || seconds >= REVIEWED_SHARE * secondsOf(durationMs);

function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
}

function countBits(bits: Uint8Array, total: number): number {
  let found = 0;
  for (let at = 0; at < total; at += 1) found += ((bits[at >> 3] ?? 0) >> (at & 7)) & 1;
  return found;
}

/** How many seconds of a stretch were heard, and how many it has. */
export function heardIn(
  bits: Uint8Array | null,
  { t0Ms, t1Ms }: RangeMs,
): { heard: number; total: number } {
  const [from, to] = [Math.floor(t0Ms / SECOND_MS), secondsOf(t1Ms)];
  let heard = 0;
  for (let at = from; at < to; at += 1) heard += ((bits?.[at >> 3] ?? 0) >> (at & 7)) & 1;
  return { heard, total: Math.max(0, to - from) };
}
