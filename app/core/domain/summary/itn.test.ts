import { expect, test } from "vitest";
import { itn, itnText } from "./itn.ts";
import { DIALOGUE } from "../metrics/test-dialogue.ts";

const said = (text: string) => itn(text.split(" "));

test.each([
  ["sixty thousand dollars", "$60,000"],
  ["the twenty third of june", "the 23rd of june"],
  ["tuesday at two in the afternoon", "tuesday at 2 in the afternoon"],
  ["two thousand and twenty six", "2026"],
  ["nineteen ninety nine", "1999"],
  ["nineteen oh five", "1905"],
  ["twenty twenty six", "2026"],
  ["three thirty pm", "3:30 pm"],
  ["at ten oh five", "at 10:05"],
  ["at three", "at 3"],
  ["five p m", "5 p m"],
  ["one point five million", "1,500,000"],
  ["two and a half percent", "2.5%"],
  ["two and a half million dollars", "$2,500,000"],
  ["fifty to sixty k", "50 to 60,000"],
  ["twenty grand", "20,000"],
  ["five five five one two three four", "5551234"],
  ["a hundred seats", "100 seats"],
  ["twelve hundred dollars", "$1,200"],
  ["one and two", "one and two"],
  ["this one", "this one"],
  ["first of all", "first of all"],
  ["six or seven hours", "six or seven hours"],
  ["september first", "september 1st"],
  ["the third quarter", "the 3rd quarter"],
  ["the first of july", "the 1st of july"],
  ["eight hundred thousand dollars", "$800,000"],
  ["forty five reps", "45 reps"],
  ["seventy nine dollars per user", "$79 per user"],
  ["fifteen percent", "15%"],
  ["three hundred and twelve people", "312 people"],
  ["one hundred twenty three thousand four hundred", "123,400"],
  ["twenty-three users", "23 users"],
  ["nineteen eighty four dollars", "19 $84"],
  ["half a million", "500,000"],
  ["$1.5 million next year", "$1,500,000 next year"],
  ["about 60k, maybe 1,200 dollars.", "about 60,000, maybe $1,200."],
  ["the second time", "the second time"],
  ["a thousand thanks", "1,000 thanks"],
])("%s → %s", (spoken, written) => {
  expect(itnText(said(spoken))).toBe(written);
});

test("tokens keep their words, values and units", () => {
  expect(said("we have sixty thousand dollars for six users")).toEqual([
    { text: "we", from: 0, to: 1 },
    { text: "have", from: 1, to: 2 },
    { text: "$60,000", from: 2, to: 5, kind: "money", value: 60_000, unit: "USD" },
    { text: "for", from: 5, to: 6 },
    { text: "six", from: 6, to: 7, kind: "number", value: 6 },
    { text: "users", from: 7, to: 8 },
  ]);
});

test("tokens cover all words once, in order, whatever is said", () => {
  for (const turn of [
    ...DIALOGUE,
    "and and a half point",
    "oh oh oh oh",
    "hundred thousand point",
    "",
  ]) {
    const words = turn.split(" ");
    const tokens = itn(words);
    expect(tokens.map(({ from }) => from)).toEqual([0, ...tokens.slice(0, -1).map(({ to }) => to)]);
    expect(tokens.at(-1)?.to).toBe(words.length);
  }
});
