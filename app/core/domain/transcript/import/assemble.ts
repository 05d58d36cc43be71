import type { SpokenSegment, TranscriptDocument } from "../document.ts";
import { cutWords, joinWords, spreadWords, type Word } from "#app/core/domain/words/words.ts";
import type { Parsed, Timing } from "./import-result.ts";
import { placeCues, type Timed } from "./place-cues.ts";

export type Assembled = { document: TranscriptDocument; timing: Timing };

/** C0 controls and invisible marks have no place in text people read. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u2060\ufeff]/g;
/** As long as a name of our own export may be. */
const MOST_NAME_CHARS = 200;

const clean = (text: string) =>
  text.replace(INVISIBLE, "").normalize("NFC").replace(/\s+/g, " ").trim();

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
  const { timed, timing } = placeCues(cues, durationMs);
  const names = new Map<string, number>();
  const segments = timed.map((cue) => {
    const name = cue.speaker?.slice(0, MOST_NAME_CHARS) ?? "";
    if (name !== "" && !names.has(name)) names.set(name, names.size);
    const { words, timing: wordTiming } = wordsOf(cue);
    return {
      speaker: names.get(name) ?? null,
      t0Ms: cue.startMs,
      t1Ms: Math.max(cue.endMs, cue.startMs),
      text: joinWords(words),
      words,
      timing: wordTiming,
    };
  });
  return {
    timing,
    document: {
      title: parsed.title ?? null,
      language: parsed.language ?? language ?? null,
      startedAt: parsed.startedAt ?? null,
      speakers: [...names.keys()].map((name) => ({ name, side: null })),
      segments: sorted(segments),
    },
  };
}
