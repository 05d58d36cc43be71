import type { CutMask } from "#app/core/domain/cut/cut.ts";
import { isMasked } from "#app/core/domain/cut/masks.ts";
import type { Readable } from "#app/core/domain/transcript/readable.ts";
import { wordsOf, type WordPage } from "#app/core/domain/transcript/wire-decode.ts";

export type Mark = {
  from: number;
  to: number;
  isActive: boolean;
  isWash?: boolean;
  isBleeped?: boolean;
};
type Look = "hit" | "active" | "wash" | "bleeped";
/** A run of a segment's text that looks the same throughout. */
export type Piece = {
  text: string;
  /** Position of its word in the page, null between words or where words need not be told apart. */
  word: number | null;
  isLow: boolean;
  mark: Look | null;
  /** Punctuation to be read behind it that nobody's words hold. */
  after: string | null;
};

/**
 * Cuts a segment's text where its look changes: at unsure words, at marks of find, and at every
 * word when `isSplit`. The pieces joined are the text, but for the case of `shown`, so that offsets of a selection stay
 * true.
 */
export function cutPieces(
  page: WordPage,
  segment: number,
  marks: readonly Mark[],
  isSplit: boolean,
  shown: Readable = { text: page.text[segment - page.first] ?? "", marks: [] },
): Piece[] {
  const { text } = shown;
  const [firstWord, endWord] = wordsOf(page, segment);
  const cuts = new Set([0, text.length]);
  for (let word = firstWord; word < endWord; word++) {
    if (!isSplit && page.isLow[word] !== 1) continue;
    cuts.add(page.charStart[word] ?? 0);
    cuts.add(page.charEnd[word] ?? 0);
  }
  for (const mark of marks) cuts.add(mark.from).add(mark.to);
  for (const { at } of shown.marks) cuts.add(at);
  const edges = [...cuts].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
  const pieces: Piece[] = [];
  let word = firstWord;
  for (let n = 0; n + 1 < edges.length; n++) {
    const from = edges[n] ?? 0;
    const to = edges[n + 1] ?? text.length;
    while (word < endWord && (page.charEnd[word] ?? 0) <= from) word++;
    const isWord = word < endWord && (page.charStart[word] ?? 0) <= from;
    const mark = marks.find((entry) => entry.from <= from && entry.to >= to);
    pieces.push({
      text: text.slice(from, to),
      word: isSplit && isWord ? word : null,
      isLow: isWord && page.isLow[word] === 1 && to <= (page.charEnd[word] ?? 0),
      mark: mark === undefined ? null : lookOf(mark),
      after: shown.marks.find(({ at }) => at === to)?.mark ?? null,
    });
  }
  return pieces;
}

function lookOf({ isActive, isWash = false, isBleeped = false }: Mark): Look {
  if (isBleeped) return "bleeped";
  return isWash ? "wash" : isActive ? "active" : "hit";
}

/** The words of a segment that are bleeped, one mark for each. @param masks of the segment's speaker */
export function bleepsIn(page: WordPage, segment: number, masks: readonly CutMask[]): Mark[] {
  const [firstWord, endWord] = wordsOf(page, segment);
  const found: Mark[] = [];
  for (let word = firstWord; word < endWord; word++) {
    const at = { startMs: page.startMs[word] ?? 0, endMs: page.endMs[word] ?? 0 };
    if (!masks.some((mask) => isMasked(at, mask.participantId, [mask]))) continue;
    const [from, to] = [page.charStart[word] ?? 0, page.charEnd[word] ?? 0];
    found.push({ from, to, isActive: false, isBleeped: true });
  }
  return found;
}

/** The words of a segment that lie in a range, by their middle, as one mark; null where none does. */
export function washIn(
  page: WordPage,
  segment: number,
  { t0Ms, t1Ms }: { t0Ms: number; t1Ms: number },
): Mark | null {
  const [firstWord, endWord] = wordsOf(page, segment);
  let [from, to] = [-1, -1];
  for (let word = firstWord; word < endWord; word++) {
    const middle = ((page.startMs[word] ?? 0) + (page.endMs[word] ?? 0)) / 2;
    if (middle < t0Ms || middle > t1Ms) continue;
    if (from < 0) from = page.charStart[word] ?? 0;
    to = page.charEnd[word] ?? 0;
  }
  return from < 0 ? null : { from, to, isActive: false, isWash: true };
}

/** The word of a segment at a character of its text: the one that covers it, else the one before. */
export function wordAtChar(page: WordPage, segment: number, char: number): number | null {
  const [firstWord, endWord] = wordsOf(page, segment);
  let found: number | null = null;
  for (let word = firstWord; word < endWord; word++) {
    if ((page.charStart[word] ?? 0) > char) break;
    found = word;
  }
  return found ?? (firstWord < endWord ? firstWord : null);
}

/** Words touched by the characters [from, to) of a segment, both included, or null. */
export function wordsInChars(
  page: WordPage,
  segment: number,
  from: number,
  to: number,
): { first: number; last: number } | null {
  const [firstWord, endWord] = wordsOf(page, segment);
  let first: number | null = null;
  let last: number | null = null;
  for (let word = firstWord; word < endWord; word++) {
    if ((page.charEnd[word] ?? 0) <= from || (page.charStart[word] ?? 0) >= to) continue;
    first ??= word;
    last = word;
  }
  return first === null || last === null ? null : { first, last };
}
