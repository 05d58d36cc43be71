import type { SpokenSegment, TranscriptDocument } from "../document.ts";
import {
  cutWords,
  joinWords,
  spokenLetters,
  spreadWords,
  type Word,
} from "#app/core/domain/words/words.ts";
import type { Cue, Parsed } from "./import-result.ts";

export type Assembled = { document: TranscriptDocument; isEstimated: boolean };

/** Letters of conversational English a minute of speech: 150 words of 5.6 letters with their space. */
const MS_PER_LETTER = 60_000 / (150 * 5.6);
const MIN_SEGMENT_MS = 200;
/** C0 controls, invisible marks and the replacement of broken bytes have no place in text people read. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u2060\ufeff\ufffd]/g;

const clean = (text: string) =>
  text.replace(INVISIBLE, "").normalize("NFC").replace(/\s+/g, " ").trim();
const estimateMs = (text: string) =>
  Math.max(MIN_SEGMENT_MS, Math.round(spokenLetters(text) * MS_PER_LETTER));

type Timed = Cue & { startMs: number; endMs: number };

/** Without times a text runs from 0 over the call's length, or over the time it takes to say. */
function timeAll(cues: readonly Cue[], durationMs: number | undefined): Timed[] {
  const letters = cues.map(({ text }) => spokenLetters(text) + 1);
  const total = letters.reduce((sum, count) => sum + count, 0);
  const length = durationMs ?? total * MS_PER_LETTER;
  let passed = 0;
  return cues.map((cue, n) => {
    const startMs = Math.round((length * passed) / total);
    passed += letters[n] ?? 0;
    return { ...cue, startMs, endMs: Math.round((length * passed) / total) };
  });
}

/** A start without an end lasts as long as its text takes to say, but not beyond the next start. */
function closeEnds(cues: readonly Cue[]): Timed[] {
  let last = 0;
  const started = cues.map((cue) => {
    last = cue.startMs ?? last;
    return { ...cue, startMs: last };
  });
  started.sort((a, b) => a.startMs - b.startMs);
  let next = Infinity;
  let later = Infinity;
  return started
    .reverse()
    .map((cue) => {
      if (cue.startMs < later) [next, later] = [later, cue.startMs];
      return { ...cue, endMs: cue.endMs ?? Math.min(next, cue.startMs + estimateMs(cue.text)) };
    })
    .reverse();
}

/** The file's own words, when they are the text; otherwise the text cut and spread. */
function wordsOf(cue: Timed): { words: Word[]; timing: SpokenSegment["timing"] } {
  const pieces = cutWords(cue.text);
  const timed = (cue.words ?? []).map((word) => ({ ...word, text: clean(word.text) }));
  const isSame =
    timed
      .map(({ text }) => text)
      .join("")
      .replace(/\s/g, "") === cue.text.replace(/\s/g, "");
  if (
    timed.length === 0 ||
    !isSame ||
    timed.some(({ text }) => text === "" || text.includes(" "))
  ) {
    return { words: spreadWords(pieces, cue), timing: "spread" };
  }
  let at = 0;
  const words = timed.map((word, n) => {
    const isSpaced = n > 0 && cue.text[at] === " ";
    at += word.text.length + (isSpaced ? 1 : 0);
    return { ...word, isSpaced };
  });
  return { words, timing: "engine" };
}

const sorted = (segments: SpokenSegment[]) => segments.sort((a, b) => a.t0Ms - b.t0Ms);

/** Numbers the speakers in the order they speak, times every word, and sorts. */
export function assemble(
  parsed: Parsed,
  { durationMs, language }: { durationMs?: number; language?: string },
): Assembled {
  const cues = parsed.cues
    .map((cue) => ({
      ...cue,
      text: clean(cue.text),
      speaker: cue.speaker === null ? null : clean(cue.speaker),
    }))
    .filter(({ text }) => text !== "");
  const isEstimated = cues.length > 0 && cues.every(({ startMs }) => startMs === null);
  const timed = isEstimated ? timeAll(cues, durationMs) : closeEnds(cues);
  const names = new Map<string, number>();
  const segments = timed.map((cue) => {
    const name = cue.speaker?.slice(0, 100) ?? "";
    if (name !== "" && !names.has(name)) names.set(name, names.size);
    const { words, timing } = wordsOf(cue);
    return {
      speaker: names.get(name) ?? null,
      t0Ms: cue.startMs,
      t1Ms: Math.max(cue.endMs, cue.startMs),
      text: joinWords(words),
      words,
      timing,
    };
  });
  return {
    isEstimated,
    document: {
      title: parsed.title ?? null,
      language: parsed.language ?? language ?? null,
      startedAt: null,
      speakers: [...names.keys()].map((name) => ({ name, side: null })),
      segments: sorted(segments),
    },
  };
}
