import {
  segmentNear,
  wordsOf,
  wordText,
  type SegmentTable,
  type WordPage,
} from "#app/core/domain/transcript/wire-decode.ts";

const ENDS = /[.?!…。？！]["'”’」』)）]*$/u;
/** Pressed again within this time, "previous" goes one further back. */
const GRACE_MS = 700;

/** Where the sentences of one segment begin, in ms. A segment always begins one. */
export function sentenceStarts(page: WordPage, segment: number): number[] {
  const [first, end] = wordsOf(page, segment);
  const starts: number[] = [];
  for (let word = first; word < end; word++) {
    if (word > first && !ENDS.test(wordText(page, segment, word - 1))) continue;
    starts.push(page.startMs[word] ?? 0);
  }
  return starts;
}

/** The beginning of the sentence after `ms` (+1) or before it (−1); null when there is none or its words are not here. */
export function sentenceBeside(
  table: SegmentTable,
  pageFor: (segment: number) => WordPage | null,
  ms: number,
  direction: 1 | -1,
): number | null {
  const near = segmentNear(table, ms);
  if (near < 0) return null;
  for (
    let segment = near - direction;
    segment >= -1 && segment <= table.count;
    segment += direction
  ) {
    if (segment < 0 || segment >= table.count) continue;
    const page = pageFor(segment);
    if (page === null) return null;
    const starts = sentenceStarts(page, segment);
    const found =
      direction === 1
        ? starts.find((start) => start > ms + 20)
        : starts.findLast((start) => start < ms - GRACE_MS);
    if (found !== undefined) return found;
  }
  return null;
}
