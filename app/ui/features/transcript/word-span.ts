import {
  type SegmentTable,
  type WordPage,
  wordsOf,
} from "#app/core/domain/transcript/wire-decode.ts";

/** A word: its segment's position in the table, and its number in the segment, from 0 on. */
export type WordPlace = { segment: number; word: number };
/** Words that are selected, from where it began to where it stands; either may be the earlier one. */
export type WordSpan = { anchor: WordPlace; focus: WordPlace };
/** The same in the order of the call, both ends included. */
export type Selected = { first: WordPlace; last: WordPlace };
/** Words of a segment; null while they are on their way. */
export type PageOf = (segment: number) => WordPage | null;

const compare = (a: WordPlace, b: WordPlace): number => a.segment - b.segment || a.word - b.word;

export const ordered = ({ anchor, focus }: WordSpan): Selected =>
  compare(anchor, focus) <= 0 ? { first: anchor, last: focus } : { first: focus, last: anchor };

/** How many words a segment has; 0 while they are on their way. */
export function countWords(pageOf: PageOf, segment: number): number {
  const page = pageOf(segment);
  if (page === null) return 0;
  const [from, to] = wordsOf(page, segment);
  return to - from;
}

const lastWord = (pageOf: PageOf, segment: number): number =>
  Math.max(0, countWords(pageOf, segment) - 1);

/** Where a key takes the end of a selection; null for a key that is none of ours, or leads nowhere. */
export function stepWord(
  key: string,
  { segment, word }: WordPlace,
  { count, pageOf }: { count: number; pageOf: PageOf },
): WordPlace | null {
  const last = lastWord(pageOf, segment);
  switch (key) {
    case "ArrowRight":
      if (word < last) return { segment, word: word + 1 };
      return segment + 1 < count ? { segment: segment + 1, word: 0 } : null;
    case "ArrowLeft":
      if (word > 0) return { segment, word: word - 1 };
      return segment > 0 ? { segment: segment - 1, word: lastWord(pageOf, segment - 1) } : null;
    case "ArrowDown":
      if (word < last) return { segment, word: last };
      if (segment + 1 >= count) return null;
      return { segment: segment + 1, word: lastWord(pageOf, segment + 1) };
    case "ArrowUp":
      if (word > 0) return { segment, word: 0 };
      return segment > 0 ? { segment: segment - 1, word: 0 } : null;
    case "Home":
      return word > 0 ? { segment, word: 0 } : null;
    case "End":
      return word < last ? { segment, word: last } : null;
    default:
      return null;
  }
}

/** Start and end of the words in ms of the call, at the times of their segments while their own are on their way. */
export function timesOf(
  table: SegmentTable,
  pageOf: PageOf,
  { first, last }: Selected,
): { t0Ms: number; t1Ms: number } {
  const timeOf = ({ segment, word }: WordPlace, end: "startMs" | "endMs"): number => {
    const page = pageOf(segment);
    const ofSegment = (end === "startMs" ? table.t0Ms : table.t1Ms)[segment] ?? 0;
    if (page === null) return ofSegment;
    const [from, to] = wordsOf(page, segment);
    return from + word < to ? (page[end][from + word] ?? ofSegment) : ofSegment;
  };
  const t0Ms = timeOf(first, "startMs");
  // Voices overlap: what was begun later may be over sooner.
  let t1Ms = timeOf(last, "endMs");
  for (let segment = first.segment; segment < last.segment; segment += 1)
    t1Ms = Math.max(t1Ms, table.t1Ms[segment] ?? 0);
  return { t0Ms, t1Ms: Math.max(t0Ms, t1Ms) };
}

/** What was said, as it is read; nothing for words that are on their way. */
export function textOf(pageOf: PageOf, { first, last }: Selected): string {
  const texts: string[] = [];
  for (let segment = first.segment; segment <= last.segment; segment += 1) {
    const page = pageOf(segment);
    if (page === null) continue;
    const [from, to] = wordsOf(page, segment);
    const begin = segment === first.segment ? from + first.word : from;
    const end = segment === last.segment ? Math.min(to - 1, from + last.word) : to - 1;
    if (end < begin) continue;
    const text = page.text[segment - page.first] ?? "";
    texts.push(text.slice(page.charStart[begin] ?? 0, page.charEnd[end] ?? text.length));
  }
  return texts.join(" ");
}

/** How many words; those on their way count as none. */
export function countSelected(pageOf: PageOf, { first, last }: Selected): number {
  let count = 0;
  for (let segment = first.segment; segment <= last.segment; segment += 1) {
    const all = countWords(pageOf, segment);
    const begin = segment === first.segment ? first.word : 0;
    const end = segment === last.segment ? Math.min(all - 1, last.word) : all - 1;
    count += Math.max(0, end - begin + 1);
  }
  return count;
}
