import { expect, it } from "vitest";
import { cardinal, spokenForms } from "./spoken-forms.ts";

const GOLDEN: [string, string[]][] = [
  ["Hello,", ["hello"]],
  ["don’t", ["don't"]],
  ["follow-up", ["follow up"]],
  ["—", []],
  ["...", []],
  ["45", ["forty five", "four five"]],
  ["7", ["seven"]],
  ["2026", ["two thousand twenty six", "twenty twenty six", "two zero two six", "two oh two six"]],
  ["1905", ["nineteen oh five", "one thousand nine hundred and five"]],
  ["1900", ["nineteen hundred"]],
  ["365", ["three hundred sixty five", "three sixty five"]],
  ["100", ["one hundred", "a hundred"]],
  ["$60,000", ["sixty thousand dollars", "sixty thousand"]],
  ["$1.5m", ["one point five million dollars"]],
  ["15%", ["fifteen percent"]],
  ["60k", ["sixty thousand"]],
  ["3:30", ["three thirty"]],
  ["3:00", ["three o'clock", "three"]],
  ["9:05", ["nine oh five"]],
  ["23rd", ["twenty third"]],
  ["20th", ["twentieth"]],
  ["1st", ["first"]],
  ["Q3", ["q three"]],
  ["CRM", ["crm", "c r m"]],
  ["AT&T", ["a t and t"]],
  ["0049", ["zero zero four nine", "oh oh four nine"]],
];

it.each(GOLDEN)("says %s as %j", (token, forms) => {
  const all = spokenForms(token).map((form) => form.join(" "));
  expect(all).toEqual(expect.arrayContaining(forms));
  expect(all.length > 0).toBe(forms.length > 0);
  expect(all.every((form) => /^[a-z']+( [a-z']+)*$/.test(form))).toBe(true);
});

it("counts in words up to billions", () => {
  expect(cardinal(0)).toEqual(["zero"]);
  expect(cardinal(1_234_567_890).join(" ")).toBe(
    "one billion two hundred thirty four million five hundred sixty seven thousand eight hundred ninety",
  );
  expect(cardinal(2005, true).join(" ")).toBe("two thousand and five");
});
