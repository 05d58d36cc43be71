import { parseClock } from "../clock-text.ts";
import type { Cue, Parsed, TimedText } from "./import-result.ts";

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Row[] | null =>
  Array.isArray(value) && value.length > 0 && value.every(isRow) ? value : null;

const TEXT = ["text", "transcript", "content", "body", "sentence", "utterance", "value", "caption"];
const SPEAKER = [
  "speaker",
  "speakerName",
  "speaker_name",
  "speaker_label",
  "speakerLabel",
  "speaker_id",
  "name",
  "participant",
  "author",
  "user",
  "channel",
];
const START = [
  "start",
  "startTime",
  "start_time",
  "begin",
  "from",
  "t0",
  "offset",
  "timestamp",
  "time",
];
const END = ["end", "endTime", "end_time", "stop", "to", "t1"];
const LENGTH = ["duration", "dur", "length"];
const WORD = ["punctuated_word", "word", "text", "value"];
const CONFIDENCE = ["confidence", "probability", "score"];
const LISTS = [
  "segments",
  "utterances",
  "transcript",
  "transcription",
  "cues",
  "sentences",
  "entries",
  "messages",
  "monologues",
  "results",
  "data",
  "paragraphs",
];

const first = (row: Row, keys: readonly string[]): unknown =>
  keys.map((key) => row[key]).find((value) => value !== undefined && value !== null);

const textOf = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

function speakerOf(row: Row): string | null {
  const value = first(row, SPEAKER);
  const name = isRow(value) ? first(value, ["name", "displayName", "label", "id"]) : value;
  return textOf(name)?.trim() ?? null;
}

/** Keys that say their unit (`startMs`, `start_ms`) need no guess. */
const withUnit = (keys: readonly string[]) =>
  keys.flatMap((key) => [`${key}Ms`, `${key}_ms`, `${key}InMs`]);
type Time = { value: number; isMs: boolean } | null;

function timeOf(row: Row, keys: readonly string[]): Time {
  const sure = first(row, withUnit(keys));
  if (typeof sure === "number") return { value: sure, isMs: true };
  const value = first(row, keys);
  if (typeof value === "number") return { value, isMs: false };
  if (typeof value !== "string") return null;
  const clock = parseClock(value);
  if (clock !== null) return { value: clock, isMs: true };
  const number = /^\d+(\.\d+)?s?$/.test(value.trim()) ? Number.parseFloat(value) : Number.NaN;
  return Number.isFinite(number) ? { value: number, isMs: false } : null;
}

/** People say 5 to 30 letters a second: far fewer letters a unit means the unit is the millisecond. */
function guessUnit(rows: readonly Row[]): number {
  let letters = 0;
  let units = 0;
  for (const row of rows) {
    const [start, end] = [timeOf(row, START), timeOf(row, END)];
    if (!start || start.isMs || !end || end.isMs) continue;
    letters += textOf(first(row, TEXT))?.length ?? 0;
    units += Math.max(0, end.value - start.value);
  }
  return units > 0 && letters / units < 0.25 ? 1 : 1_000;
}

const toMs = (time: Time, unit: number) =>
  time ? Math.round(time.isMs ? time.value : time.value * unit) : null;

function wordsOf(row: Row, unit: number): TimedText[] | null {
  const rows = rowsOf(first(row, ["words", "tokens"]));
  if (!rows) return null;
  const words: TimedText[] = [];
  for (const word of rows) {
    const text = textOf(first(word, WORD))?.trim() ?? "";
    const [startMs, endMs] = [toMs(timeOf(word, START), unit), toMs(timeOf(word, END), unit)];
    if (text === "") continue;
    if (startMs === null || endMs === null || endMs < startMs) return null;
    const confidence = first(word, CONFIDENCE);
    words.push({ text, startMs, endMs, confidence: percent(confidence) });
  }
  return words.length > 0 ? words : null;
}

const percent = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= 1 ? Math.round(value * 100) : null;

function cueOf(row: Row, unit: number): Cue {
  const startMs = toMs(timeOf(row, START), unit);
  const length = toMs(timeOf(row, LENGTH), unit);
  const endMs =
    toMs(timeOf(row, END), unit) ?? (startMs !== null && length !== null ? startMs + length : null);
  const words = wordsOf(row, unit);
  const text = textOf(first(row, TEXT)) ?? (words ?? []).map((word) => word.text).join(" ");
  const cue: Cue = { speaker: speakerOf(row), startMs, endMs, text, line: null };
  return words ? { ...cue, words } : cue;
}

/** The first list of spoken rows in the document, at most four levels down. */
function findRows(value: unknown, depth = 0): Row[] | null {
  const rows = rowsOf(value);
  if (rows?.some((row) => textOf(first(row, TEXT)) !== null || rowsOf(row["words"]))) return rows;
  if (!isRow(value) || depth > 4) return null;
  for (const key of LISTS) {
    const found = findRows(value[key], depth + 1);
    if (found) return found;
  }
  return null;
}

/**
 * JSON of common makers: a list of `{speaker, start, end, text}`, whisper's `segments` with or
 * without words, lists of utterances. Seconds or milliseconds are told apart by how fast people speak.
 */
export function parseJson(document: unknown): Parsed {
  const rows = findRows(document);
  if (!rows) return { cues: [], faults: [{ code: "transcript_shape", line: null }] };
  const unit = guessUnit(rows);
  const cues = rows.map((row) => cueOf(row, unit));
  const isReversed = cues.some(
    ({ startMs, endMs }) => startMs !== null && endMs !== null && endMs < startMs,
  );
  const language = isRow(document) ? document["language"] : null;
  return {
    cues,
    faults: isReversed ? [{ code: "transcript_reversed", line: null }] : [],
    ...(typeof language === "string" && /^[a-z]{2,3}(-\w+)*$/i.test(language) ? { language } : {}),
  };
}
