import { expect, test } from "vitest";
import { lacksMarks, readableText, withMarks } from "./readable.ts";

const NAMES = ["Dana O'Neil", "marcus Webb", "Will Stone"];
const read = (text: string, language = "en") => withMarks(readableText(text, language, NAMES));

test.each([
  ["i think that's fine", "I think that's fine."],
  ["i'd say dana and webb's team know will", "I'd say Dana and Webb's team know will."],
  ["how many people do you have", "How many people do you have?"],
  [
    "that is a lot for one inbox and how many people do you have",
    "That is a lot for one inbox. And how many people do you have?",
  ],
  [
    "how many people do you have and who decides about it",
    "How many people do you have? And who decides about it?",
  ],
  ["it will be tuesday we use Salesforce", "It will be Tuesday we use Salesforce."],
  ["version 3.5 is out", "Version 3.5 is out."],
  ["The engine wrote this, with a comma", "The engine wrote this, with a comma"],
  ["", ""],
  ["  ", "  "],
])("%s → %s", (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ["予算はどのくらいですか", "予算はどのくらいですか？"],
  ["はい大丈夫ですご予算はどのくらいですか", "はい大丈夫ですご予算はどのくらいですか？"],
  ["来週お送りします", "来週お送りします。"],
  ["来週、お送りします", "来週、お送りします"],
])("ja: %s → %s", (text, expected) => {
  expect(read(text, "ja")).toBe(expected);
});

test("other languages stay as they are", () => {
  expect(read("guten morgen zusammen", "de")).toBe("guten morgen zusammen");
});

test("no letter moves: places in the text stay true", () => {
  for (const text of ["i  said ŉothing to dana", " what do you need from me ", "ok"]) {
    const { text: shown, marks } = readableText(text, "en", NAMES);
    expect(shown).toHaveLength(text.length);
    expect(shown.toLowerCase()).toBe(text.toLowerCase());
    expect(marks.every(({ at }) => at > 0 && at <= text.length)).toBe(true);
  }
});

test("an engine gives no marks when hardly any segment has one", () => {
  const bare = Array.from({ length: 40 }, () => "and then we went");
  expect(lacksMarks(bare)).toBe(true);
  expect(lacksMarks([...bare, "Somebody wrote this."])).toBe(true);
  expect(lacksMarks(["and then we went", "to the lake."])).toBe(false);
  expect(lacksMarks(["はい", "そうです。", "ええ"])).toBe(false);
  expect(lacksMarks(["the 3.5 version", "at 10:30"])).toBe(true);
  expect(lacksMarks([])).toBe(false);
});
