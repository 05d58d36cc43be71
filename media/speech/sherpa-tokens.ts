import type { Word } from "./engine.ts";

/** What the addon answers for one segment; times in seconds from its first sample. */
export type SherpaResult = {
  text: string;
  tokens: string[];
  timestamps: number[];
  durations: number[];
};

/** The longest a token is believed to last when the model gives starts only. */
const LONGEST_TOKEN_S = 0.6;

/**
 * Words from tokens: a leading space or "▁" begins one; where no token has either (Japanese), each
 * token is a unit. Empty when the model gives no times. Pure.
 */
export function wordsFromTokens(
  { tokens, timestamps, durations }: SherpaResult,
  endS: number,
): Word[] {
  if (timestamps.length !== tokens.length) return [];
  const hasMarks = tokens.some((token) => /^[\s▁]/.test(token));
  const words: Word[] = [];
  tokens.forEach((token, n) => {
    const text = token.replaceAll("▁", " ").trim();
    const start = timestamps[n] ?? 0;
    const next = timestamps[n + 1] ?? endS;
    const end = start + (durations[n] ?? Math.min(LONGEST_TOKEN_S, Math.max(0, next - start)));
    const endMs = Math.round(Math.min(endS, end) * 1000);
    const previous = words.at(-1);
    const begins = !hasMarks || /^[\s▁]/.test(token) || previous === undefined;
    if (begins && text !== "") words.push({ text, startMs: Math.round(start * 1000), endMs });
    else if (previous !== undefined && text !== "") {
      previous.text += text;
      previous.endMs = Math.max(previous.endMs, endMs);
    }
  });
  // Punctuation on its own belongs to the word before.
  return words.reduce<Word[]>((kept, word) => {
    const previous = kept.at(-1);
    if (previous !== undefined && !/[\p{L}\p{N}]/u.test(word.text)) previous.text += word.text;
    else kept.push(word);
    return kept;
  }, []);
}
