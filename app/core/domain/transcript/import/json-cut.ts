import type { Row } from "./json-rows.ts";
import { timesOf } from "./json-time.ts";
import {
  arePieces,
  joinTexts,
  speakerOf,
  speakerOfWord,
  textOfRow,
  wordRows,
  wordText,
} from "./json-words.ts";

/** How far behind the word before a word is looked for in the text. */
const FURTHEST = 60;
const LEAST_FOUND = 0.8;
/** Words that are taken in place of the text must be half of it, and have nearly as many letters. */
const LEAST_SAME = 0.5;
const LEAST_CHARS = 0.9;
const MOST_WORDS = 80;
/** A pause of so many words' length ends a sentence where no sign does. */
const PAUSE = 4;
const SENTENCE_END = /[.?!。？！…]["'”’」』)]*\s*$/u;

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Where each word begins in the text; null for those that are not in it as they are. */
function placesIn(text: string, texts: readonly string[]): (number | null)[] {
  // Turkish "İ" is two letters when it is small, and places would be others.
  const isFolded = text.toLowerCase().length === text.length;
  const fold = (written: string) => (isFolded ? written.toLowerCase() : written);
  const lower = fold(text);
  let at = 0;
  return texts.map((raw) => {
    const word = fold(raw.trim());
    if (word === "") return null;
    const near = lower.slice(at, at + word.length + FURTHEST);
    const found = near.indexOf(word);
    const before = near.slice(0, Math.max(0, found));
    if (found < 0 || /[\p{L}\p{N}]$/u.test(before)) return null;
    at += found + word.length;
    return at - word.length;
  });
}

/** A cut moved before the signs that open what follows. */
function beforeSigns(text: string, cut: number): number {
  const signs = /(?:(?<=\s)[^\s\p{L}\p{N}]+|[「『（]+)$/u.exec(
    text.slice(Math.max(0, cut - 5), cut),
  );
  return cut - (signs?.[0].length ?? 0);
}

type Words = { rows: Row[]; texts: string[]; text: string | null; places: (number | null)[] };

function wordsIn(row: Row, rows: Row[]): Words {
  const texts = rows.map(wordText);
  const own = textOfRow(row);
  const text = own === null || own.trim() === "" ? null : own;
  return { rows, texts, text, places: text === null ? [] : placesIn(text, texts) };
}

/**
 * The text of the runs of words that begin at `starts`. Together they are the whole text where its words are found in it;
 * where it is written otherwise ("$5" for "five dollars"), the words themselves.
 * @returns null where the words are not all of the text, and no cut of it is sure
 */
function textsAt({ texts, text, places }: Words, starts: readonly number[]): string[] | null {
  const joined = () => starts.map((from, n) => joinTexts(texts.slice(from, starts[n + 1])));
  if (text === null) return joined();
  const filled = texts.filter((word) => word.trim() !== "").length;
  const found = places.filter((place) => place !== null).length;
  const cuts = starts.map((start, n) => (n === 0 ? 0 : (places[start] ?? null)));
  if (found >= filled * LEAST_FOUND && cuts.every((cut) => cut !== null)) {
    const exact = cuts.map((cut) => beforeSigns(text, cut));
    return exact.map((cut, n) => text.slice(cut, exact[n + 1]));
  }
  const isSame = found >= filled * LEAST_SAME;
  return isSame && lettersIn(texts.join("")) >= lettersIn(text) * LEAST_CHARS ? joined() : null;
}

/**
 * Who says each word. One without a speaker, and space between words, goes with the word before it; the first ones with
 * the row's own speaker, where its words name several and that one among them.
 */
function speakersOf(row: Row, rows: readonly Row[]): (string | null)[] {
  const known = rows.map((word) => (wordText(word).trim() === "" ? null : speakerOfWord(word)));
  const own = speakerOf(row);
  let last = (known.includes(own) ? own : known.find((speaker) => speaker !== null)) ?? null;
  return known.map((speaker) => {
    last = speaker ?? last;
    return last;
  });
}

/** Parts a row before each word where `isCut`; a row that cannot be parted belongs to none of its speakers. */
function cutRow(row: Row, words: Words, isCut: (n: number) => boolean): Row[] {
  const speakers = speakersOf(row, words.rows);
  const isOne = speakers.every((speaker) => speaker === speakers[0]);
  const speakerAt = (n: number) => (isOne ? (speakerOf(row) ?? speakers[0]) : speakers[n]) ?? null;
  const starts = words.rows.flatMap((_, n) => (n === 0 || isCut(n) ? [n] : []));
  const texts = textsAt(words, starts);
  if (texts === null)
    return isOne ? [row] : [{ text: words.text, words: words.rows, speaker: null }];
  if (starts.length === 1) return [{ ...row, speaker: speakerAt(0) }];
  return starts.map((from, n) => ({
    ...{ text: texts[n], speaker: speakerAt(from) },
    words: words.rows.slice(from, starts[n + 1]),
  }));
}

/** A row as many as its words have speakers in turn. */
export function bySpeaker(row: Row): Row[] {
  const rows = wordRows(row);
  if (!rows || rows.every((word) => speakerOfWord(word) === null)) return [row];
  const speakers = speakersOf(row, rows);
  return cutRow(row, wordsIn(row, rows), (n) => speakers[n] !== speakers[n - 1]);
}

/** A row that holds a whole call, as sentences: cut where the speaker changes, a sentence ends or a pause is long. */
export function sentencesOf(row: Row): Row[] {
  const rows = wordRows(row);
  if (!rows) return [row];
  const words = wordsIn(row, rows);
  const { texts, text, places } = words;
  const speakers = speakersOf(row, rows);
  const isPause = pausesOf(rows);
  const isInPieces = arePieces(texts);
  const isEnd = (n: number) => {
    const before = places[n - 1] ?? null;
    const said =
      text === null || before === null
        ? (texts[n - 1] ?? "")
        : text.slice(before, places[n] ?? before);
    return SENTENCE_END.test(said) || SENTENCE_END.test(texts[n - 1] ?? "");
  };
  const begins = (n: number) =>
    !isInPieces || /^\s/.test(texts[n] ?? "") || /[\s。？！]$/.test(texts[n - 1] ?? "");
  let from = 0;
  return cutRow(row, words, (n) => {
    if ((texts[n] ?? "").trim() === "") return false;
    const isOver =
      speakers[n] !== speakers[n - 1] ||
      (begins(n) && (isEnd(n) || isPause(n) || n - from >= MOST_WORDS));
    if (isOver) from = n;
    return isOver;
  });
}

const NO_CLOCKS = { read: () => null };

/** Whether a word follows the one before only after a pause, whatever the unit of their times is. */
function pausesOf(rows: readonly Row[]): (n: number) => boolean {
  const spans = rows.map((row) => {
    const { start, end } = timesOf(row, NO_CLOCKS);
    return typeof start === "object" && typeof end === "object" && start && end
      ? { start: start.value, end: end.value }
      : null;
  });
  const lengths = spans
    .flatMap((span) => (span ? [span.end - span.start] : []))
    .toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return (n) => {
    const [before, span] = [spans[n - 1], spans[n]];
    return median > 0 && !!before && !!span && span.start - before.end >= median * PAUSE;
  };
}
