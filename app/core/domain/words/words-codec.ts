import { joinWords, type Word } from "./words.ts";

export const TICK_MS = 10;
const NO_CONFIDENCE = 255;
const SPLIT = 0;
const COUNTED = 1;

function pushVarint(bytes: number[], value: number) {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

const isSplitAtSpaces = (words: readonly Word[]) =>
  words.every(
    ({ text, isSpaced }, n) => !text.includes(" ") && text !== "" && (n === 0 || isSpaced),
  );

const confidenceByte = (confidence: number | null) =>
  confidence === null ? NO_CONFIDENCE : Math.min(100, Math.max(0, Math.round(confidence)));

/**
 * Packs the words of a segment as data §2.3 has them, 3.1 bytes a word, with the text they make.
 * Times become ticks of 10 ms from `t0Ms`; a word that begins before its predecessor ended is moved
 * to that end, one before `t0Ms` to `t0Ms`.
 */
export function encodeWords(words: readonly Word[], t0Ms: number) {
  const mode = isSplitAtSpaces(words) ? SPLIT : COUNTED;
  const bytes: number[] = [mode];
  let end = 0;
  words.forEach((word, n) => {
    const start = Math.max(end, Math.round((word.startMs - t0Ms) / TICK_MS));
    const stop = Math.max(start, Math.round((word.endMs - t0Ms) / TICK_MS));
    if (mode === COUNTED)
      pushVarint(bytes, 2 * word.text.length + (word.isSpaced && n > 0 ? 1 : 0));
    pushVarint(bytes, start - end);
    pushVarint(bytes, stop - start);
    bytes.push(confidenceByte(word.confidence));
    end = stop;
  });
  return { text: joinWords(words), bytes: Uint8Array.from(bytes) };
}

export type WordColumns = {
  gap: number[];
  len: number[];
  /** 0–100, 255 for none. */
  confidence: number[];
  /** `2·length + space before`, per word. */
  cut: number[];
  isCounted: boolean;
};

/** A reader over one segment's bytes; a truncated row reads as zeros rather than failing the call. */
function reader(bytes: Uint8Array) {
  let at = 1;
  return {
    isAtEnd: () => at >= bytes.length,
    byte: () => bytes[at++] ?? 0,
    varint: () => {
      let value = 0;
      for (let unit = 1; ; unit *= 128) {
        const byte = bytes[at++] ?? 0;
        value += (byte & 127) * unit;
        if (byte < 128) return value;
      }
    },
  };
}

/** Appends a segment's words to columns and answers how many they were: no object per word. */
export function readColumns(bytes: Uint8Array, text: string, into: WordColumns): number {
  const isCounted = bytes[0] === COUNTED;
  if (isCounted) into.isCounted = true;
  const read = reader(bytes);
  let count = 0;
  let from = 0;
  while (!read.isAtEnd()) {
    if (isCounted) into.cut.push(read.varint());
    else {
      const space = text.indexOf(" ", from);
      const to = space < 0 ? text.length : space;
      into.cut.push(2 * (to - from) + (count > 0 ? 1 : 0));
      from = to + 1;
    }
    into.gap.push(read.varint());
    into.len.push(read.varint());
    into.confidence.push(read.byte());
    count += 1;
  }
  return count;
}

export const emptyColumns = (): WordColumns => ({
  gap: [],
  len: [],
  confidence: [],
  cut: [],
  isCounted: false,
});

/** Number of words of a segment, without its text. */
export function countWords(bytes: Uint8Array): number {
  return readColumns(bytes, "", emptyColumns());
}

/** The words of a stored segment; times are exact to the 10 ms ticks they were stored in. */
export function decodeWords(bytes: Uint8Array, text: string, t0Ms: number): Word[] {
  const columns = emptyColumns();
  const count = readColumns(bytes, text, columns);
  const words: Word[] = [];
  let char = 0;
  let tick = 0;
  for (let n = 0; n < count; n += 1) {
    const cut = columns.cut[n] ?? 0;
    const isSpaced = cut % 2 === 1;
    const from = char + (isSpaced ? 1 : 0);
    char = from + Math.floor(cut / 2);
    const start = tick + (columns.gap[n] ?? 0);
    tick = start + (columns.len[n] ?? 0);
    const confidence = columns.confidence[n] ?? NO_CONFIDENCE;
    words.push({
      text: text.slice(from, char),
      startMs: t0Ms + start * TICK_MS,
      endMs: t0Ms + tick * TICK_MS,
      confidence: confidence === NO_CONFIDENCE ? null : confidence,
      isSpaced,
    });
  }
  return words;
}
