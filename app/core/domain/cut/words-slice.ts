import type { TranscriptSlice } from "../transcript/transcript-reads.server.ts";
import {
  SEGMENTS_PER_PAGE,
  VIRTUALISE_ABOVE,
  type WireIndex,
  type WirePage,
} from "../transcript/wire.ts";
import type { CutWords } from "./cut.ts";

/** As many segments as the page draws before the others have come; also the length of a page without script. */
const SLICE_SEGMENTS = 200;
/** A slice never begins on one page of the wire and ends on the next. */
const SLICES_PER_PAGE = Math.ceil(SEGMENTS_PER_PAGE / SLICE_SEGMENTS);

/**
 * What the page is drawn with: everything up to 500 segments, else some of them as a small transcript of their own.
 * @param number which slice, from one on; beyond the last one it is the last
 */
export function sliceOf({ index, pages }: CutWords, number = 1): TranscriptSlice | null {
  const total = index.no.length;
  const [whole] = pages;
  if (!whole || total === 0) return null;
  if (total <= VIRTUALISE_ABOVE) return { index, page: whole, first: 0, total };
  const at = Math.min(Math.max(1, number), countOf(total)) - 1;
  const pageAt = Math.floor(at / SLICES_PER_PAGE);
  const from = (at % SLICES_PER_PAGE) * SLICE_SEGMENTS;
  const page = partOf(pages[pageAt] ?? whole, from);
  const first = pageAt * SEGMENTS_PER_PAGE + from;
  return { index: partOfIndex(index, first, page.text.length), page, first, total };
}

/** The slices before and after one, where there are some; both count from one. */
export function slicesBeside({ first, index, total }: TranscriptSlice): {
  before: number | null;
  after: number | null;
} {
  const number = numberOf(first);
  return {
    before: first === 0 ? null : number - 1,
    after: first + index.no.length >= total ? null : number + 1,
  };
}

/** The slice in which a moment lies, from one on. */
export function sliceAt({ index }: CutWords, tMs: number): number {
  const begun = fromDifferences(index.t0).filter((t0Ms) => t0Ms <= tMs).length;
  return numberOf(Math.max(0, begun - 1));
}

const slicesIn = (segments: number): number => Math.ceil(segments / SLICE_SEGMENTS);

/** Of the slice that a segment is in, by its place in the whole. */
const numberOf = (segment: number): number =>
  Math.floor(segment / SEGMENTS_PER_PAGE) * SLICES_PER_PAGE +
  Math.floor((segment % SEGMENTS_PER_PAGE) / SLICE_SEGMENTS) +
  1;

const countOf = (total: number): number =>
  Math.floor(total / SEGMENTS_PER_PAGE) * SLICES_PER_PAGE + slicesIn(total % SEGMENTS_PER_PAGE);

function partOfIndex(index: WireIndex, first: number, count: number): WireIndex {
  const of = <T>(column: readonly T[]) => column.slice(first, first + count);
  const steps = (column: readonly number[]) => toDifferences(of(fromDifferences(column)));
  return {
    ...index,
    ...{ no: steps(index.no), lane: of(index.lane), t0: steps(index.t0) },
    ...{ ms: of(index.ms), chars: of(index.chars) },
  };
}

function partOf(page: WirePage, from: number): WirePage {
  const of = <T>(column: readonly T[]) => column.slice(from, from + SLICE_SEGMENTS);
  const words = of(page.words);
  const [before, count] = [sum(page.words.slice(0, from)), sum(words)];
  const ofWords = <T>(column: readonly T[]) => column.slice(before, before + count);
  const low = fromDifferences(page.low).map((word) => word - before);
  return {
    ...{ v: 1, words, flags: of(page.flags), text: of(page.text) },
    ...{ gap: ofWords(page.gap), len: ofWords(page.len) },
    low: toDifferences(low.filter((word) => word >= 0 && word < count)),
    ...(page.cut && { cut: ofWords(page.cut) }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Columns of the wire are differences from the entry before; the first one is as it is. */
function fromDifferences(steps: readonly number[]): number[] {
  let at = 0;
  return steps.map((step) => (at += step));
}

const toDifferences = (values: readonly number[]): number[] =>
  values.map((value, n) => value - (values[n - 1] ?? 0));
