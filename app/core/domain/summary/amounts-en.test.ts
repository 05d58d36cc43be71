import { describe, expect, test } from "vitest";
import { itn, itnText } from "./itn.ts";

const said = (text: string) => itn(text.split(" "));
const money = (text: string) =>
  said(text).flatMap(({ kind, value, unit }) => (kind === "money" ? [[value, unit]] : []));

describe("cents", () => {
  test.each([
    ["12 dollars 50", 12.5, "USD"],
    ["12 dollars and 50 cents", 12.5, "USD"],
    ["twelve dollars, and fifty cents.", 12.5, "USD"],
    ["twelve dollars fifty", 12.5, "USD"],
    ["twelve dollars oh five", 12.05, "USD"],
    ["it is 12 dollars 50 and that is it", 12.5, "USD"],
    ["it is 12 dollars 50, for students too", 12.5, "USD"],
    ["it is 12 dollars 50 which is low", 12.5, "USD"],
    ["12 dollars 50 plus tax", 12.5, "USD"],
    ["twelve dollars fifty every month", 12.5, "USD"],
    ["the price is 80 dollars 50", 80.5, "USD"],
    ["it is $12 50", 12.5, "USD"],
    ["the price is 80 dollars 50 for students", 80, "USD"],
    ["$50 20 off", 50, "USD"],
    ["$30 15 less", 30, "USD"],
    ["$1,000 50 extra", 1000, "USD"],
    ["$12 50 and that is it", 12, "USD"],
    ["$12 50 a month", 12, "USD"],
    ["we charge 90 dollars 30 more than them", 90, "USD"],
    ["90 dollars 30 more", 90, "USD"],
    ["200 dollars 10 if you prepay", 200, "USD"],
    ["two hundred dollars ten now and ten later", 200, "USD"],
    ["200 dollars 10 and 10 later", 200, "USD"],
    ["$12 and 50 cents", 12.5, "USD"],
    ["$1,200 50.", 1200.5, "USD"],
    ["12 euros 50 per month", 12.5, "EUR"],
    ["twelve euros and ten cents", 12.1, "EUR"],
    ["3 pounds 20 a metre", 3.2, "GBP"],
    ["£3 and 50p", 3.5, "GBP"],
    ["nineteen pounds and five pence", 19.05, "GBP"],
    ["two pounds ninety-nine", 2.99, "GBP"],
    ["a dollar fifty", 1.5, "USD"],
    ["a pound and twenty pence", 1.2, "GBP"],
    ["five cents", 0.05, "USD"],
    ["one cent", 0.01, "USD"],
    ["99¢", 0.99, "USD"],
    ["12.50 dollars", 12.5, "USD"],
    ["€12,50", 12.5, "EUR"],
    ["€1.200,50", 1200.5, "EUR"],
    ["12,50 euros", 12.5, "EUR"],
    ["12.50 €", 12.5, "EUR"],
    ["€ 12 50", 12.5, "EUR"],
    ["12€ 50", 12.5, "EUR"],
    ["two and a half thousand dollars", 2500, "USD"],
    ["1.5 million euros", 1_500_000, "EUR"],
    ["1,5 million euros", 1_500_000, "EUR"],
    ["a million and a half dollars", 1_500_000, "USD"],
  ])("%s", (text, value, unit) => {
    expect(money(text)).toEqual([[value, unit]]);
  });

  test.each([
    ["12 dollars 50 units", "$12 50 units"],
    ["from 12 dollars 50 to 20", "from $12 50 to 20"],
    ["$50 20 off", "$50 20 off"],
    ["12 dollars fifty people", "$12 50 people"],
    ["12 dollars 50 more people", "$12 50 more people"],
    ["$12 50 seats", "$12 50 seats"],
    ["12 dollars 50 of them", "$12 50 of them"],
    ["12 dollars, 50 came", "$12, 50 came"],
    ["12 dollars. 50", "$12. 50"],
    ["12 dollars 5", "$12 5"],
    ["12 dollars 150", "$12 150"],
    ["12 dollars fifty thousand", "$12 50,000"],
    ["12 dollars 50 percent", "$12 50%"],
    ["60 dollars 24 months", "$60 24 months"],
    ["three hundred dollars twenty twenty six", "$300 2026"],
    ["1000 yen 50", "¥1,000 50"],
    ["twelve fifty", "12 50"],
    ["2,5", "2,5"],
    ["a pound of it", "a pound of it"],
  ])("none: %s", (text, written) => {
    expect(itnText(said(text))).toBe(written);
  });
});

test("cents are written as two digits, and the words behind stay", () => {
  expect(itnText(said("twelve dollars fifty, per user"))).toBe("$12.50, per user");
  expect(itnText(said("a euro twenty each"))).toBe("€1.20 each");
});
