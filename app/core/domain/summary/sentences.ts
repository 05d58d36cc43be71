import type { Side } from "../views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import { endsSentence } from "../metrics/sentences.ts";
import { placeWords, type SpokenSegment } from "../words/spoken.ts";
import { wordsIn } from "./terms.ts";

/** A word and its place in the text of its sentence, [from, to) in UTF-16 units. */
export type SentenceWord = {
  text: string;
  t0Ms: number;
  t1Ms: number;
  from: number;
  to: number;
  /** 0–100, where the engine says. */
  confidence?: number | null;
};
/** A sentence inside one segment: its text, and that of any run of its words, is in the transcript. */
export type SummarySentence = {
  segment: number;
  participantId: string | null;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  text: string;
  words: readonly SentenceWord[];
};

/** The exact text of words [from, to) of a sentence with its times. */
export function quoteOf(sentence: SummarySentence, from: number, to: number) {
  const words = sentence.words.slice(from, to);
  return {
    quote: sentence.text.slice(words[0]?.from ?? 0, words.at(-1)?.to ?? 0),
    t0Ms: words[0]?.t0Ms ?? sentence.t0Ms,
    t1Ms: words.reduce((end, { t1Ms }) => Math.max(end, t1Ms), words[0]?.t1Ms ?? sentence.t0Ms),
  };
}

const PAUSE_MS = 500;
const LONGEST = { en: 40, ja: 60 };
/** Where a long run of words is best parted: before these, after a comma, at a pause. */
const LINK_EN = /^(?:and|but|so|because|then|which|or|if|when|while|although)$/i;
const LINK_JA = /^(?:で|それで|ただ|でも|しかし|また|あと|なので|ので|から|けど|けれど|そして)/u;

type Row = { from: number; to: number };

/** Cuts at stops and at pauses over 0.5 s (product §14.2 step 1). */
function rowsOf({ words }: SpokenSegment): Row[] {
  const rows: Row[] = [];
  let from = 0;
  words.forEach((word, n) => {
    const next = words[n + 1];
    const isEnd = !next || endsSentence(word.text) || next.t0Ms - word.t1Ms > PAUSE_MS;
    if (!isEnd) return;
    rows.push({ from, to: n + 1 });
    from = n + 1;
  });
  return rows;
}

/** How good a place the start of a word is for parting a long row; higher is better. */
function seamAt(segment: SpokenSegment, n: number, middle: number, length: number): number {
  const [before, word] = [segment.words[n - 1], segment.words[n]];
  if (!before || !word) return -Infinity;
  const pause = Math.min(PAUSE_MS, Math.max(0, word.t0Ms - before.t1Ms)) / PAUSE_MS;
  const isLink = LINK_EN.test(word.text) || LINK_JA.test(word.text);
  const isComma = /[,、;:]$/u.test(before.text);
  return pause * 2 + (isComma ? 1 : 0) + (isLink ? 0.8 : 0) - Math.abs(n - middle) / length;
}

/** Halves a row at its best seam until no part is too long to quote. */
function shorten(segment: SpokenSegment, row: Row, limit: number, language: string): Row[] {
  const size = wordsIn(
    segment.words
      .slice(row.from, row.to)
      .map(({ text }) => text)
      .join(" "),
    language,
  );
  const length = row.to - row.from;
  if (size <= limit || length < 2) return [row];
  const middle = row.from + length / 2;
  const margin = Math.max(1, Math.floor(length / 5));
  let best = row.from + margin;
  for (let n = best; n <= row.to - margin; n += 1) {
    if (seamAt(segment, n, middle, length) > seamAt(segment, best, middle, length)) best = n;
  }
  return [
    ...shorten(segment, { from: row.from, to: best }, limit, language),
    ...shorten(segment, { from: best, to: row.to }, limit, language),
  ];
}

/** Sentences of all segments by time: a quote is at most about 40 words. */
export function summarySentences(
  segments: readonly SpokenSegment[],
  language: string,
): SummarySentence[] {
  const limit = baseLanguage(language) === "ja" ? LONGEST.ja : LONGEST.en;
  return segments
    .toSorted((a, b) => a.t0Ms - b.t0Ms || a.no - b.no)
    .flatMap((segment) => {
      const { text, places } = placeWords(segment);
      return rowsOf(segment)
        .flatMap((row) => shorten(segment, row, limit, language))
        .map(({ from, to }): SummarySentence => {
          const start = places[from]?.from ?? 0;
          const words = segment.words.slice(from, to).map((word, n) => ({
            text: word.text,
            t0Ms: word.t0Ms,
            t1Ms: word.t1Ms,
            ...(word.confidence == null ? {} : { confidence: word.confidence }),
            from: (places[from + n]?.from ?? start) - start,
            to: (places[from + n]?.to ?? start) - start,
          }));
          return {
            segment: segment.no,
            participantId: segment.participantId,
            side: segment.side,
            t0Ms: words[0]?.t0Ms ?? segment.t0Ms,
            t1Ms: words.reduce((end, { t1Ms }) => Math.max(end, t1Ms), segment.t0Ms),
            text: text.slice(start, places[to - 1]?.to),
            words,
          };
        });
    })
    .sort((a, b) => a.t0Ms - b.t0Ms || a.segment - b.segment);
}
