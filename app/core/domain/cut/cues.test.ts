import { expect, test } from "vitest";
import { cutWords, spreadWords } from "../words/words.ts";
import { cuesOf, linesOf } from "./cues.ts";
import { type SaidSegment, wordsOfRanges } from "./words.ts";

const LANES = [
  { name: "Mari", side: "R" as const },
  { name: "", side: "C" as const },
];
const said = (lane: number, t0Ms: number, t1Ms: number, text: string): SaidSegment => ({
  ...{ lane, t0Ms, t1Ms, flags: 0 },
  words: spreadWords(cutWords(text), { startMs: t0Ms, endMs: t1Ms }),
});
const cues = (...talk: SaidSegment[]) =>
  cuesOf(wordsOfRanges(talk, [{ t0Ms: 0, t1Ms: 60_000 }], LANES, 1));

test("each group of words begins with its first word, and is two lines at most", () => {
  const text = Array.from({ length: 40 }, (_, n) => `word${n}`).join(" ");
  const talk = said(0, 1_000, 21_000, text);
  const made = cues(talk);
  expect(made.length).toBeGreaterThan(2);
  const wordAt = new Map(talk.words.map((word) => [word.text, word.startMs]));
  for (const [n, { t0Ms, t1Ms, lines }] of made.entries()) {
    const first = (lines[0] ?? "").replace("Mari: ", "").split(" ")[0] ?? "";
    expect(Math.abs(t0Ms - (wordAt.get(first) ?? NaN))).toBeLessThanOrEqual(50);
    expect(t1Ms).toBeLessThanOrEqual(made[n + 1]?.t0Ms ?? Infinity);
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(52);
  }
  expect(made.flatMap(({ lines }) => lines).join(" ")).toBe(`Mari: ${text}`);
});

test("what lies under a tone is one bleep, and a word that is short stands a moment", () => {
  expect(cues(said(1, 500, 600, "■ ■ ok"))).toEqual([
    { t0Ms: 500, t1Ms: 1_100, lines: ["[bleep] ok"] },
  ]);
});

test("Japanese is broken between words, by the width of its letters", () => {
  const text =
    "値引きではなく導入の時期をそろえることで先方の予算に合わせる提案を来週の定例でお出しします";
  const lines = linesOf(text);
  expect(lines).toHaveLength(2);
  expect(lines.join("")).toBe(text);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(26);
  const made = cues(said(0, 0, 9_000, `${text}${text}`));
  expect(made.flatMap(({ lines: own }) => own).join("")).toBe(`Mari: ${text}${text}`);
});

test("one word that is longer than a line is broken anyway", () => {
  expect(linesOf("x".repeat(60)).map(({ length }) => length)).toEqual([52, 8]);
});
