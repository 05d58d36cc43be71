import type { TranscriptSlice } from "../transcript/transcript-reads.server.ts";
import { VIRTUALISE_ABOVE, type WireIndex, type WirePage } from "../transcript/wire.ts";
import type { CutWords } from "./cut.ts";

/** As many segments as the page draws before the others have come. */
const FIRST_SEGMENTS = 200;

/** What the page is drawn with: everything up to 500 segments, else the first ones as a small transcript of their own. */
export function sliceOf({ index, pages: [page] }: CutWords): TranscriptSlice | null {
  const total = index.no.length;
  if (!page || total === 0) return null;
  if (total <= VIRTUALISE_ABOVE) return { index, page, first: 0, total };
  return { ...firstOf(index, page), first: 0, total };
}

/** Columns are differences from their beginning, so the first entries stand for themselves. */
function firstOf(index: WireIndex, page: WirePage): { index: WireIndex; page: WirePage } {
  const counts = page.words.slice(0, FIRST_SEGMENTS);
  const words = counts.reduce((sum, count) => sum + count, 0);
  const segments = <T>(column: readonly T[]) => column.slice(0, FIRST_SEGMENTS);
  let at = 0;
  const low = page.low.filter((step) => (at += step) < words);
  return {
    index: {
      ...index,
      ...{ no: segments(index.no), lane: segments(index.lane), t0: segments(index.t0) },
      ...{ ms: segments(index.ms), chars: segments(index.chars) },
    },
    page: {
      ...{ v: 1, words: counts, low, flags: segments(page.flags), text: segments(page.text) },
      ...{ gap: page.gap.slice(0, words), len: page.len.slice(0, words) },
      ...(page.cut && { cut: page.cut.slice(0, words) }),
    },
  };
}
