import { describe, expect, it } from "vitest";
import { dropRepeats, readAnswer } from "./answer.ts";
import type { SegmentIn } from "./engine.ts";

const segment: SegmentIn = {
  id: "s1",
  startMs: 10_000,
  endMs: 14_000,
  pcm: new Int16Array(64_000),
};
const read = (body: unknown, language = "en") => readAnswer(body, segment, language);
const spans = (body: unknown, language = "en") =>
  read(body, language)?.words.map(({ text, startMs, endMs }) => [text, startMs, endMs]);

describe("answers", () => {
  it("take top-level words first and give them the punctuation of the text", () => {
    const body = {
      text: "Hello, Maria.",
      language: "english",
      words: [
        { word: "Hello", start: 0.1, end: 0.4 },
        { word: "Maria", start: 0.5, end: 9 },
      ],
      segments: [
        { text: " Hello, Maria.", start: 0, end: 2, words: [{ word: "x", start: 0, end: 1 }] },
      ],
    };
    expect(read(body)).toMatchObject({ text: "Hello, Maria.", timing: "engine", language: "en" });
    expect(spans(body)).toEqual([
      ["Hello,", 10_100, 10_400],
      ["Maria.", 10_500, 14_000],
    ]);
  });

  it("join the token pieces of whisper.cpp until one starts with a space", () => {
    const words = [
      { word: "[_BEG_]", start: 0, end: 0 },
      { word: " on", start: 0, end: 0.2, probability: 0.9 },
      { word: "board", start: 0.2, end: 0.4, probability: 0.6 },
      { word: "ing", start: 0.4, end: 0.6, probability: 0.8 },
      { word: ".", start: 0.6, end: 0.6, probability: 0.9 },
      { word: " ok", start: 1, end: 1.2, probability: 1 },
    ];
    const body = { text: " onboarding. ok", segments: [{ text: " onboarding. ok", words }] };
    expect(spans(body)).toEqual([
      ["onboarding.", 10_000, 10_600],
      ["ok", 11_000, 11_200],
    ]);
    expect(read(body)?.words[0]?.confidence).toBe(0.6);
  });

  it("spread the words of segments within their times", () => {
    const body = {
      text: "ab cd",
      segments: [
        { text: " ab", start: 1, end: 2 },
        { text: " cd", start: 3, end: 3.5 },
      ],
    };
    expect(read(body)?.timing).toBe("spread");
    expect(spans(body)).toEqual([
      ["ab", 11_000, 12_000],
      ["cd", 13_000, 13_500],
    ]);
  });

  it("spread plain text over the whole segment, Japanese by characters", () => {
    expect(spans({ text: "ab cd" })).toEqual([
      ["ab", 10_000, 12_000],
      ["cd", 12_000, 14_000],
    ]);
    const words = read({ text: "ありがとうございます。" }, "ja")?.words ?? [];
    expect(words.map(({ text }) => text).join("")).toBe("ありがとうございます。");
  });

  it("drop segments that the model itself takes for silence", () => {
    const silent = { text: " Bye.", start: 2, end: 4, no_speech_prob: 0.7, avg_logprob: -1.2 };
    const heard = { text: " Yes.", start: 0, end: 1, no_speech_prob: 0.7, avg_logprob: -0.4 };
    expect(read({ text: " Yes. Bye.", segments: [heard, silent] })?.text).toBe("Yes.");
    expect(read({ text: " Bye.", segments: [silent] })).toMatchObject({ text: "", words: [] });
    const words = [
      { word: "Yes", start: 0, end: 1 },
      { word: "Bye", start: 2.1, end: 3 },
    ];
    expect(read({ text: "Yes. Bye.", words, segments: [heard, silent] })?.text).toBe("Yes.");
  });

  it.each([
    ["en", "Thanks for watching!"],
    ["en", " Thank you for watching."],
    ["ja", "ご視聴ありがとうございました。"],
  ])("drop a whole text that is a stock phrase (%s: %s)", (language, text) => {
    expect(read({ text }, language)).toMatchObject({ text: "", words: [] });
  });

  it("keep a stock phrase inside a sentence", () => {
    expect(read({ text: "Thanks for watching the demo." })?.text).toBe(
      "Thanks for watching the demo.",
    );
  });

  it("give confidence from words, logprobs or segments", () => {
    expect(read({ text: "a", logprobs: [{ logprob: Math.log(0.5) }] })?.confidence).toBeCloseTo(
      0.5,
    );
    const segments = [{ text: "a", avg_logprob: Math.log(0.25) }];
    expect(read({ text: "a", segments })?.confidence).toBeCloseTo(0.25);
    expect(read({ text: "a" })?.confidence).toBeUndefined();
  });

  it.each([[undefined], [{}], ["text"], [{ error: "no" }], [{ text: 5 }]])("refuse %j", (body) => {
    expect(read(body)).toBeUndefined();
  });
});

describe("loops", () => {
  const clean = (text: string) => dropRepeats(text.split(" "), 4, (word) => word).join(" ");
  it.each([
    ["so no no no no no way", "so no way"],
    ["i know i know i know i know right", "i know right"],
    ["it is on us It is on us. it is on us, it is on us", "it is on us"],
    ["no no no way", "no no no way"],
    ["a b c d e a b c d e a b c d e a b c d e", "a b c d e a b c d e a b c d e a b c d e"],
    ["", ""],
  ])("of %s become %s", (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it("are found among Japanese characters", () => {
    expect(readAnswer({ text: "はいはいはいはいはいそうです" }, segment, "ja")?.text).toBe(
      "はいそうです",
    );
  });
});
