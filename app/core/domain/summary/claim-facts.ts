import { fold } from "../words/fold.ts";
import { findDates } from "./dates.ts";
import { itn } from "./itn.ts";
import { nameWords } from "./ground.ts";
import { halfWidth, japaneseNumbers } from "./numbers-ja.ts";
import type { CallClock } from "./spoken-date.ts";
import { cutWords } from "../words/words.ts";

// What a sentence names that can be held against another: days, figures, names, negation, doubt.

const wordsOf = (text: string): string[] => cutWords(text).map((word) => word.text);

/** Days that a text names, as ISO dates. */
export const daysIn = (text: string, language: string, clock: CallClock): Set<string> =>
  new Set(findDates(wordsOf(text), language, clock).map(({ date }) => date));

/**
 * Figures of a text, those of its dates aside.
 * @param isStrict leave out small numbers that may be no figure ("one of them", 一緒)
 */
export function figuresIn(
  text: string,
  language: string,
  clock: CallClock,
  isStrict: boolean,
): Set<number> {
  if (language === "ja") {
    const half = halfWidth(text);
    return new Set(
      japaneseNumbers(half)
        .filter(({ from, to }) => !isStrict || to - from > 1 || /\d/.test(half.slice(from, to)))
        .flatMap(({ value, to }) => (half.startsWith("割", to) ? [value, value * 10] : [value])),
    );
  }
  const words = wordsOf(text);
  const dates = isStrict ? findDates(words, language, clock) : [];
  return new Set(
    itn(words).flatMap(({ text: shown, value, from, to }) => {
      if (value === undefined || dates.some((date) => date.from < to && date.to > from)) return [];
      return isStrict && value < 2 && !/\d/.test(shown) ? [] : [value];
    }),
  );
}

const NO_NAME = new Set(
  `i i'm i'll i've i'd mr mrs ms dr monday tuesday wednesday thursday friday saturday sunday january february march april
  may june july august september october november december q1 q2 q3 q4 the a an customer us`.split(
    /\s+/,
  ),
);

/**
 * Names of a text: known ones wherever they stand, and words with a capital letter inside a sentence. Japanese has no
 * capitals: names in Latin letters count.
 */
export function namesIn(text: string, known: ReadonlySet<string>): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’&.-]*/gu)];
  const capital = words.flatMap(({ 0: word, index }) => {
    const isFirst = /(?:^|[.!?:]\s*["“']?)$/u.test(text.slice(0, index));
    return !isFirst && /^\p{Lu}/u.test(word) ? nameWords(word.replace(/['’]s$/u, "")) : [];
  });
  return [...new Set([...capital, ...nameWords(text).filter((word) => known.has(word))])].filter(
    (word) => !NO_NAME.has(word),
  );
}

const NEGATION_EN =
  /\b(?:not|no|never|nobody|none|nothing|neither|nor|without|cannot)\b|n't\b|n’t\b/i;
const NEGATION_JA = /ない|なかっ|ません|なく(?:て|な)|ずに|無理|反対|却下/u;

/** Says that something is not so. */
export const isNegated = (text: string): boolean =>
  NEGATION_EN.test(fold(text)) || NEGATION_JA.test(text);

const HEDGE =
  /\b(?:might|may|maybe|perhaps|probably|possibly|could|i think|i guess|not sure)\b|かもしれ\p{L}*|多分|たぶん|おそらく|検討/iu;

/** The word that leaves something open, as it was said; null where nothing is. */
export const hedgeIn = (text: string): string | null => HEDGE.exec(text)?.[0] ?? null;
