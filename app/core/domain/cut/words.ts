import { encodeIndex, encodePages } from "../transcript/wire-encode.ts";
import type { RangeMs } from "../views.ts";
import { joinWords, type Word } from "../words/words.ts";
import { encodeWords } from "../words/words-codec.ts";
import type { CutLane, CutWords } from "./cut.ts";

export type SaidSegment = {
  lane: number;
  t0Ms: number;
  t1Ms: number;
  flags: number;
  words: Word[];
};

/**
 * The words that are heard in ranges of a call, on the clock of the cut. A word belongs to a range by its middle: of one
 * that is cut through, the longer part is heard or it is not there.
 * @param said by time
 * @param lanes who speaks; `lane` of a segment is a position in it
 */
export function wordsOfRanges(
  said: readonly SaidSegment[],
  ranges: readonly RangeMs[],
  lanes: readonly CutLane[],
  version: number,
): CutWords {
  let before = 0;
  const kept = ranges.flatMap((range) => {
    const shiftMs = before - range.t0Ms;
    before += range.t1Ms - range.t0Ms;
    return said.flatMap((segment) => inRange(segment, range, shiftMs));
  });
  const rows = kept.map(({ lane, flags, words, t0Ms, t1Ms }, no) => {
    const { text, bytes } = encodeWords(words, t0Ms);
    return { no, lane, t0Ms, t1Ms, chars: text.length, text, words: bytes, flags };
  });
  const wireLanes = lanes.map((lane, at) => ({ id: String(at), ...lane }));
  return { index: encodeIndex(version, wireLanes, rows), pages: encodePages(rows) };
}

/** As much of what is said stands under a clip in a list. */
const QUOTE_CHARS = 160;

/** The first words that are heard; null where nothing is said. */
export function quoteOf(said: readonly SaidSegment[], ranges: readonly RangeMs[]): string | null {
  let text = "";
  for (const range of ranges)
    for (const segment of said) {
      if (text.length > QUOTE_CHARS) break;
      for (const { words } of inRange(segment, range, 0)) text = `${text} ${joinWords(words)}`;
    }
  text = text.trim();
  if (text === "") return null;
  return text.length > QUOTE_CHARS ? `${text.slice(0, QUOTE_CHARS - 1).trimEnd()}…` : text;
}

function inRange(segment: SaidSegment, range: RangeMs, shiftMs: number): SaidSegment[] {
  const { t0Ms, t1Ms } = range;
  const inside = ({ startMs, endMs }: Word) => {
    const middle = (startMs + endMs) / 2;
    return middle >= t0Ms && middle < t1Ms;
  };
  const clamp = (ms: number) => Math.min(t1Ms, Math.max(t0Ms, ms)) + shiftMs;
  const words = segment.words.filter(inside).map((word, n) => ({
    ...word,
    startMs: clamp(word.startMs),
    endMs: clamp(word.endMs),
    isSpaced: n > 0 && word.isSpaced,
  }));
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return [];
  return [{ ...segment, words, t0Ms: first.startMs, t1Ms: last.endMs }];
}
