/**
 * The words of a call as the browser gets them (data §2.3): columns, not objects.
 * `no`, `t0` and `low` are differences from the entry before; `gap` and `len` are 10 ms ticks of all words in a row.
 */
export type WireIndex = {
  v: 1;
  number: number;
  /** `id` is the participant's; `name` is empty and `side` null for the one mixed lane of class C. */
  lanes: { id: string; name: string; side: "R" | "C" | null }[];
  /** Segment numbers, as differences. */
  no: number[];
  /** Index into `lanes`, per segment. */
  lane: number[];
  /** Start in ms, as differences (the first is absolute). */
  t0: number[];
  /** Length in ms. */
  ms: number[];
  /** Characters of text: heights before the words arrive. */
  chars: number[];
};
export type WirePage = {
  v: 1;
  /** data §2.3: 1 bleed, 2 inaudible, 4 safety copy, 8 redacted, 16 edited. */
  flags: number[];
  /** Words per segment. */
  words: number[];
  text: string[];
  /** Ticks from the end of the word before in the segment (from the segment's start for its first). */
  gap: number[];
  len: number[];
  /** Words with a confidence under 0.5: positions in the page's row of words, as differences. */
  low: number[];
  /** Present for texts without spaces (ja): characters of each word, 2·length + (1 if a space precedes). */
  cut?: number[];
};
export const SEGMENTS_PER_PAGE = 512;
/** Up to this many segments the server renders everything at once (data §2.3, product §6). */
export const VIRTUALISE_ABOVE = 500;
