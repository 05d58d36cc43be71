import { SEGMENTS_PER_PAGE, type WireIndex, type WirePage } from "./wire.ts";
import { emptyColumns, readColumns } from "../words/words-codec.ts";

export const LOW_CONFIDENCE = 50;

/** One row of the index; `lane` is a position in `lanes`. Rows come in the order of (t0Ms, no). */
export type IndexRow = { no: number; lane: number; t0Ms: number; t1Ms: number; chars: number };
export type PageRow = { text: string; words: Uint8Array; flags: number };

function differences(values: readonly number[]): number[] {
  let last = 0;
  return values.map((value) => {
    const step = value - last;
    last = value;
    return step;
  });
}

export function encodeIndex(
  number: number,
  lanes: WireIndex["lanes"],
  rows: readonly IndexRow[],
): WireIndex {
  return {
    v: 1,
    number,
    lanes,
    no: differences(rows.map(({ no }) => no)),
    lane: rows.map(({ lane }) => lane),
    t0: differences(rows.map(({ t0Ms }) => t0Ms)),
    ms: rows.map(({ t0Ms, t1Ms }) => Math.max(0, t1Ms - t0Ms)),
    chars: rows.map(({ chars }) => chars),
  };
}

/** Packs up to 512 segments, rows as stored, in the order of the index. */
export function encodePage(rows: readonly PageRow[]): WirePage {
  const columns = emptyColumns();
  const words = rows.map((row) => readColumns(row.words, row.text, columns));
  const low: number[] = [];
  columns.confidence.forEach((confidence, n) => {
    if (confidence < LOW_CONFIDENCE) low.push(n);
  });
  return {
    v: 1,
    flags: rows.map(({ flags }) => flags),
    words,
    text: rows.map(({ text }) => text),
    gap: columns.gap,
    len: columns.len,
    low: differences(low),
    ...(columns.isCounted ? { cut: columns.cut } : {}),
  };
}

/** All pages of a transcript, for calls that come at once and for tests. */
export function encodePages(rows: readonly PageRow[]): WirePage[] {
  const pages: WirePage[] = [];
  for (let from = 0; from < rows.length; from += SEGMENTS_PER_PAGE) {
    pages.push(encodePage(rows.slice(from, from + SEGMENTS_PER_PAGE)));
  }
  return pages;
}
