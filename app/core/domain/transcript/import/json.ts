import { byChannel } from "./json-channels.ts";
import {
  IMPORT_LIMITS,
  type Cue,
  type ImportFault,
  type Parsed,
  type Unit,
} from "./import-result.ts";
import { bySpeaker, sentencesOf } from "./json-cut.ts";
import { MOST_WORDS, tooMany } from "./json-limit.ts";
import { firstText, isRow, type Row, rowsOf } from "./json-rows.ts";
import { rowsOfOtherCalls, rowsOfService } from "./json-shapes.ts";
import { isTimeKey, timesOf } from "./json-time.ts";
import { type Bare, unitOf } from "./json-unit.ts";
import {
  type How,
  isSpeakerKey,
  joinTexts,
  spanOf,
  speakerOf,
  textOfRow,
  wordRows,
  wordsOf,
  wordText,
} from "./json-words.ts";
import { unrolled } from "./roll-up.ts";
import type { TimeReader } from "./time-text.ts";

const LISTS = [
  ...["segments", "utterances", "transcript", "transcription", "cues", "sentences", "entries"],
  ...["messages", "monologues", "results", "data", "paragraphs", "items", "phrases", "chunks"],
  ...["turns", "captions", "result"],
];
/** Objects that hold a transcript without turns, beside the document itself. */
const WHOLE = ["result", "data", "transcript", "transcription", "response", "output"];
const WHOLE_TEXT = ["text", "transcript", "transcription", "content"];
/** What a row says of itself in words that are not said. */
const ABOUT =
  /^(id|uuid|guid|type|kind|lang(uage)?(_?code)?|locale|status|recognitionStatus|partial|email|url|color|avatar)$|_(id|url)$|[a-z](Id|Url)$/;
const MOST_LEVELS = 4;
const MOST_CHARS_SHOWN = 120;

/** Bare numbers of turns, and of words where they have times: words are the surer guide. */
function bareOf(rows: readonly Row[], reader: TimeReader): Bare[] {
  const words: Bare[] = [];
  const turns: Bare[] = [];
  const add = (into: Bare[], row: Row, letters: number) => {
    const { start, end, length } = timesOf(row, reader);
    if (start === null || start === "unreadable" || start.isMs) return;
    const last =
      end !== null && end !== "unreadable" && !end.isMs
        ? end.value
        : length !== null && length !== "unreadable" && !length.isMs
          ? start.value + length.value
          : start.value;
    into.push({ start: start.value, end: last, letters });
  };
  for (const row of rows) {
    for (const word of wordRows(row) ?? []) add(words, word, wordText(word).length);
    add(turns, row, textOfRow(row)?.length ?? 0);
  }
  return words.some(({ start, end }) => end > start) ? words : turns;
}

/** The time of the first of some words that has one that can be read. */
function firstMs(words: readonly Row[], edge: "startMs" | "endMs", how: How): number | null {
  for (const word of words) {
    const ms = spanOf(word, how)[edge];
    if (ms !== null && !Number.isNaN(ms)) return ms;
  }
  return null;
}

type Found = { cue: Cue; fault: ImportFault["code"] | null };

function cueOf(row: Row, how: How): Found {
  const words = wordsOf(row, how);
  const rows = wordRows(row) ?? [];
  const own = textOfRow(row);
  const text = own === null || own.trim() === "" ? joinTexts(rows.map(wordText)) : own;
  const span = spanOf(row, how);
  const startMs = span.startMs ?? words?.[0]?.startMs ?? firstMs(rows, "startMs", how);
  const endMs = span.endMs ?? words?.at(-1)?.endMs ?? firstMs(rows.toReversed(), "endMs", how);
  const cue: Cue = { speaker: speakerOf(row), startMs, endMs, text, line: null };
  if (Number.isNaN(startMs) || Number.isNaN(endMs)) {
    const known = Number.isNaN(startMs) ? null : startMs;
    const isEnded = known !== null && !Number.isNaN(endMs);
    const times = { startMs: known, endMs: isEnded ? endMs : null };
    return { cue: { ...cue, ...times }, fault: "transcript_time" };
  }
  if (startMs !== null && endMs !== null && endMs < startMs)
    return { cue: { ...cue, endMs: null }, fault: "transcript_reversed" };
  return { cue: words ? { ...cue, words } : cue, fault: null };
}

