import { expect, test } from "vitest";
import { flagBleed } from "./bleed.ts";

/** Words of 300 ms from `t0Ms` on. */
const said = (t0Ms: number, text: string) => {
  const words = text.split(" ").map((word, at) => ({
    ...{ text: word, startMs: t0Ms + at * 300, endMs: t0Ms + at * 300 + 280 },
    ...{ confidence: null, isSpaced: at > 0 },
  }));
  return { t0Ms, t1Ms: words.at(-1)?.endMs ?? t0Ms, words };
};
const flags = (own: ReturnType<typeof said>[], others: ReturnType<typeof said>[]) =>
  flagBleed(own, others).map((segment) => ("flags" in segment ? segment.flags : 0));

test("what comes out of the loudspeaker is marked, what is said over it is not", () => {
  const theirs = [
    said(1_000, "we start with fifty seats in April"),
    said(9_000, "that works for us"),
  ];
  expect(
    flags(
      [
        said(1_150, "We start with fifty seats, in april"),
        said(3_600, "how many people plan with it"),
        said(9_100, "great so I send the offer"),
      ],
      theirs,
    ),
  ).toEqual([1, 0, 0]);
});

test("one microphone segment over two of theirs is measured against both", () => {
  const theirs = [said(0, "the budget is made"), said(1_400, "before the year ends")];
  expect(flags([said(100, "the budget is made before the year ends")], theirs)).toEqual([1]);
});

test("one's own words are not looked for all over a long segment of theirs", () => {
  const long = said(
    0,
    "I will go through the list and think about what you said then that one is open for a week " +
      "while the other team is busy and nothing is sure until we see how it all comes out",
  );
  expect(flags([said(6_000, "I think that is it")], [long])).toEqual([0]);
  // The same words where they were said are what the loudspeaker gave.
  expect(flags([said(6_100, "for a week while the other team")], [long])).toEqual([1]);
});

test("short segments of theirs do not become four words together", () => {
  const theirs = [said(0, "yes of course"), said(1_000, "that is right")];
  expect(flags([said(100, "yes of course that is right")], theirs)).toEqual([0]);
  expect(flags([said(0, "that is right")], [said(0, "that is right and good")])).toEqual([0]);
});

test("where the engine gave no times of words only a segment that lasts as long is compared", () => {
  const spread = (t0Ms: number, text: string) => ({
    ...said(t0Ms, text),
    timing: "spread" as const,
  });
  const words = "we start with fifty seats in April";
  expect(flags([said(150, words)], [spread(0, words)])).toEqual([1]);
  const longer = `${words} and then we look at what the others need before the year is over`;
  expect(flags([said(150, words)], [spread(0, longer)])).toEqual([0]);
});

test("short answers, words said at another time and own words stay", () => {
  expect(flags([said(0, "yes of course")], [said(0, "yes of course")])).toEqual([0]);
  expect(
    flags([said(20_000, "we start in April then")], [said(0, "we start in April then")]),
  ).toEqual([0]);
  expect(
    flags([said(0, "we start in April and I will write it down")], [said(0, "we start in April")]),
  ).toEqual([0]);
});

test("Japanese is compared by its words, whatever kana they are written in", () => {
  expect(
    flags([said(0, "来週 の 水曜日 に メール を")], [said(60, "来週 の 水曜日 に めーる を。")]),
  ).toEqual([1]);
});
