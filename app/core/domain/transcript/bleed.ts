import { fold } from "../words/fold.ts";
import type { Word } from "../words/words.ts";
import type { Timing } from "./document.ts";
import { FLAGS } from "../words/flags.ts";

/** Two stretches of speech that overlap less are two people who speak one after the other (product §21). */
const OVERLAP = 0.5;
/** So many words of the one must be those of the other, in their order. */
const ALIKE = 0.8;
/** "Yes, of course" is said by both of them. */
const LEAST_WORDS = 4;
/** Sound reaches the microphone a little later, and an engine puts the same word a little elsewhere in each lane. */
const NEAR_MS = 1_000;
/** Without times of words only segments that last nearly as long can be the same speech. */
const LIKE_LENGTH = 0.7;

type Said = {
  t0Ms: number;
  t1Ms: number;
  words: readonly Word[];
  flags?: number;
  /** `spread`: the engine gave no times of words; they are shared out by letters. */
  timing?: Timing;
};

/**
 * Marks what a microphone picked up of the other side's loudspeaker: a segment of it that overlaps segments of the other
 * side by half of the shorter, whose words are by four fifths what was said there at that time, and where both have four
 * words or more (product §21). What is said over them in one's own words stays.
 * @param microphone segments of one's own microphone, times in ms of the call
 * @param others segments of what the others said
 * @returns the microphone's segments in their order; those that are there twice with flag 1 (data §2.3)
 */
export function flagBleed<S extends Said>(microphone: readonly S[], others: readonly Said[]): S[] {
  const sorted = others
    .filter(({ words }) => textsOf(words).length >= LEAST_WORDS)
    .toSorted((a, b) => a.t0Ms - b.t0Ms);
  return microphone.map((own) =>
    isTheirs(own, sorted) ? { ...own, flags: (own.flags ?? 0) | FLAGS.bleed } : own,
  );
}

function isTheirs(own: Said, others: readonly Said[]): boolean {
  const ours = textsOf(own.words);
  if (ours.length < LEAST_WORDS) return false;
  const theirs = others.filter((other) => isBeside(own, other)).flatMap(textsDuring(own));
  return theirs.length >= LEAST_WORDS && inCommon(ours, theirs) >= ALIKE * ours.length;
}

const lengthOf = ({ t0Ms, t1Ms }: Said): number => t1Ms - t0Ms;

const isBeside = (own: Said, other: Said): boolean =>
  Math.min(own.t1Ms, other.t1Ms) - Math.max(own.t0Ms, other.t0Ms) >=
  OVERLAP * Math.min(lengthOf(own), lengthOf(other));

/** What the other side said while this segment lasted: in a long one of theirs a few words are found again by chance. */
const textsDuring =
  (own: Said) =>
  (other: Said): string[] =>
    other.timing === "spread"
      ? textsOf(isLikeLength(own, other) ? other.words : [])
      : textsOf(other.words.filter((word) => isNear(word, own)));

const isLikeLength = (own: Said, other: Said): boolean =>
  Math.min(lengthOf(own), lengthOf(other)) >=
  LIKE_LENGTH * Math.max(lengthOf(own), lengthOf(other));

function isNear({ startMs, endMs }: Word, { t0Ms, t1Ms }: Said): boolean {
  const middle = (startMs + endMs) / 2;
  return middle >= t0Ms - NEAR_MS && middle <= t1Ms + NEAR_MS;
}

/** Words as they are compared; those of punctuation alone are none. */
const textsOf = (words: readonly Word[]): string[] =>
  words
    .map(({ text }) => fold(text).replaceAll(/[\p{P}\p{S}\s]/gu, ""))
    .filter((word) => word !== "");

/** Length of the longest sequence of words that both have in this order. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  let before = new Uint32Array(other.length + 1);
  for (const word of one) {
    const row = new Uint32Array(other.length + 1);
    for (const [at, compared] of other.entries())
      row[at + 1] =
        word === compared ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, row[at] ?? 0);
    before = row;
  }
  return before[other.length] ?? 0;
}