const isSpoken = (row: Row): boolean => textOfRow(row) !== null || wordRows(row) !== null;

/** Whether a row without a known text has one under a name of its own. */
function hasUnknownText(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value))
    return levels > 0 && value.some((each) => hasUnknownText(each, levels - 1));
  if (!isRow(value) || levels === 0) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      !isSpeakerKey(key) &&
      !isTimeKey(key) &&
      !ABOUT.test(key) &&
      hasUnknownText(inner, levels - 1),
  );
}

/** The first list of spoken rows in the document. */
function findRows(value: unknown, level = 0): Row[] | null {
  const rows = rowsOf(value);
  if (rows?.some(isSpoken)) return rows;
  if (!isRow(value) || level > MOST_LEVELS) return null;
  for (const key of LISTS) {
    const found = findRows(value[key], level + 1);
    if (found) return found;
  }
  return null;
}

/** A call without turns: a list of words, else a text, whose lines are turns. */
function rowsOfWhole(document: unknown, level = 0): Row[] | null {
  const words = rowsOf(document);
  if (words)
    return words.some((word) => typeof word["word"] === "string") ? sentencesOf({ words }) : null;
  if (!isRow(document)) return null;
  const text = firstText(document, WHOLE_TEXT);
  if (wordRows(document)) return sentencesOf({ ...document, text });
  const lines = text?.split("\n").filter((line) => line.trim() !== "") ?? [];
  if (lines.length > 0) return lines.map((line) => ({ text: line }));
  if (level > 0) return null;
  for (const key of WHOLE) {
    const found = rowsOfWhole(document[key], level + 1);
    if (found) return found;
  }
  return null;
}

function isTooMuch(rows: readonly Row[]): boolean {
  if (rows.length > IMPORT_LIMITS.segments) return true;
  return rows.reduce((sum, row) => sum + (wordRows(row)?.length ?? 0), 0) > MOST_WORDS;
}

const shown = (row: Row): string => JSON.stringify(row).slice(0, MOST_CHARS_SHOWN);

/**
 * JSON of common makers: a list of `{speaker, start, end, text}`, whisper's and whisper.cpp's segments with or without
 * words, lists of utterances, and services with a shape of their own. Rows are parted where their words have several
 * speakers. Where numbers say no unit it is found from how fast people speak, unless it is given.
 */
export function parseJson(document: unknown, reader: TimeReader, given?: Unit): Parsed | null {
  const found = rowsOfService(document) ?? findRows(document) ?? rowsOfWhole(document);
  if (!found) return null;
  if (isTooMuch(found)) return tooMany();
  const rows = byChannel(found);
  const guess = unitOf(bareOf(rows, reader));
  const how: How = { unit: given ?? guess ?? "s", reader };
  const faults: ImportFault[] = [];
  const leftOut: NonNullable<Parsed["leftOut"]> = [];
  const cues: Cue[] = [];
  for (const [n, row] of rows.entries()) {
    const at = { row: n + 1 };
    if (!isSpoken(row) && hasUnknownText(row)) leftOut.push({ at, text: shown(row) });
    if (!isSpoken(row)) continue;
    for (const part of bySpeaker(row)) {
      const { cue, fault } = cueOf(part, how);
      cues.push(cue);
      if (fault !== null) faults.push({ code: fault, at, text: shown(part) });
    }
  }
  for (const [n, row] of rowsOfOtherCalls(document).entries())
    leftOut.push({ at: { row: rows.length + n + 1 }, text: shown(row) });
  const unit = guess && { unit: how.unit };
  return { cues: unrolled(cues), faults, leftOut, ...unit, ...about(document) };
}

function about(document: unknown): Pick<Parsed, "language" | "title"> {
  if (!isRow(document)) return {};
  const { title } = document;
  const language = firstText(document, ["language", "language_code", "languageCode"]) ?? "";
  return {
    ...(/^[a-z]{2,3}(-\w+)*$/i.test(language) && { language }),
    ...(typeof title === "string" && title.trim() !== "" && { title: title.trim().slice(0, 200) }),
  };
}
