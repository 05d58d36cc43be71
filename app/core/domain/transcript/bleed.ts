import { fold } from "../words/fold.ts";
import type { Word } from "../words/words.ts";
import { FLAGS } from "./edit.ts";

/** Two stretches of speech that overlap less are two people who speak one after the other (product §21). */
const OVERLAP = 0.5;
/** So many words of the one must be those of the other, in their order. */
const ALIKE = 0.8;
/** "Yes, of course" is said by both of them. */
const LEAST_WORDS = 4;

type Heard = { t0Ms: number; t1Ms: number; words: readonly Word[]; flags?: number };

/**
 * Marks what a microphone heard of the other side's loudspeaker: a segment of it that overlaps segments of the other
 * side by half of the shorter, whose words are theirs by four fifths, and where both have four words or more (product
 * §21). What is said over them in one's own words stays.
 * @param microphone segments of one's own microphone, times in ms of the call
 * @param others segments of what the others said
 * @returns the microphone's segments in their order; those heard twice with flag 1 (data §2.3)
 */
export function flagBleed<S extends Heard>(
  microphone: readonly S[],
  others: readonly Heard[],
): S[] {
  const sorted = others.toSorted((a, b) => a.t0Ms - b.t0Ms);
  return microphone.map((own) => {
    const beside = sorted.filter(
      (other) =>
        Math.min(own.t1Ms, other.t1Ms) - Math.max(own.t0Ms, other.t0Ms) >=
        OVERLAP * Math.min(own.t1Ms - own.t0Ms, other.t1Ms - other.t0Ms),
    );
    const ours = tokens([own]);
    const theirs = tokens(beside);
    const isBleed =
      Math.min(ours.length, theirs.length) >= LEAST_WORDS &&
      inCommon(ours, theirs) >= ALIKE * ours.length;
    return isBleed ? { ...own, flags: (own.flags ?? 0) | FLAGS.bleed } : own;
  });
}

const tokens = (segments: readonly Heard[]): string[] =>
  segments
    .flatMap(({ words }) => words.map(({ text }) => fold(text).replaceAll(/[\p{P}\p{S}\s]/gu, "")))
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
