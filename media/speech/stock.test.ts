import { expect, test } from "vitest";
import type { SegmentOut } from "./engine.ts";
import { isStock, withoutInventions } from "./stock.ts";

const segment = (n: number, text: string): SegmentOut => {
  const [startMs, endMs] = [n * 10_000, n * 10_000 + 2_000];
  const words = [{ text, startMs, endMs }];
  return { id: `s${n}`, startMs, endMs, text, words, timing: "engine" };
};
const textsOf = (texts: readonly string[], voice: [number, number][] = []) =>
  withoutInventions(
    texts.map((text, n) => segment(n, text)),
    voice.map(([startMs, endMs]) => ({ startMs, endMs })),
  ).map(({ text, words }) => (words.length === 0 ? "" : text));

test("what models say of silence is known in both languages, whatever the call is in", () => {
  expect(isStock("Thanks for watching!")).toBe(true);
  expect(isStock("ご視聴、ありがとうございました。")).toBe(true);
  expect(isStock("Thank you for watching the demo with us")).toBe(false);
});

test("where no voice is, stock phrases go, and polite ones that come again and again", () => {
  expect(textsOf(["Thanks for watching!", "Thank you.", "Thank you.", "Thank you."])).toEqual([
    ...["", "", "", ""],
  ]);
  expect(
    textsOf(["ありがとうございました。", "ありがとうございました", "ありがとうございました"]),
  ).toEqual([...["", "", ""]]);
});

test("a short word that was taken for noise stays, and so does all that is said by a voice", () => {
  expect(textsOf(["Thank you.", "Bye.", "the price is fair"])).toEqual([
    ...["Thank you.", "Bye.", "the price is fair"],
  ]);
  const voice: [number, number][] = [[0, 40_000]];
  expect(textsOf(["Thank you.", "Thank you.", "Thank you."], voice)).toHaveLength(3);
  expect(textsOf(["Thank you.", "Thank you.", "Thank you."], voice)).not.toContain("");
});
