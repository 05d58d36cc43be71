import { describe, expect, it } from "vitest";
import { grammar, isAccepted, placeWords, spokenTokens, spread } from "./align.ts";
import type { Word } from "./engine.ts";

const said = (text: string): Word[] =>
  text.split(" ").map((word, n) => ({ text: word, startMs: n * 100, endMs: n * 100 + 90 }));
const placed = (written: string, heard: string) =>
  placeWords(spokenTokens(written), said(heard))?.map((w) => [w.text, w.startMs, w.endMs]);

describe("placing written words", () => {
  it("gives a token the span of the words it was spoken as", () => {
    expect(placed("We pay $60,000 — now.", "we pay sixty thousand dollars now")).toEqual([
      ["We", 0, 90],
      ["pay", 100, 190],
      ["$60,000", 200, 490],
      ["now.", 500, 590],
    ]);
  });

  it("takes a shorter form when the longer one leaves no place for the rest", () => {
    expect(placed("$60 dollars", "sixty dollars")).toEqual([
      ["$60", 0, 90],
      ["dollars", 100, 190],
    ]);
  });

  it("refuses words that are not the text", () => {
    expect(placed("one two", "one three")).toBeUndefined();
    expect(placed("one two", "one two three")).toBeUndefined();
    expect(placed("one two three", "one two")).toBeUndefined();
  });

  it("writes one path per form", () => {
    expect(grammar("g", spokenTokens("CRM now"))).toBe(
      [
        "FSG_BEGIN g",
        "NUM_STATES 5",
        "START_STATE 0",
        "FINAL_STATE 4",
        "TRANSITION 0 1 1.0 crm",
        "TRANSITION 0 2 1.0 c",
        "TRANSITION 2 3 1.0 r",
        "TRANSITION 3 1 1.0 m",
        "TRANSITION 1 4 1.0 now",
        "FSG_END",
        "",
      ].join("\n"),
    );
  });

  it("accepts by score per frame", () => {
    expect(isAccepted(-28 * 59, said("a b c d e f"))).toBe(true);
    expect(isAccepted(-55 * 59, said("a b c d e f"))).toBe(false);
    expect(isAccepted(-1, [])).toBe(false);
  });
});

describe("spreading", () => {
  it("shares a range by letters and leaves no gap", () => {
    expect(spread("a bb ccc", { startMs: 1000, endMs: 1600 }, "en")).toEqual([
      { text: "a", startMs: 1000, endMs: 1100 },
      { text: "bb", startMs: 1100, endMs: 1300 },
      { text: "ccc", startMs: 1300, endMs: 1600 },
    ]);
    expect(spread("  ", { startMs: 0, endMs: 10 }, "en")).toEqual([]);
  });

  it("cuts Japanese into words, punctuation with the word before", () => {
    const words = spread("本日は、ありがとうございます。", { startMs: 0, endMs: 1500 }, "ja");
    expect(words.map(({ text }) => text).join("")).toBe("本日は、ありがとうございます。");
    expect(words.length).toBeGreaterThan(2);
    expect(words.at(-1)?.endMs).toBe(1500);
    expect(words.every(({ text }) => /\p{L}/u.test(text))).toBe(true);
  });
});
