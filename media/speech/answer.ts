/** Answers of OpenAI-compatible transcription servers, in all their shapes (speech.md §5). Pure. */
import * as z from "zod";
import { spread } from "./align.ts";
import { primaryLanguage, type SegmentIn, type SegmentOut, type Word } from "./engine.ts";
import { isStock } from "./stock.ts";

const wordShape = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  probability: z.number().optional(),
});
const segmentShape = z.object({
  text: z.string().default(""),
  start: z.number().optional(),
  end: z.number().optional(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
  words: z.array(wordShape).nullish(),
});
const answerShape = z.object({
  text: z.string().optional(),
  language: z.string().nullish(),
  words: z.array(wordShape).nullish(),
  segments: z.array(segmentShape).nullish(),
  logprobs: z.array(z.object({ logprob: z.number() })).nullish(),
});
type Answer = z.infer<typeof answerShape>;
type AnswerSegment = z.infer<typeof segmentShape>;
type AnswerWord = z.infer<typeof wordShape>;

/** Segment ids aside, an answer as our segment; undefined when it is no answer of this kind. */
export function readAnswer(
  body: unknown,
  segment: SegmentIn,
  language: string,
): SegmentOut | undefined {
  const parsed = answerShape.safeParse(body);
  if (!parsed.success) return undefined;
  const answer = parsed.data;
  if (answer.text === undefined && !answer.words && !answer.segments) return undefined;
  const heard = (answer.segments ?? []).filter((part) => !isSilence(part));
  // With segments at hand, a text that only silent ones carry is dropped with them.
  const isDropped = (answer.segments?.length ?? 0) > 0 && heard.length === 0;
  const written = isDropped ? "" : writtenText(answer, heard, language);
  const all = isDropped ? [] : punctuate(timedWords(answer, heard), written);
  const timed = dropRepeats(all, longestLoop(language), (word) => word.text);
  const text =
    timed.length > 0
      ? timed.map((word) => word.text).join(spaceOf(language))
      : plainText(written, language);
  const base = {
    id: segment.id,
    startMs: segment.startMs,
    endMs: segment.endMs,
    language: answer.language ? languageCode(answer.language) : primaryLanguage(language),
    ...confidenceOf(answer, timed),
  };
  if (text === "" || isStock(text)) {
    return { ...base, text: "", words: [], timing: "engine" };
  }
  if (timed.length > 0) {
    return { ...base, text, words: clip(timed, segment), timing: "engine" };
  }
  const words = clip(spreadParts(heard, text, segment, base.language), segment);
  return { ...base, text, words, timing: "spread" };
}

function isSilence({ no_speech_prob, avg_logprob }: AnswerSegment): boolean {
  return (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1;
}

/** Order of §5: top-level words, then words inside segments; seconds become ms of the segment. */
function timedWords(answer: Answer, heard: readonly AnswerSegment[]): Word[] {
  const inside = heard.flatMap((part) => part.words ?? []);
  // Words of a silent stretch are dropped with it.
  const silent = (answer.segments ?? []).filter(isSilence);
  const top = (answer.words ?? []).filter(
    ({ start, end }) =>
      !silent.some((part) => start >= (part.start ?? 0) && end <= (part.end ?? 0) + 0.01),
  );
  return top.length > 0 ? joinPieces(top, false) : joinPieces(inside, true);
}

/**
 * whisper.cpp gives token pieces: a piece that starts with a space starts a word. Where no piece
 * has a space (OpenAI, languages without spaces), each is a word.
 */
function joinPieces(pieces: readonly AnswerWord[], mayBePieces: boolean): Word[] {
  const arePieces = mayBePieces && pieces.some(({ word }) => word.startsWith(" "));
  const words: Word[] = [];
  for (const { word, start, end, probability } of pieces) {
    const text = word.trim();
    if (text === "" || /^\[_.*\]$/.test(text)) continue;
    const previous = words.at(-1);
    if (arePieces && !word.startsWith(" ") && previous !== undefined) {
      previous.text += text;
      previous.endMs = Math.round(end * 1000);
      if (probability !== undefined) {
        previous.confidence = Math.min(previous.confidence ?? 1, probability);
      }
      continue;
    }
    words.push({
      text,
      startMs: Math.round(start * 1000),
      endMs: Math.round(end * 1000),
      ...(probability === undefined ? {} : { confidence: Math.min(1, Math.max(0, probability)) }),
    });
  }
  return words;
}

function writtenText(answer: Answer, heard: readonly AnswerSegment[], language: string): string {
  if (heard.length === 0) return (answer.text ?? "").trim();
  return heard.map(({ text }) => text.trim()).join(spaceOf(language));
}

/** Repeats removed, from texts that have no word times. */
function plainText(written: string, language: string): string {
  const space = spaceOf(language);
  const tokens = space === "" ? Array.from(written) : written.split(/\s+/);
  return dropRepeats(tokens.filter(Boolean), longestLoop(language), (token) => token)
    .join(space)
    .trim();
}

/** OpenAI's words lack the punctuation and case of its text: they take it where both run in step. */
function punctuate(words: Word[], written: string): Word[] {
  const tokens = written.split(/\s+/).filter(Boolean);
  const isInStep =
    tokens.length === words.length &&
    tokens.every((token, n) => fold(token) === fold(words[n]?.text ?? ""));
  return isInStep ? words.map((word, n) => ({ ...word, text: tokens[n] ?? word.text })) : words;
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** In tokens: four words, or as many characters where a text has no spaces. */
function longestLoop(language: string): number {
  return spaceOf(language) === "" ? 20 : 4;
}

function spaceOf(language: string): string {
  return ["ja", "zh", "yue"].includes(primaryLanguage(language)) ? "" : " ";
}

/** 1 to `longest` tokens that repeat at least 4 times in a row: one round is kept. */
export function dropRepeats<T>(
  tokens: readonly T[],
  longest: number,
  textOf: (token: T) => string,
): T[] {
  const folded = (token: T) => fold(textOf(token));
  const out: T[] = [];
  for (let at = 0; at < tokens.length; ) {
    const size = loopAt(tokens, at, longest, folded);
    if (size === undefined) {
      const token = tokens[at];
      if (token !== undefined) out.push(token);
      at++;
      continue;
    }
    const loop = tokens.slice(at, at + size);
    out.push(...loop);
    const follows = (place: number) =>
      loop.every((token, n) => {
        const other = tokens[place + n];
        return other !== undefined && folded(other) === folded(token);
      });
    while (follows(at)) at += size;
  }
  return out;
}

/** Length of the loop that starts here, four rounds at least, if there is one. */
function loopAt<T>(
  tokens: readonly T[],
  at: number,
  longest: number,
  folded: (token: T) => string,
): number | undefined {
  for (let size = 1; size <= longest; size++) {
    const end = at + 4 * size;
    if (end > tokens.length) return undefined;
    const window = tokens.slice(at, end).map(folded);
    if (window.every((text, n) => text !== "" && text === window[n % size])) return size;
  }
  return undefined;
}

/** Servers name languages ("english") or code them. */
function languageCode(language: string): string {
  const names: Readonly<Record<string, string>> = { english: "en", japanese: "ja" };
  return names[language.toLowerCase()] ?? primaryLanguage(language);
}

function confidenceOf(answer: Answer, words: readonly Word[]): { confidence?: number } {
  const logs = (answer.logprobs ?? []).map(({ logprob }) => logprob);
  const known = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  const segments = (answer.segments ?? []).flatMap(({ avg_logprob }) => avg_logprob ?? []);
  const values = known.length > 0 ? known : (logs.length > 0 ? logs : segments).map(Math.exp);
  if (values.length === 0) return {};
  return { confidence: Math.min(1, values.reduce((a, b) => a + b, 0) / values.length) };
}

/** Without word times the server's own segments still say roughly where the words are. */
function spreadParts(
  heard: readonly AnswerSegment[],
  text: string,
  segment: SegmentIn,
  language: string,
): Word[] {
  const length = segment.endMs - segment.startMs;
  const parts = heard.filter((part) => part.start !== undefined && part.end !== undefined);
  const joined = parts.map((part) => part.text.trim()).join(spaceOf(language));
  if (parts.length === 0 || joined !== text) {
    return spread(text, { startMs: 0, endMs: length }, language);
  }
  return parts.flatMap((part) => {
    const range = { startMs: (part.start ?? 0) * 1000, endMs: (part.end ?? 0) * 1000 };
    return spread(part.text, range, language);
  });
}

/** From ms of the segment to the call clock, inside the segment, in order. */
function clip(words: readonly Word[], { startMs, endMs }: SegmentIn): Word[] {
  let before = startMs;
  return words.map((word) => {
    const from = Math.min(endMs, Math.max(before, startMs + Math.round(word.startMs)));
    before = from;
    return {
      ...word,
      startMs: from,
      endMs: Math.min(endMs, Math.max(from, startMs + Math.round(word.endMs))),
    };
  });
}
