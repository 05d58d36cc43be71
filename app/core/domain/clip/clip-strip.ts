import { decodeIndex } from "../transcript/wire-decode.ts";
import type { WireIndex } from "../transcript/wire.ts";

const CELLS = 150;
/** As high as a voice is drawn of which only the words are known, 0–15. */
const LEVEL = 9;

/**
 * Who speaks when in a clip, by its words: cells of a strip, one byte each, 16 × ours + theirs, in base64. A voice of
 * nobody in particular is drawn on both sides.
 * @param durationMs of the clip
 */
export function stripOfWords(index: WireIndex, durationMs: number): string {
  const table = decodeIndex(index);
  const cells = new Uint8Array(CELLS);
  const cellAt = (ms: number) =>
    Math.min(CELLS, Math.max(0, (ms / Math.max(1, durationMs)) * CELLS));
  for (let n = 0; n < table.count; n += 1) {
    const side = table.lanes[table.lane[n] ?? 0]?.side ?? null;
    const bits = (side === "C" ? 0 : LEVEL << 4) | (side === "R" ? 0 : LEVEL);
    const last = Math.ceil(cellAt(table.t1Ms[n] ?? 0));
    for (let cell = Math.floor(cellAt(table.t0Ms[n] ?? 0)); cell < last; cell += 1)
      cells[cell] = (cells[cell] ?? 0) | bits;
  }
  return btoa(String.fromCharCode(...cells));
}
