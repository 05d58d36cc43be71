import { sharedSpans, type Span, unionOfSpans } from "#app/core/platform/ranges.ts";
import { UNSPACED } from "./fold.ts";
import type { Word } from "./words.ts";

/** A pause between two words this long belongs to what is said: people breathe, and voice detection bridges it too. */
const PAUSE_MS = 1_000;
/** Voice detection begins before the first word and ends after the last one by about this much. */
const EDGE_MS = 400;
/** The longest a word can take where it is placed, however its time was estimated. */
const WORD_MS = 1_000;
const CHARACTER_MS = 150;
/** What a word can stand for where few are said for long: slow talk has 1.6 of them a second, pauses included. */
const SHARE_MS = 650;
const SHARE_CHARACTER_MS = 90;
/** A character of a script without spaces is a syllable or a word; slow talk has three to four of them a second. */
const UNSPACED_MS = 300;

const CHARACTER = /[\p{L}\p{N}]/u;
type Said = Pick<Word, "text" | "startMs" | "endMs">;

const charactersOf = (text: string): number =>
  Array.from(text).filter((one) => CHARACTER.test(one)).length;

/** The most milliseconds that a word can fill. */
const longestMs = (text: string, count: number): number =>
  UNSPACED.test(text)
    ? Math.max(WORD_MS / 2, count * UNSPACED_MS)
    : Math.max(WORD_MS, count * CHARACTER_MS);

/** The most milliseconds of talk that a word makes up for. */
const shareMs = (text: string): number => {
  const count = charactersOf(text);
  if (count === 0) return 0;
  return UNSPACED.test(text) ? count * UNSPACED_MS : Math.max(SHARE_MS, count * SHARE_CHARACTER_MS);
};

/**
 * How much of a voice has words. A word covers the time it is said in and the pauses beside it, and words that are too
 * few for a stretch do not cover it all: two of them spread over twenty seconds are two.
 * @param voice where people talk, in order and without overlap, on the clock of the words
 * @param words in any order
 * @returns milliseconds, never more than the voice has
 */
export function coveredMs(voice: readonly Span[], words: readonly Said[]): number {
  const placed = sharedSpans(voice, bridged(words));
  const inOrder = words.toSorted((a, b) => a.startMs + a.endMs - b.startMs - b.endMs);
  let next = 0;
  let at = 0;
  return voice.reduce((sum, { fromMs, toMs }) => {
    let most = 0;
    for (let word = inOrder[next]; word !== undefined; word = inOrder[++next]) {
      const middle = (word.startMs + word.endMs) / 2;
      if (middle >= toMs + EDGE_MS) break;
      if (middle >= fromMs - EDGE_MS) most += shareMs(word.text);
    }
    let covered = 0;
    for (let span = placed[at]; span !== undefined && span.fromMs < toMs; span = placed[++at])
      covered += span.toMs - span.fromMs;
    return sum + Math.min(covered, most);
  }, 0);
}

/** The time of words, with the pauses between them. */
function bridged(words: readonly Said[]): Span[] {
  const spans = words.flatMap(({ text, startMs, endMs }): Span[] => {
    const count = charactersOf(text);
    if (count === 0) return [];
    const length = Math.min(Math.max(endMs - startMs, 1), longestMs(text, count));
    return [{ fromMs: startMs - EDGE_MS, toMs: startMs + length + EDGE_MS }];
  });
  const joined: Span[] = [];
  for (const { fromMs, toMs } of unionOfSpans(spans)) {
    const last = joined.at(-1);
    if (last && fromMs - last.toMs <= PAUSE_MS - 2 * EDGE_MS) last.toMs = toMs;
    else joined.push({ fromMs, toMs });
  }
  return joined;
}

/** Of a track, or of all of a recording. */
export type Coverage = { voiceMs: number; coveredMs: number };

/**
 * Less than this share of a voice in words is a transcript that lost words. Recognised speech of people and of synthetic
 * voices, clean and through a telephone, has 0.87 or more, however many of its words are wrong; every second sentence is
 * half.
 */
export const ENOUGH_SHARE = 0.6;
/** A recording with less voice says too little to be judged by it. */
export const LEAST_VOICE_MS = 10_000;
/** A single track is judged by itself only from here on: what a listener murmurs is rightly not written. */
export const LEAST_TRACK_MS = 30_000;
const LEAST_TRACK_SHARE = 0.1;
/** A new version is poorer when it covers this much less of what the current one covers. */
const NOTABLY_LESS = 0.95;
/** The same of a single track that says anything: of a few sentences, one more or less is a larger share. */
const NOTABLY_LESS_OF_TRACK = 0.8;
const LEAST_COMPARED_MS = 10_000;

const lacks = ({ voiceMs, coveredMs: covered }: Coverage): boolean =>
  covered < ENOUGH_SHARE * voiceMs;

export const sumOf = (tracks: readonly Coverage[]): Coverage => ({
  voiceMs: tracks.reduce((sum, { voiceMs }) => sum + voiceMs, 0),
  coveredMs: tracks.reduce((sum, track) => sum + track.coveredMs, 0),
});

/** A track that has a voice of its own, and a part in what is said by all, and lost its words. */
export const isTrackMissing = (track: Coverage, all: Coverage): boolean =>
  track.voiceMs >= LEAST_TRACK_MS &&
  track.voiceMs >= LEAST_TRACK_SHARE * all.voiceMs &&
  lacks(track);

/** Whether a recording is without the words of what was said in it: as a whole, or one of its tracks. */
export function areWordsMissing(tracks: readonly Coverage[]): boolean {
  const all = sumOf(tracks);
  return (
    (all.voiceMs >= LEAST_VOICE_MS && lacks(all)) ||
    tracks.some((track) => isTrackMissing(track, all))
  );
}

/**
 * Whether a new version of the words covers notably less than the one people read, in all or of one of the tracks.
 * Engines differ by a few words.
 * @param made milliseconds by track, as `current`
 */
export function isPoorer(
  made: Readonly<Record<string, number>>,
  current: Readonly<Record<string, number>>,
): boolean {
  const total = (of: Readonly<Record<string, number>>) =>
    Object.values(of).reduce((sum, ms) => sum + ms, 0);
  return (
    total(made) < NOTABLY_LESS * total(current) ||
    Object.entries(current).some(
      ([track, ms]) => ms >= LEAST_COMPARED_MS && (made[track] ?? 0) < NOTABLY_LESS_OF_TRACK * ms,
    )
  );
}
