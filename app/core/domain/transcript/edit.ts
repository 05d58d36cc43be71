import { fold } from "../words/fold.ts";
import { cutWords, joinWords, spreadWords, type Piece, type Word } from "../words/words.ts";
import { decodeWords, encodeWords } from "../words/words-codec.ts";
import type { Timing } from "./document.ts";
import { FLAGS } from "../words/flags.ts";

/** A stored segment: it holds for the versions [fromVersion, toVersion) of its base (data §2.3). */
export type SegmentRow = {
  no: number;
  fromVersion: number;
  toVersion: number | null;
  participantId: string | null;
  trackId: string | null;
  t0Ms: number;
  t1Ms: number;
  text: string;
  words: Uint8Array;
  raw: string | null;
  rawWords: Uint8Array | null;
  timing: Timing | null;
  confidence: number | null;
  flags: number;
};

/** What an edit does to the rows: those numbers end with the new version, these begin with it. */
export type Edit = { closed: number[]; added: SegmentRow[] };

/** A word a person wrote is as sure as words get. */
const BY_HAND = 100;

function confidenceOf(words: readonly Word[]): number | null {
  const known = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return known.length === 0
    ? null
    : Math.round(known.reduce((sum, each) => sum + each, 0) / known.length);
}

/** The row as it reads from `version` on, with these words. */
function rewritten(row: SegmentRow, version: number, words: readonly Word[]): SegmentRow {
  const packed = encodeWords(words, row.t0Ms);
  return {
    ...row,
    fromVersion: version,
    toVersion: null,
    text: packed.text,
    words: packed.bytes,
    confidence: confidenceOf(words),
    flags: row.flags | FLAGS.edited,
  };
}

const alike = (a: Piece | undefined, b: Piece | undefined) => a !== undefined && a.text === b?.text;

/** The time free for new words: the replaced ones', or for an insertion the pause around the place. */
function spanOf(row: SegmentRow, words: readonly Word[], from: number, to: number) {
  const [first, last] = [words[from], words[to - 1]];
  if (to > from && first && last) return { startMs: first.startMs, endMs: last.endMs };
  return { startMs: words[from - 1]?.endMs ?? row.t0Ms, endMs: words[from]?.startMs ?? row.t1Ms };
}

/**
 * Replaces the words [from, to) by others. Words that stay at either end keep their times, as many
 * new as old take over one by one, otherwise the replaced span is shared out by letters.
 */
function substitute(
  row: SegmentRow,
  words: readonly Word[],
  from: number,
  to: number,
  pieces: Piece[],
): Word[] {
  let head = 0;
  while (head < Math.min(to - from, pieces.length) && alike(words[from + head], pieces[head]))
    head += 1;
  let tail = 0;
  const room = Math.min(to - from, pieces.length) - head;
  while (tail < room && alike(words[to - 1 - tail], pieces[pieces.length - 1 - tail])) tail += 1;
  const [start, end] = [from + head, to - tail];
  const fresh = pieces.slice(head, pieces.length - tail).map((piece, n) => {
    const isFirst = start === 0 && n === 0;
    const spacing =
      n === 0 && head === 0
        ? (words[from]?.isSpaced ?? piece.isSpaced) || (from > 0 && from === to)
        : piece.isSpaced;
    return { text: piece.text, isSpaced: !isFirst && spacing };
  });
  const timed =
    fresh.length === end - start
      ? fresh.map((piece, n) => {
          const { startMs, endMs } = words[start + n] ?? spanOf(row, words, start, end);
          return { ...piece, startMs, endMs, confidence: BY_HAND };
        })
      : spreadWords(fresh, spanOf(row, words, start, end), BY_HAND);
  const after = words.slice(end);
  const [next, ...others] = after;
  const joined =
    next && start === 0 && timed.length === 0 ? [{ ...next, isSpaced: false }, ...others] : after;
  return [...words.slice(0, start), ...timed, ...joined];
}

export const segmentWords = (row: SegmentRow): Word[] => decodeWords(row.words, row.text, row.t0Ms);

/**
 * The words [from, to) of one segment become `text`. An empty text removes them; a segment that is
 * left without words ends with this version.
 * @returns null when the range is not in the segment or nothing would change
 */
export function replaceWords(
  row: SegmentRow,
  range: { from: number; to: number },
  text: string,
  version: number,
): Edit | null {
  const words = segmentWords(row);
  const { from, to } = range;
  if (from < 0 || to < from || to > words.length) return null;
  const changed = substitute(row, words, from, to, cutWords(text));
  if (joinWords(changed) === row.text) return null;
  return {
    closed: [row.no],
    added: changed.length === 0 ? [] : [rewritten(row, version, changed)],
  };
}

