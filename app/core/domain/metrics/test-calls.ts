import type { Side } from "../views.ts";
import type { MetricsInput } from "./input.ts";
import type { SpokenWord } from "../words/spoken.ts";

/** A seeded generator for tests: the same numbers in every run, 0 ≤ x < 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words that fill [t0, t1) seconds without a gap, `text` cut at spaces and repeated to 0.4 s a word. */
export function say(
  side: Side,
  t0: number,
  t1: number,
  text?: string,
  speakerId: string = side,
): SpokenWord[] {
  const [from, to] = [Math.round(t0 * 1000), Math.round(t1 * 1000)];
  const texts =
    text?.split(" ") ??
    Array.from({ length: Math.max(1, Math.round((to - from) / 400)) }, () => "word");
  const at = (n: number) => Math.round(from + ((to - from) * n) / texts.length);
  return texts.map((word, n) => ({
    speakerId,
    side,
    t0Ms: at(n),
    t1Ms: at(n + 1),
    text: word,
    confidence: 90,
  }));
}

export const callOf = (
  words: SpokenWord[],
  durationMs: number,
  rest: Partial<MetricsInput> = {},
): MetricsInput => ({
  words,
  durationMs,
  excluded: [],
  quality: "A",
  language: "en",
  sidesKnown: true,
  fillersSupported: true,
  spreadShare: 0,
  ...rest,
});
