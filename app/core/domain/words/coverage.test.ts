import { describe, expect, test } from "vitest";
import { areWordsMissing, coveredMs, isPoorer } from "./coverage.ts";
import { cutWords } from "./words.ts";

const S = 1_000;
/** Words said evenly from one time to another, as an engine without word times gives them. */
const said = (text: string, fromMs: number, toMs: number) => {
  const words = cutWords(text);
  const each = (toMs - fromMs) / words.length;
  return words.map((word, n) => ({
    text: word.text,
    startMs: fromMs + n * each,
    endMs: fromMs + (n + 1) * each,
  }));
};
const TALK = "we would like to see how the new plan works before the end of this month";
const JA = "来月の終わりまでに新しい料金プランがどのように動くのか確認したいと思います";

describe("how much of a voice has words", () => {
  const voice = [{ fromMs: 2 * S, toMs: 8 * S }];
  const share = (words: Parameters<typeof coveredMs>[1], of = voice) =>
    coveredMs(of, words) / of.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

  test("talk that is written covers what it says, pauses between words included", () => {
    expect(share(said(TALK, 2.2 * S, 7.8 * S))).toBe(1);
    expect(share([...said(TALK, 2.2 * S, 4.5 * S), ...said(TALK, 5.3 * S, 7.8 * S)])).toBe(1);
  });

  test("Japanese covers as much, word by word or as one run without times", () => {
    expect(share(said(JA, 2.2 * S, 7.8 * S))).toBe(1);
    expect(share([{ text: JA, startMs: 2.2 * S, endMs: 7.8 * S }])).toBe(1);
  });

  test("two words spread over twenty seconds stand for two words", () => {
    const long = [{ fromMs: 0, toMs: 20 * S }];
    expect(share(said("Thank you.", 0, 20 * S), long)).toBeLessThan(0.1);
    expect(share(said("ありがとう", 0, 20 * S), long)).toBeLessThan(0.1);
    const short = [{ fromMs: 0, toMs: 3.5 * S }];
    expect(share(said("Thank you.", 0, 3.5 * S), short)).toBeLessThan(0.4);
    expect(share(said("Yes.", 300, 700), [{ fromMs: 0, toMs: 800 }])).toBeGreaterThan(0.8);
    expect(share([{ text: "…", startMs: 0, endMs: 20 * S }], long)).toBe(0);
  });

  test("every second stretch written is half", () => {
    const turns = Array.from({ length: 20 }, (_, n) => ({
      fromMs: n * 10 * S,
      toMs: n * 10 * S + 5 * S,
    }));
    const half = turns
      .filter((_, n) => n % 2 === 0)
      .flatMap(({ fromMs, toMs }) => said(TALK, fromMs + 200, toMs - 200));
    expect(share(half, turns)).toBe(0.5);
  });

  test("a slow speaker covers all of it", () => {
    expect(share(said("that is what we would like to see", 2.2 * S, 7.8 * S))).toBeGreaterThan(
      0.85,
    );
  });

  test("words where nobody talks cover nothing, and no voice needs none", () => {
    expect(share(said(TALK, 20 * S, 30 * S))).toBe(0);
    expect(coveredMs([], said(TALK, 0, 5 * S))).toBe(0);
  });
});

describe("whether words are missing", () => {
  test.each([
    ["a silent file", [[0, 0]], false],
    ["a few words of noise", [[9, 0]], false],
    ["twenty minutes without any", [[1_200, 0]], true],
    ["less than half", [[1_200, 590]], true],
    ["half", [[1_200, 600]], true],
    ["enough", [[1_200, 740]], false],
    ["half a minute of talk in an hour", [[30, 28]], false],
    [
      "one of two tracks lost its own",
      [
        [600, 590],
        [300, 4],
      ],
      true,
    ],
    [
      "a listener who murmurs",
      [
        [600, 590],
        [25, 3],
      ],
      false,
    ],
    [
      "one of two tracks is dead",
      [
        [600, 590],
        [0, 0],
      ],
      false,
    ],
  ] as const)("%s", (_, tracks, isMissing) => {
    const measured = tracks.map(([voice, covered]) => ({
      voiceMs: voice * S,
      coveredMs: covered * S,
    }));
    expect(areWordsMissing(measured)).toBe(isMissing);
  });
});

test("a version is poorer when it covers notably less, not for a word or two", () => {
  const current = { a: 90 * S, b: 0 };
  expect(isPoorer({ a: 89 * S, b: 0 }, current)).toBe(false);
  expect(isPoorer({ a: 95 * S, b: 3 * S }, current)).toBe(false);
  expect(isPoorer({ a: 80 * S, b: 0 }, current)).toBe(true);
  expect(isPoorer({ a: 0, b: 0 }, { a: 0, b: 0 })).toBe(false);
});

test("a version that loses one person’s words is poorer, however much it gains of another’s", () => {
  const current = { us: 1_700 * S, customer: 40 * S };
  expect(isPoorer({ us: 1_800 * S, customer: 2 * S }, current)).toBe(true);
  expect(isPoorer({ us: 1_700 * S, customer: 36 * S }, current)).toBe(false);
});
