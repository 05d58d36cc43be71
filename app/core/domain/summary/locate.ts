import { fold, UNSPACED } from "../words/fold.ts";

/** A word, or a letter of a script without spaces, over characters [from, to) of its text. */
export type Unit = { key: string; from: number; to: number };

const WORD = /[\p{L}\p{N}\p{M}ー々〆]+(?:['’.][\p{L}\p{N}\p{M}]+)*/gu;

/** What a text says without case, accents and punctuation, each piece with its place. */
export function unitsOf(text: string): Unit[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (!UNSPACED.test(word)) return [{ key: bare(word), from: index, to: index + word.length }];
    let at = index;
    return Array.from(word).map((letter) => {
      const from = at;
      at += letter.length;
      return { key: bare(letter), from, to: at };
    });
  });
}

const bare = (word: string): string => fold(word).replace(/[^\p{L}\p{N}ー]/gu, "") || word;

/** A quote's place over units [from, to) of a text; `score` is 1 when it is there word for word. */
export type Located = { from: number; to: number; score: number };

/**
 * Finds where a text says most nearly what a quote says: semi-global edit distance over units (speech §12), so that
 * the quote must be spent whole and the text may begin and end anywhere.
 * @returns null for an empty quote or text
 */
export function locate(quote: readonly Unit[], text: readonly Unit[]): Located | null {
  if (quote.length === 0 || text.length === 0) return null;
  let cost = Array.from({ length: text.length + 1 }, () => 0);
  let from = Array.from({ length: text.length + 1 }, (_, at) => at);
  for (const [row, { key }] of quote.entries()) {
    const nextCost = [row + 1];
    const nextFrom = [0];
    for (let at = 1; at <= text.length; at += 1) {
      const diagonal = (cost[at - 1] ?? 0) + (text[at - 1]?.key === key ? 0 : 1);
      const above = (cost[at] ?? 0) + 1;
      const left = (nextCost[at - 1] ?? 0) + 1;
      const best = Math.min(diagonal, above, left);
      nextCost.push(best);
      nextFrom.push(
        (best === diagonal ? from[at - 1] : best === above ? from[at] : nextFrom[at - 1]) ?? at,
      );
    }
    [cost, from] = [nextCost, nextFrom];
  }
  let end = 0;
  for (let at = 1; at < cost.length; at += 1) if ((cost[at] ?? 0) < (cost[end] ?? 0)) end = at;
  const start = from[end] ?? end;
  if (end <= start) return null;
  return { from: start, to: end, score: 1 - (cost[end] ?? quote.length) / quote.length };
}
