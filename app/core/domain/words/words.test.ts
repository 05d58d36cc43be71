import { expect, test } from "vitest";
import { cutWords, joinWords, spreadWords } from "./words.ts";

test("English is cut at white space and punctuation stays with its word", () => {
  expect(cutWords("  Well,  the “new” plan — ok? ").map(({ text }) => text)).toEqual([
    "Well,",
    "the",
    "“new”",
    "plan",
    "—",
    "ok?",
  ]);
});

test("Japanese is cut into words without losing a character", () => {
  const text = "価格は「プランA」で、来週HubSpotに送ります。 ありがとう！";
  const words = cutWords(text);
  expect(joinWords(words)).toBe(text);
  expect(words.length).toBeGreaterThan(8);
  expect(words.filter(({ isSpaced }) => isSpaced)).toHaveLength(1);
  expect(words.every((word) => !/^[、。！」]/u.test(word.text))).toBe(true);
});

test("spread words fill the cue from end to end in proportion to their letters", () => {
  const words = spreadWords(cutWords("a considerably b"), { startMs: 1_000, endMs: 3_000 });
  expect(words[0]?.startMs).toBe(1_000);
  expect(words[2]?.endMs).toBe(3_000);
  expect(words.map((word, n) => word.startMs === (words[n - 1]?.endMs ?? 1_000))).toEqual([
    true,
    true,
    true,
  ]);
  const length = (n: number) => (words[n]?.endMs ?? 0) - (words[n]?.startMs ?? 0);
  expect(length(1)).toBeGreaterThan(5 * length(0));
});
