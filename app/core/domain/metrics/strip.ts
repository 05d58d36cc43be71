import type { RangeMs, Side } from "../views.ts";
import { intersectionOf, totalOf, unionOf } from "./ranges.ts";

export const STRIP_CELLS = 150;

/**
 * Who spoke when in 150 bytes (data §2.1): each cell 16 × our share (0–15) + theirs. Times on the
 * call clock; any speech in a cell is at least 1. Null where no side is known.
 */
export function stripOf(
  spoken: readonly (RangeMs & { side: Side | null })[],
  durationMs: number,
): Uint8Array<ArrayBuffer> | null {
  const sides = {
    R: spoken.filter((s) => s.side === "R"),
    C: spoken.filter((s) => s.side === "C"),
  };
  if (durationMs <= 0 || (spoken.length > 0 && sides.R.length + sides.C.length === 0)) return null;
  const levels = (ranges: readonly RangeMs[]) => {
    const speech = unionOf(ranges);
    return Array.from({ length: STRIP_CELLS }, (_, n) => {
      const cell = {
        t0Ms: (n * durationMs) / STRIP_CELLS,
        t1Ms: ((n + 1) * durationMs) / STRIP_CELLS,
      };
      const share = totalOf(intersectionOf([cell], speech)) / (durationMs / STRIP_CELLS);
      return share > 0 ? Math.min(15, Math.max(1, Math.round(15 * share))) : 0;
    });
  };
  const [ours, theirs] = [levels(sides.R), levels(sides.C)];
  return Uint8Array.from(ours, (level, n) => 16 * level + (theirs[n] ?? 0));
}