const EDGES = /^([\p{P}\p{S}]*)(.*?)([\p{P}\p{S}]*)$/su;

/** A word without the punctuation around it, folded; a word of punctuation only stays itself. */
function core(text: string): string {
  const middle = EDGES.exec(text)?.[2] ?? "";
  return fold(middle === "" ? text : middle);
}

function wrap(pieces: Piece[], first: Word | undefined, last: Word | undefined): Piece[] {
  const before = EDGES.exec(first?.text ?? "")?.[1] ?? "";
  const after = EDGES.exec(last?.text ?? "")?.[3] ?? "";
  return pieces.map((piece, n) => {
    const lead = n === 0 && !/^[\p{P}\p{S}]/u.test(piece.text) ? before : "";
    const trail = n === pieces.length - 1 && !/[\p{P}\p{S}]$/u.test(piece.text) ? after : "";
    return { ...piece, text: `${lead}${piece.text}${trail}` };
  });
}

/**
 * "Everywhere in this call": each place where the same words stand, whatever their case and the
 * punctuation around them, which stays.
 * @param sought the words as they were, e.g. "hub spot"
 */
export function replaceEverywhere(
  rows: readonly SegmentRow[],
  sought: string,
  text: string,
  version: number,
): Edit & { places: number } {
  const wanted = cutWords(sought).map((piece) => core(piece.text));
  const edit: Edit & { places: number } = { closed: [], added: [], places: 0 };
  if (wanted.length === 0) return edit;
  for (const row of rows) {
    let words = segmentWords(row);
    let places = 0;
    for (let at = 0; at + wanted.length <= words.length; at += 1) {
      if (!wanted.every((word, n) => core(words[at + n]?.text ?? "") === word)) continue;
      const to = at + wanted.length;
      const before = words.length;
      const next = substitute(row, words, at, to, wrap(cutWords(text), words[at], words[to - 1]));
      if (joinWords(next) === joinWords(words)) continue;
      words = next;
      places += 1;
      at = to - 1 + (words.length - before);
    }
    if (places === 0) continue;
    edit.places += places;
    edit.closed.push(row.no);
    if (words.length > 0) edit.added.push(rewritten(row, version, words));
  }
  return edit;
}

/**
 * Gives a segment to somebody else, whole or from a word on: then it is split there, and the second
 * part gets `nextNo`, a number its base has never used.
 * @returns null when nothing would change or the word is not inside
 */
export function changeSpeaker(
  row: SegmentRow,
  participantId: string | null,
  { fromWord = 0, nextNo, version }: { fromWord?: number; nextNo: number; version: number },
): Edit | null {
  if (participantId === row.participantId) return null;
  const words = segmentWords(row);
  if (fromWord < 0 || (fromWord > 0 && fromWord >= words.length)) return null;
  if (fromWord === 0) {
    const added = {
      ...row,
      participantId,
      fromVersion: version,
      toVersion: null,
      flags: row.flags | FLAGS.edited,
    };
    return { closed: [row.no], added: [added] };
  }
  const [first, second] = [words.slice(0, fromWord), words.slice(fromWord)];
  const splitMs = second[0]?.startMs ?? row.t1Ms;
  const unraw = { ...row, raw: null, rawWords: null };
  const head = rewritten(
    { ...unraw, t1Ms: Math.max(row.t0Ms, first.at(-1)?.endMs ?? splitMs) },
    version,
    first,
  );
  const begun = second.map((word, n) => (n === 0 ? { ...word, isSpaced: false } : word));
  const tail = rewritten({ ...unraw, no: nextNo, participantId, t0Ms: splitMs }, version, begun);
  return { closed: [row.no], added: [head, tail] };
}

const holdsAt = (row: SegmentRow, version: number) =>
  row.fromVersion <= version && (row.toVersion === null || row.toVersion > version);

/** Segments as they read in a version, in time order, out of all rows of the base. */
export const rowsAt = (rows: readonly SegmentRow[], version: number): SegmentRow[] =>
  rows.filter((row) => holdsAt(row, version)).sort((a, b) => a.t0Ms - b.t0Ms || a.no - b.no);

/** Makes version `to` (a new number) read as `target` did: rows of the present end, copies of the past begin. */
export function revert(
  rows: readonly SegmentRow[],
  { current, target, to }: { current: number; target: number; to: number },
): Edit {
  const isShared = (row: SegmentRow) => holdsAt(row, current) && holdsAt(row, target);
  return {
    closed: rows.filter((row) => holdsAt(row, current) && !isShared(row)).map(({ no }) => no),
    added: rows
      .filter((row) => holdsAt(row, target) && !isShared(row))
      .map((row) => ({ ...row, fromVersion: to, toVersion: null })),
  };
}
