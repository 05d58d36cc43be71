import { describe, expect, test } from "vitest";
import { segmentsOfLines } from "../hits/test-calls.ts";
import type { Side } from "../views.ts";
import { placeWords } from "../words/spoken.ts";
import { type ActiveTracker, trackerMatcher } from "./matcher.ts";
import { parsePhrase, type Phrase } from "./phrase.ts";

const phrase = (text: string): Phrase => {
  const parsed = parsePhrase(text);
  if (typeof parsed === "string") throw new Error(`${text}: ${parsed}`);
  return parsed;
};
const tracker = (
  phrases: readonly string[],
  side: Side | null = null,
  id = "t",
): ActiveTracker => ({
  ...{ id, version: 1, name: id, side },
  phrases: phrases.map(phrase),
});
/** What is marked in each line, as it is written there. */
function marked(phrases: readonly string[], lines: readonly string[], language = "en") {
  const segments = segmentsOfLines(lines.map((line) => (/^[RC] /.test(line) ? line : `C ${line}`)));
  return trackerMatcher([tracker(phrases)], language)
    .find(segments)
    .map(({ segment, fromWord, toWord }) => {
      const { text, places } = placeWords(segment);
      return text.slice(places[fromWord]?.from, places[toWord - 1]?.to);
    });
}

describe("words", () => {
  test("are found in any form, and in quotes only as they are written", () => {
    const lines = [
      "Your pricing is high.",
      "What does it cost, what is the price?",
      "Prices rose.",
    ];
    expect(marked(["price"], lines)).toEqual(["pricing", "price?", "Prices"]);
    expect(marked(['"price"'], lines)).toEqual(["price?"]);
    expect(marked(["“route lee”"], ["the route lee-ward", "a routely route"])).toEqual([
      "route lee-ward",
    ]);
  });
  test("are compared without case, accents, width and punctuation", () => {
    expect(marked(["café müller"], ["at CAFE, Muller!"])).toEqual(["CAFE, Muller!"]);
    expect(marked(["Routely"], ["Ｒｏｕｔｅｌｙ is fine"])).toEqual(["Ｒｏｕｔｅｌｙ"]);
    expect(marked(["don't need"], ["we don’t need it"])).toEqual(["don’t need"]);
  });
  test("of a phrase stand one after another, and inside one segment", () => {
    expect(marked(["too expensive"], ["too very expensive", "it is too", "expensive"])).toEqual([]);
  });
  test("of other languages are looked for as they are written", () => {
    expect(marked(["Preis"], ["der Preis der Preise"], "de")).toEqual(["Preis"]);
  });
  test("inside other words are not found", () => {
    expect(marked(["rate"], ["we celebrate separate rates"])).toEqual(["rates"]);
  });
});

describe("Japanese", () => {
  test("is found from where a word begins, in either kana and any width", () => {
    expect(marked(["高い"], ["少し高いですね。"], "ja")).toEqual(["高い"]);
    expect(marked(["きょうそう"], ["キョウソウ相手がいます"], "ja")).toHaveLength(1);
    expect(marked(["京都"], ["東京都の会社です", "京都の会社です"], "ja")).toEqual(["京都"]);
    expect(marked(["API連携"], ["ＡＰＩ連携はできますか"], "ja")).toHaveLength(1);
  });
  test("near counts its words", () => {
    expect(marked(["他社 near/4 見積"], ["他社からも見積をいただきました"], "ja")).toHaveLength(1);
    const far = "他社のことは先週の会議で部長が皆さんと長い時間をかけて話しましたが見積";
    expect(marked(["他社 near/4 見積"], [far], "ja")).toEqual([]);
  });
});

describe("near", () => {
  const other = ['"other offer" near/4 price'];
  test("holds in either order, up to n words from one to the other", () => {
    expect(marked(other, ["the other offer has a better price"])).toEqual([
      "other offer has a better price",
    ]);
    expect(marked(other, ["the price of the other offer"])).toEqual(["price of the other offer"]);
    expect(marked(other, ["the other offer has a much better price"])).toEqual([]);
  });
  test("takes the nearest, and each half once", () => {
    expect(marked(["price near/3 discount"], ["price discount price"])).toEqual(["price discount"]);
    expect(marked(["price near/3 price"], ["the price is fine"])).toEqual([]);
  });
});

describe("matches", () => {
  test("of one tracker never overlap: the longest stands", () => {
    expect(marked(["price", "price list", "list of prices"], ["the price list of prices"])).toEqual(
      ["price", "list of prices"],
    );
  });
  test("of two trackers may", () => {
    const found = trackerMatcher(
      [tracker(["price"], null, "a"), tracker(["price list"], null, "b")],
      "en",
    );
    expect(found.find(segmentsOfLines(["C a price list"])).map((hit) => hit.tracker.id)).toEqual([
      "b",
      "a",
    ]);
  });
  test("count for the side that is asked about, with the times of their words", () => {
    const segments = segmentsOfLines(["R the price is ten", "C a high price"]);
    const found = trackerMatcher([tracker(["price"], "C")], "en").find(segments);
    expect(found).toHaveLength(1);
    const word = segments[1]?.words[2];
    expect(found[0]).toMatchObject({ t0Ms: word?.t0Ms, t1Ms: word?.t1Ms, fromWord: 2, toWord: 3 });
  });
});

describe("phrases", () => {
  test.each([
    ["", "empty"],
    ["?!", "empty"],
    ['"price', "quote_open"],
    ["price near/0 x", "near_range"],
    ["price near/21 x", "near_range"],
    ["price near/4", "near_side"],
    ["near/4 price", "near_side"],
    ["a near/2 b near/2 c", "near_side"],
    ["! near/2 b", "near_side"],
    ["x".repeat(121), "too_long"],
    [Array.from({ length: 13 }, () => "a").join(" "), "too_long"],
  ])("%s is refused as %s", (text, fault) => {
    expect(parsePhrase(text)).toBe(fault);
  });
  test("that nobody could have meant do no harm", () => {
    expect(marked(["constructor", "__proto__"], ["the constructor of __proto__"])).toHaveLength(2);
  });
});
