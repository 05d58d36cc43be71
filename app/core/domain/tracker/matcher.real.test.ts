import { expect, test } from "vitest";
import { segmentsOfLines } from "../hits/test-calls.ts";
import { trackerMatcher } from "./matcher.ts";
import { parsePhrase, type Phrase } from "./phrase.ts";

const phrase = (text: string): Phrase => {
  const parsed = parsePhrase(text);
  return typeof parsed === "string" ? expect.fail(`${text}: ${parsed}`) : parsed;
};

test("200 trackers of 50 phrases read 100,000 words in about a second", () => {
  const word = (n: number) => `w${(n * 7919) % 5_003}`;
  const trackers = Array.from({ length: 200 }, (_, t) => ({
    ...{ id: `t${t}`, version: 1, name: `t${t}`, side: null },
    phrases: Array.from({ length: 50 }, (_, p) => phrase(`${word(t * 50 + p)} ${word(t + p)}`)),
  }));
  const lines = Array.from(
    { length: 5_000 },
    (_, line) => `C ${Array.from({ length: 20 }, (_, n) => word(line * 20 + n * n)).join(" ")}`,
  );
  const segments = segmentsOfLines(lines);
  const from = performance.now();
  trackerMatcher(trackers, "en").find(segments);
  expect(performance.now() - from).toBeLessThan(5_000);
  console.log(`  ${Math.round(performance.now() - from)} ms`);
});
