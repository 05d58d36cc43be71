import type { RangeMs } from "../views.ts";
import { lexicalTokens } from "../words/lexicon.ts";
import { round4 } from "./numbers.ts";
import type { Unit } from "./units.ts";

/**
 * Amount of speech: words, or morae in Japanese. `estimated` is how much of it is a guess (letters
 * whose reading is not written: kanji, digits, Latin).
 */
export type Spoken = { amount: number; estimated: number };

const SMALL = /[ぁぃぅぇぉゃゅょゎ]/u;
/** Morae of a kanji's reading: two for most Sino-Japanese readings. */
const MORAE = { kanji: 2, digit: 2, latin: 2 };

/** Morae of a Japanese word: kana exactly (small ones belong to the one before), the rest estimated. */
export function moraeOf(text: string): Spoken {
  let [amount, estimated] = [0, 0];
  for (const letter of lexicalTokens(text).join("")) {
    if (SMALL.test(letter)) continue;
    if (/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter)) {
      amount += 1;
      continue;
    }
    const guess = /\p{Script=Han}/u.test(letter)
      ? MORAE.kanji
      : /\d/.test(letter)
        ? MORAE.digit
        : MORAE.latin;
    amount += guess;
    estimated += guess;
  }
  return { amount, estimated };
}

/** Words (or morae) of some units. */
export function amountOf(units: readonly Unit[], isJapanese: boolean): Spoken {
  let [amount, estimated] = [0, 0];
  for (const { words } of units) {
    for (const { text } of words) {
      if (isJapanese) {
        const morae = moraeOf(text);
        amount += morae.amount;
        estimated += morae.estimated;
      } else if (/[\p{L}\p{N}]/u.test(text)) amount += 1;
    }
  }
  return { amount, estimated };
}

const WINDOW_S = 30;
const LEAST_SPEECH_MS = 10_000;

/** The window of 30 s with the highest rate, in steps of 1 s; windows with under 10 s of speech do not count. */
export function fastestWindow(
  units: readonly Unit[],
  speech: readonly RangeMs[],
  isJapanese: boolean,
): { perMin: number; at: RangeMs } | null {
  const end = Math.max(0, ...speech.map(({ t1Ms }) => t1Ms));
  const seconds = Math.ceil(end / 1000);
  if (seconds === 0) return null;
  const amount = new Float64Array(seconds + 1);
  const spoken = new Float64Array(seconds + 1);
  for (const { words } of units) {
    for (const word of words) {
      const at = Math.min(seconds, Math.floor((word.t0Ms + word.t1Ms) / 2000));
      const count = isJapanese
        ? moraeOf(word.text).amount
        : /[\p{L}\p{N}]/u.test(word.text)
          ? 1
          : 0;
      amount[at] = (amount[at] ?? 0) + count;
    }
  }
  for (const { t0Ms, t1Ms } of speech) {
    for (let s = Math.floor(t0Ms / 1000); s * 1000 < t1Ms; s += 1) {
      spoken[s] = (spoken[s] ?? 0) + Math.min(t1Ms, (s + 1) * 1000) - Math.max(t0Ms, s * 1000);
    }
  }
  let best: { perMin: number; at: RangeMs } | null = null;
  let [words, ms] = [0, 0];
  for (let s = 0; s <= seconds; s += 1) {
    words += (amount[s] ?? 0) - (amount[s - WINDOW_S] ?? 0);
    ms += (spoken[s] ?? 0) - (spoken[s - WINDOW_S] ?? 0);
    const perMin = ms >= LEAST_SPEECH_MS ? round4((words * 60_000) / ms) : 0;
    if (perMin > (best?.perMin ?? 0)) {
      const from = Math.max(0, s + 1 - WINDOW_S) * 1000;
      best = { perMin, at: { t0Ms: from, t1Ms: Math.min(end, (s + 1) * 1000) } };
    }
  }
  return best;
}
