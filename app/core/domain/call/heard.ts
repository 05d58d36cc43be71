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
  return { bits, seconds: heardIn(bits, { t0Ms: 0, t1Ms: total * SECOND_MS }).heard };
}

/** Whether so many seconds of a call are a review of it. */
export const isReview = (seconds: number, durationMs: number): boolean =>
  seconds >= REVIEWED_SECONDS || seconds >= REVIEWED_SHARE * secondsOf(durationMs);

function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
}

/** Bits of each possible byte. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let found = 0;
  for (let rest = byte; rest > 0; rest >>= 1) found += rest & 1;
  return found;
});

/**
 * How many seconds of a stretch were played, and how many it has. Byte by byte: a library asks it of thousands of calls for
 * each of its listeners.
 * @param spoken the seconds that count, as `spokenSeconds` has them; null: all
 */
export function heardIn(
  bits: Uint8Array | null,
  { t0Ms, t1Ms }: RangeMs,
  spoken: Uint8Array | null = null,
): { heard: number; total: number } {
  const [from, to] = [Math.floor(t0Ms / SECOND_MS), secondsOf(t1Ms)];
  let [heard, total] = [0, 0];
  for (let byte = from >> 3; byte * 8 < to; byte += 1) {
    const first = byte * 8;
    let mask = spoken === null ? 0xff : (spoken[byte] ?? 0);
    if (first < from) mask &= 0xff << (from - first);
    if (first + 8 > to) mask &= 0xff >> (first + 8 - to);
    total += BITS[mask & 0xff] ?? 0;
    heard += BITS[(bits?.[byte] ?? 0) & mask & 0xff] ?? 0;
  }
  return { heard, total };
}
