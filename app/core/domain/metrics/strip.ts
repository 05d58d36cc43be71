import type { RangeMs, Side } from "../views.ts";
import { unionOf } from "./ranges.ts";

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
  const strip = new Uint8Array(STRIP_CELLS);
  for (const [side, factor] of [
    ["R", 16],
    ["C", 1],
  ] as const) {
    const heardMs = heardInCells(sides[side], durationMs);
    for (let cell = 0; cell < STRIP_CELLS; cell += 1) {
      const share = (heardMs[cell] ?? 0) / (durationMs / STRIP_CELLS);
      if (share > 0)
        strip[cell] =
          (strip[cell] ?? 0) + factor * Math.min(15, Math.max(1, Math.round(15 * share)));
    }
  }
  return strip;
}

/** How long is spoken in each cell, ms. A long library has as many strips as items: only cells with speech are computed. */
function heardInCells(ranges: readonly RangeMs[], durationMs: number): Float64Array {
  const heardMs = new Float64Array(STRIP_CELLS);
  const edge = (cell: number): number => (cell * durationMs) / STRIP_CELLS;
  for (const { t0Ms, t1Ms } of unionOf(ranges)) {
    const end = Math.min(STRIP_CELLS, Math.ceil((t1Ms / durationMs) * STRIP_CELLS));
    let cell = Math.max(0, Math.floor((t0Ms / durationMs) * STRIP_CELLS));
    for (; cell < end; cell += 1) {
      const inCell = Math.min(t1Ms, edge(cell + 1)) - Math.max(t0Ms, edge(cell));
      heardMs[cell] = (heardMs[cell] ?? 0) + Math.max(0, inCell);
    }
  }
  return heardMs;
}
