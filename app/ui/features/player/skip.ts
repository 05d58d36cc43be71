import type { RangeMs } from "#app/core/domain/views.ts";

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
