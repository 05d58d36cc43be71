import { DEFAULT_SETTINGS } from "../account/player-settings.ts";
import type { RangeMs } from "../views.ts";
import { addHeard } from "./heard.ts";

/** One lane's loudness: int8 0–127 per 100 ms, from `offsetMs` of the call. */
export type LanePeaks = { peaks: Int8Array; offsetMs: number };

export const PEAK_MS = 100;
/** product §6 */
export const KEEP_MS = 300;
/** No room hums this loud: a lane that never falls below it is a person who never stops talking. */
const LOUD = 20;

/**
 * Loudness above which a lane has something to hear. Between its floor (20th percentile) and its speech
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
 * Stretches of at least `minMs` in which no lane has anything to hear. Loudness and not words decide, so that
 * speech the recogniser missed is never skipped. None in a call that is quiet from end to end.
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
  // All of it is alike, as of one tone or of none: there is nothing to skip to.
  if (!heard.includes(1)) return [];
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

/**
 * Which seconds have anything to hear: those of which a player that skips silences, with the settings a member begins with,
 * plays half or more; in a call that is silent from end to end, all.
 * @returns a bit per second, as `addHeard` keeps them
 */
export function spokenSeconds(
  quiet: readonly RangeMs[],
  durationMs: number,
): Uint8Array<ArrayBuffer> {
  const played: RangeMs[] = [];
  let t0Ms = 0;
  for (const skipped of skipPlan(quiet)) {
    played.push({ t0Ms, t1Ms: skipped.t0Ms });
    t0Ms = skipped.t1Ms;
  }
  const { bits, seconds } = addHeard(null, [...played, { t0Ms, t1Ms: durationMs }], durationMs);
  return seconds > 0 ? bits : addHeard(null, [{ t0Ms: 0, t1Ms: durationMs }], durationMs).bits;
}
