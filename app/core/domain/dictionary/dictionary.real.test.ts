import { expect, test } from "vitest";
import { cpuMs } from "#tests/support/cpu-time.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import { applyDictionary, buildAliasTrie } from "./alias.ts";

test("5,000 terms with ten variants correct 100,000 words in seconds", () => {
  const terms = Array.from({ length: 5_000 }, (_, n) => ({
    term: `Brand${n}`,
    variants: Array.from({ length: 10 }, (__, v) => `bran d${n} v${v}`),
    isCaseSensitive: false,
  }));
  const text = Array.from({ length: 100_000 }, (_, n) =>
    n % 50 === 0 ? "bran d7 v3" : "word",
  ).join(" ");
  const words = spreadWords(cutWords(text), { startMs: 0, endMs: 50_000_000 }, 90);
  let replaced = 0;
  const took = cpuMs(() => ({ replaced } = applyDictionary(words, buildAliasTrie(terms))));
  console.info({ dictionaryMs: took });
  expect(replaced).toBe(2_000);
  expect(took).toBeLessThan(5_000);
});
