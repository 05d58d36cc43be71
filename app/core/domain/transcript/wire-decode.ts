import { SEGMENTS_PER_PAGE, type WireIndex, type WirePage } from "./wire.ts";
import { TICK_MS } from "../words/words-codec.ts";

/** Segments by position (0 … count − 1, in time order); the words come page by page. */
export type SegmentTable = {
  number: number;
  lanes: WireIndex["lanes"];
  count: number;
  pageCount: number;
  no: Int32Array;
  lane: Uint16Array;
  t0Ms: Int32Array;
  t1Ms: Int32Array;
  chars: Int32Array;
  /** Latest end among the segments up to this one: where a search backwards may stop. */
  reachMs: Int32Array;
};

/**
 * Words of one page, as columns. Word `w` of the page says
 * `text[segment].slice(charStart[w], charEnd[w])` from `startMs[w]` to `endMs[w]`;
 * the segment at page position `s` has the words `wordStart[s]` … `wordStart[s + 1] − 1`.
 */
export type WordPage = {
  page: number;
  /** Position of its first segment in the table. */
  first: number;
  count: number;
  text: string[];
  flags: Uint16Array;
  wordStart: Uint32Array;
  startMs: Int32Array;
  endMs: Int32Array;
  charStart: Int32Array;
  charEnd: Int32Array;
  isLow: Uint8Array;
};

export function decodeIndex(wire: WireIndex): SegmentTable {
  const count = wire.no.length;
  const table: SegmentTable = {
    number: wire.number,
    lanes: wire.lanes,
    count,
    pageCount: Math.ceil(count / SEGMENTS_PER_PAGE),
    no: new Int32Array(count),
    lane: Uint16Array.from(wire.lane),
    t0Ms: new Int32Array(count),
    t1Ms: new Int32Array(count),
    chars: Int32Array.from(wire.chars),
    reachMs: new Int32Array(count),
  };
  let no = 0;
  let t0 = 0;
  let reach = 0;
  for (let n = 0; n < count; n += 1) {
    no += wire.no[n] ?? 0;
    t0 += wire.t0[n] ?? 0;
    const t1 = t0 + (wire.ms[n] ?? 0);
    reach = Math.max(reach, t1);
    table.no[n] = no;
    table.t0Ms[n] = t0;
    table.t1Ms[n] = t1;
    table.reachMs[n] = reach;
  }
  return table;
}

function decodeTimes(page: WordPage, wire: WirePage, table: SegmentTable) {
  let word = 0;
  for (let s = 0; s < page.count; s += 1) {
    let ms = table.t0Ms[page.first + s] ?? 0;
    page.wordStart[s] = word;
    for (const last = word + (wire.words[s] ?? 0); word < last; word += 1) {
      ms += (wire.gap[word] ?? 0) * TICK_MS;
      page.startMs[word] = ms;
      ms += (wire.len[word] ?? 0) * TICK_MS;
      page.endMs[word] = ms;
    }
  }
  page.wordStart[page.count] = word;
}

function decodeCharacters(page: WordPage, cut: readonly number[] | undefined) {
  for (let s = 0; s < page.count; s += 1) {
    const text = page.text[s] ?? "";
    const last = page.wordStart[s + 1] ?? 0;
    let from = 0;
    for (let word = page.wordStart[s] ?? 0; word < last; word += 1) {
      const length = cut?.[word];
      let to: number;
      if (length === undefined) {
        const space = text.indexOf(" ", from);
        to = space < 0 ? text.length : space;
      } else {
        from += length % 2;
        to = from + (length >> 1);
      }
      page.charStart[word] = Math.min(from, text.length);
      page.charEnd[word] = to;
      from = length === undefined ? to + 1 : to;
    }
  }
}

/** Unpacks page number `number` (0-based) of a transcript. */
export function decodePage(table: SegmentTable, number: number, wire: WirePage): WordPage {
  const words = wire.gap.length;
  const page: WordPage = {
    page: number,
    first: number * SEGMENTS_PER_PAGE,
    count: wire.text.length,
    text: wire.text,
    flags: Uint16Array.from(wire.flags),
    wordStart: new Uint32Array(wire.text.length + 1),
    startMs: new Int32Array(words),
    endMs: new Int32Array(words),
    charStart: new Int32Array(words),
    charEnd: new Int32Array(words),
    isLow: new Uint8Array(words),
  };
  decodeTimes(page, wire, table);
  decodeCharacters(page, wire.cut);
  let low = 0;
  for (const step of wire.low) {
    low += step;
    page.isLow[low] = 1;
  }
  return page;
}

export const pageOf = (segment: number): number => Math.floor(segment / SEGMENTS_PER_PAGE);

/** Text of word `word` of the page, which belongs to the segment at table position `segment`. */
export function wordText(page: WordPage, segment: number, word: number): string {
  const text = page.text[segment - page.first] ?? "";
  return text.slice(page.charStart[word] ?? 0, page.charEnd[word] ?? 0);
}

/** First and one past the last word of a segment, as positions in its page. */
export function wordsOf(page: WordPage, segment: number): [number, number] {
  const at = segment - page.first;
  return [page.wordStart[at] ?? 0, page.wordStart[at + 1] ?? 0];
}

/** Position of the last value ≤ `wanted` in the ascending `values[from … to − 1]`, or `from − 1`. */
export function lastUpTo(
  values: { readonly [n: number]: number },
  wanted: number,
  from: number,
  to: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Segments being spoken at `ms`, in time order: people overlap, so there may be several. */
export function segmentsAt(table: SegmentTable, ms: number): number[] {
  const found: number[] = [];
  for (let n = lastUpTo(table.t0Ms, ms, 0, table.count); n >= 0; n -= 1) {
    if ((table.reachMs[n] ?? 0) <= ms) break;
    if ((table.t1Ms[n] ?? 0) > ms) found.push(n);
  }
  return found.reverse();
}

/** The segment to show for `ms`: the one being spoken, else the last begun, else the first; −1 without segments. */
export function segmentNear(table: SegmentTable, ms: number): number {
  const [current] = segmentsAt(table, ms);
  if (current !== undefined) return current;
  return table.count === 0 ? -1 : Math.max(0, lastUpTo(table.t0Ms, ms, 0, table.count));
}

/**
 * The word of a segment to highlight at `ms`, as a position in its page: the last one begun, held
 * through the pause after it; −1 before the first.
 */
export function wordAt(page: WordPage, segment: number, ms: number): number {
  const [from, to] = wordsOf(page, segment);
  const word = lastUpTo(page.startMs, ms, from, to);
  return word < from ? -1 : word;
}
