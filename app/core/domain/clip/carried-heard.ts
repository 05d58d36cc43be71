import { addHeard } from "../call/heard.ts";
import type { RangeMs } from "../views.ts";

const SECOND_MS = 1_000;

/**
 * What was played of a clip, on the clock of its new pieces: a second of them counts where the same moment of the call was
 * played in the old ones. New moments do not count.
 * @param before the old pieces, on whose clock the bits are, as `addHeard` keeps them
 */
export function carriedHeard(
  heard: Uint8Array,
  before: readonly RangeMs[],
  after: readonly RangeMs[],
): { bits: Uint8Array<ArrayBuffer>; seconds: number } {
  const wasHeard = (callMs: number): boolean => {
    let fromMs = 0;
    for (const { t0Ms, t1Ms } of before) {
      const second = Math.floor((fromMs + callMs - t0Ms) / SECOND_MS);
      if (
        callMs >= t0Ms &&
        callMs < t1Ms &&
        (((heard[second >> 3] ?? 0) >> (second & 7)) & 1) === 1
      )
        return true;
      fromMs += t1Ms - t0Ms;
    }
    return false;
  };
  const played: RangeMs[] = [];
  let fromMs = 0;
  for (const { t0Ms, t1Ms } of after) {
    const toMs = fromMs + t1Ms - t0Ms;
    for (let second = Math.floor(fromMs / SECOND_MS); second * SECOND_MS < toMs; second += 1) {
      const [start, end] = [
        Math.max(fromMs, second * SECOND_MS),
        Math.min(toMs, (second + 1) * SECOND_MS),
      ];
      if (wasHeard(t0Ms + (start + end) / 2 - fromMs)) played.push({ t0Ms: start, t1Ms: end });
    }
    fromMs = toMs;
  }
  return addHeard(null, played, fromMs);
}
