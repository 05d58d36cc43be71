import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { RangeMs } from "#app/core/domain/views.ts";

/** One lane's loudness: int8 0–127 per 100 ms, from `offsetMs` of the call. */
export type LanePeaks = { peaks: Int8Array; offsetMs: number };

export const PEAK_MS = 100;
/** product §6 */
export const KEEP_MS = 300;
/** No room hums this loud: a lane that never falls below it is somebody who never stops talking. */
const LOUD = 20;

/**
 * Loudness above which a lane counts as heard. Between its floor (20th percentile) and its speech
 * (95th), a sixth of the way: room noise stays under it, a soft word over it.
 */
export function heardAbove(peaks: Int8Array): number {
  if (peaks.length === 0) return 2;
  const counts = new Uint32Array(128);
  for (const peak of peaks) counts[Math.max(0, peak)] = (counts[Math.max(0, peak)] ?? 0) + 1;
  const floor = quantile(counts, peaks.length * 0.2);
  const speech = quantile(counts, peaks.length * 0.95);
  return Math.min(LOUD, Math.max(2, floor + (speech - floor) / 6));
}

function quantile(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value] ?? 0;
    if (seen >= rank) return value;
  }
  return counts.length - 1;
}

/**
 * Stretches of at least `minMs` in which no lane is heard. Loudness and not words decide, so that
 * speech the recogniser missed is never skipped.
 */
export function quietFromPeaks(
  lanes: readonly LanePeaks[],
  durationMs: number,
  minMs: number,
): RangeMs[] {
  if (lanes.length === 0) return [];
  const heard = new Uint8Array(Math.ceil(durationMs / PEAK_MS));
  for (const lane of lanes) {
    const limit = heardAbove(lane.peaks);
    const first = Math.round(lane.offsetMs / PEAK_MS);
    lane.peaks.forEach((peak, index) => {
      const at = first + index;
      if (peak > limit && at >= 0 && at < heard.length) heard[at] = 1;
    });
  }
  const quiet: RangeMs[] = [];
  let from = 0;
  for (let at = 0; at <= heard.length; at++) {
    if (at < heard.length && heard[at] === 0) continue;
    const range = { t0Ms: from * PEAK_MS, t1Ms: Math.min(at * PEAK_MS, durationMs) };
    if (range.t1Ms - range.t0Ms >= minMs) quiet.push(range);
    from = at + 1;
  }
  return quiet;
}

/** What is jumped over: each quiet stretch of at least `minMs`, less `keepMs` at both ends. */
export function skipPlan(
  quiet: readonly RangeMs[],
  minMs: number = DEFAULT_SETTINGS.silenceMs,
  keepMs = KEEP_MS,
): RangeMs[] {
  return quiet
    .filter((range) => range.t1Ms - range.t0Ms >= minMs)
    .map((range) => ({ t0Ms: range.t0Ms + keepMs, t1Ms: range.t1Ms - keepMs }))
    .filter((range) => range.t1Ms > range.t0Ms);
}

/** Where playback at `ms` goes on, or null when nothing is to be skipped there. `plan` is in order. */
export function skipTarget(plan: readonly RangeMs[], ms: number): number | null {
  let low = 0;
  let high = plan.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((plan[middle]?.t1Ms ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  const range = plan[low];
  return range && ms >= range.t0Ms ? range.t1Ms : null;
}

/** Time the listener saves at this speed. */
export function savedMs(plan: readonly RangeMs[], rate: number): number {
  return plan.reduce((sum, range) => sum + range.t1Ms - range.t0Ms, 0) / rate;
}
