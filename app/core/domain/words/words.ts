import { UNSPACED } from "./fold.ts";

/**
 * One word of a transcript. `text` carries its punctuation; times are integer ms on the call clock;
 * `confidence` is 0–100, null when the engine gave none; `isSpaced`: a space stands before it
 * (never for the first word of a segment, usually not in Japanese).
 */
export type Word = {
  text: string;
  startMs: number;
  endMs: number;
  confidence: number | null;
  isSpaced: boolean;
};
export type Piece = { text: string; isSpaced: boolean };

const segmenters = new Map<string, Intl.Segmenter>();
function segmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, made);
  return made;
}

/** Words of a text run in the given language, as Intl.Segmenter sees them, with their offsets. */
export const segmentWords = (text: string, language = "ja") => segmenter(language).segment(text);

/** Punctuation belongs to the word before it, an opening bracket to the word after it. */
function cutUnspaced(chunk: string): string[] {
  const pieces: string[] = [];
  let open = "";
  for (const { segment, isWordLike } of segmentWords(chunk)) {
    const last = pieces.length - 1;
    if (isWordLike === true) {
      pieces.push(open + segment);
      open = "";
    } else if (/^[\p{Ps}\p{Pi}]/u.test(segment) || last < 0) open += segment;
    else pieces[last] = (pieces[last] ?? "") + open + segment;
  }
  if (open === "") return pieces;
  if (pieces.length === 0) return [open];
  pieces.push((pieces.pop() ?? "") + open);
  return pieces;
}

/** Cuts a text into words: at white space, and inside runs of scripts that have none by Intl.Segmenter. */
export function cutWords(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const chunk of text.normalize("NFC").split(/\s+/u)) {
    if (chunk === "") continue;
    const parts = UNSPACED.test(chunk) ? cutUnspaced(chunk) : [chunk];
    parts.forEach((part, n) => pieces.push({ text: part, isSpaced: n === 0 && pieces.length > 0 }));
  }
  return pieces;
}

export function joinWords(words: readonly Piece[]): string {
  return words.map(({ text, isSpaced }, n) => (isSpaced && n > 0 ? ` ${text}` : text)).join("");
}

const WIDE = new RegExp(UNSPACED.source, "gu");

/** How long a text takes to say, in letters: a letter of an unspaced script counts two. */
export const spokenLetters = (text: string): number =>
  text.length + (UNSPACED.test(text) ? (text.match(WIDE)?.length ?? 0) : 0);

/** Gives pieces times inside [startMs, endMs), each as much as it has letters (timing "spread"). */
export function spreadWords(
  pieces: readonly Piece[],
  { startMs, endMs }: { startMs: number; endMs: number },
  confidence: number | null = null,
): Word[] {
  const weights = pieces.map(({ text }) => spokenLetters(text) + 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  const at = () => Math.round(startMs + ((endMs - startMs) * passed) / total);
  return pieces.map(({ text, isSpaced }, n) => {
    const from = at();
    passed += weights[n] ?? 0;
    return { text, startMs: from, endMs: at(), confidence, isSpaced };
  });
}
