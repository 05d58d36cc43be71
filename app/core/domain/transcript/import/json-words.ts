import type { TimedText, Unit } from "./import-result.ts";
import { first, firstText, isRow, orCapital, type Row, rowsOf, textOf } from "./json-rows.ts";
import { timesOf, toMs } from "./json-time.ts";
import type { TimeReader } from "./time-text.ts";

const TEXT = orCapital([
  ...["text", "transcript", "content", "body", "sentence", "utterance", "value", "caption"],
]);
const SPEAKER = orCapital([
  ...["speaker", "speakerName", "speaker_name", "speaker_label", "speakerLabel", "speaker_id"],
  ...["speakerId", "speakerTag", "name", "participant", "author", "user", "channel", "role"],
]);
const OF_PERSON = ["name", "displayName", "display_name", "fullName", "full_name", "label", "id"];
const WORD = ["punctuated_word", "word", "text", "value", "content"];
const WORDS = ["words", "tokens", "result"];
const WORD_SPEAKER = ["speaker", "speaker_id", "speakerId", "speaker_label", "speakerLabel"];
const CONFIDENCE = ["confidence", "probability", "score", "conf"];
/** `[_BEG_]`: what whisper.cpp says to itself. */
const MARKER = /^\[_\w+\]$/;
const CJK = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー、。？！]`;
/** Where words are written one after the other without a space. */
const UNSPACED = new RegExp(String.raw`${CJK}\u0000${CJK}|\u0000[,.;:!?…%)\]]+$`, "u");

export const isSpeakerKey = (key: string): boolean => SPEAKER.includes(key);
export const textOfRow = (row: Row): string | null => firstText(row, TEXT);
export const wordText = (word: Row): string => firstText(word, WORD) ?? "";
const isBlank = (text: string): boolean => text.trim() === "" || MARKER.test(text.trim());

/** The list of a row's words, or of pieces of them; null without any. */
export function wordRows(row: Row): Row[] | null {
  for (const key of WORDS) {
    const words = rowsOf(row[key]);
    if (words) return words;
  }
  return null;
}

export function speakerOf(row: Row): string | null {
  for (const key of SPEAKER) {
    const value = row[key];
    const text = isRow(value) ? firstText(value, OF_PERSON) : textOf(value);
    if (text !== null && text.trim() !== "") return text.trim();
  }
  return null;
}

/** Who says a word, where the word says it; Google's tag 0 is none. */
export function speakerOfWord(word: Row): string | null {
  const tag = word["speakerTag"];
  const value = typeof tag === "number" && tag > 0 ? tag : first(word, WORD_SPEAKER);
  const name = isRow(value) ? firstText(value, OF_PERSON) : textOf(value);
  return name === null || name.trim() === "" ? null : name.trim();
}

/** Whether the texts are pieces of words, whose spaces say where words begin. */
export const arePieces = (texts: readonly string[]): boolean =>
  texts.some((text) => /^\s/.test(text));

/** Words as one text: pieces as they are, words with a space where their script has one. */
export function joinTexts(texts: readonly string[]): string {
  const spoken = texts.filter((text) => !MARKER.test(text.trim()));
  if (arePieces(spoken)) return spoken.join("");
  let joined = "";
  for (const text of spoken.map((each) => each.trim()).filter((each) => each !== "")) {
    const isClose = joined === "" || UNSPACED.test(`${joined.slice(-1)}\u0000${text}`);
    joined += isClose ? text : ` ${text}`;
  }
  return joined;
}

const percent = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= 1 ? Math.round(value * 100) : null;

export type How = { unit: Unit; reader: TimeReader };
type Span = { startMs: number | null; endMs: number | null };

export function spanOf(word: Row, { unit, reader }: How): Span {
  const { start, end, length } = timesOf(word, reader);
  const [startMs, lengthMs] = [toMs(start, unit), toMs(length, unit)];
  const endMs = toMs(end, unit);
  if (endMs !== null || startMs === null || lengthMs === null) return { startMs, endMs };
  return { startMs, endMs: startMs + lengthMs };
}

/** The words with their times; null where one has none, or none that can be. */
export function wordsOf(row: Row, how: How): TimedText[] | null {
  const rows = wordRows(row);
  if (!rows) return null;
  const words: TimedText[] = [];
  const texts = rows.map(wordText);
  const isInPieces = arePieces(texts);
  let isOpen = false;
  for (const [n, word] of rows.entries()) {
    const raw = texts[n] ?? "";
    if (isBlank(raw)) {
      if (/^\s+$/.test(raw)) isOpen = false;
      continue;
    }
    const { startMs, endMs } = spanOf(word, how);
    if (startMs === null || endMs === null || !(endMs >= startMs)) return null;
    const last = words.at(-1);
    if (last && isInPieces && isOpen && !/^\s/.test(raw)) {
      last.text += raw.trim();
      last.endMs = Math.max(last.endMs, endMs);
    } else {
      const confidence = percent(first(word, CONFIDENCE));
      words.push({ text: raw.trim(), startMs, endMs, confidence });
    }
    isOpen = !/\s$/.test(raw);
  }
  return words.length > 0 ? words : null;
}
