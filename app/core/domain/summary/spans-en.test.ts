import { describe, expect, test } from "vitest";
import { findDates } from "./dates.ts";

/** A Wednesday. */
const CLOCK = { startedAt: "2026-06-10T15:00:00.000Z", timeZone: "UTC" };
const dates = (text: string): string[] =>
  findDates(text.split(" "), "en", CLOCK).map(({ date, time }) =>
    time === null ? date : `${date} ${time}`,
  );

describe("days so many weeks away", () => {
  test.each([
    ["a week tomorrow", "2026-06-18"],
    ["tomorrow week", "2026-06-18"],
    ["a week today", "2026-06-17"],
    ["today week", "2026-06-17"],
    ["a week on Monday", "2026-06-22"],
    ["a week Monday", "2026-06-22"],
    ["a week from next Monday", "2026-06-22"],
    ["i will send it Monday week", "2026-06-22"],
    ["by Tuesday week.", "2026-06-23"],
    ["Monday week at 3 pm", "2026-06-22 15:00"],
    ["Wednesday week", "2026-06-24"],
    ["two weeks on Friday", "2026-06-26"],
    ["in two weeks on Friday", "2026-06-26"],
    ["a fortnight today", "2026-06-24"],
    ["a fortnight on Monday", "2026-06-29"],
    ["in a fortnight", "2026-06-24"],
    ["in a fortnight’s time", "2026-06-24"],
    ["in a week's time", "2026-06-17"],
    ["three weeks from now", "2026-07-01"],
    ["three weeks from tomorrow", "2026-07-02"],
    ["ten days from Monday", "2026-06-25"],
    ["two weeks after the 5th of march", "2027-03-19"],
    ["the week after next", "2026-06-24"],
    ["the end of the week after next", "2026-06-26"],
    ["Friday after next", "2026-06-19"],
    ["the Monday after next", "2026-06-22"],
    ["the month after next", "2026-08-10"],
    ["this time next week", "2026-06-17"],
    ["end of next week", "2026-06-19"],
    ["the day after tomorrow", "2026-06-12"],
    ["day after tomorrow", "2026-06-12"],
    ["the day after Monday", "2026-06-16"],
  ])("%s → %s", (text, expected) => {
    expect(dates(text)).toEqual([expected]);
  });

  test.each([
    ["we lost a week on Monday", ["2026-06-15"]],
    ["a Monday week review", ["2026-06-15"]],
    ["20 hours a week Monday", ["2026-06-15"]],
    ["we need it for two weeks from Monday", ["2026-06-15"]],
    ["three days on Monday", ["2026-06-15"]],
    ["it has been a week today", []],
    ["a fortnight ago", []],
    ["we use it three weeks today already", []],
    ["we use it three weeks today, now", []],
    ["we used it three weeks today", []],
    ["we have been there two weeks today", []],
    ["we've been using it two weeks today", []],
    ["I was there a week Tuesday", []],
    ["we went there a week on Tuesday", []],
    ["we did the demo two weeks Friday", []],
    ["we use it a week Tuesday already", []],
    ["I was there and will send it a week Tuesday", ["2026-06-23"]],
    ["we were going to meet a week Tuesday", ["2026-06-23"]],
    ["we were thinking a week on Tuesday", ["2026-06-23"]],
    ["it was good. We meet three weeks today", ["2026-07-01"]],
    ["every fortnight", []],
  ])("a length, no day: %s", (text, expected) => {
    expect(dates(text)).toEqual(expected);
  });
});

describe("days of a month", () => {
  test.each([
    ["March 5th", ["2027-03-05"]],
    ["March the fifth", ["2027-03-05"]],
    ["by July the 4th at 3 pm", ["2026-07-04 15:00"]],
    ["5 March", ["2027-03-05"]],
    ["fifth of March", ["2027-03-05"]],
    ["the 5th", ["2026-07-05"]],
    ["Friday the 19th", ["2026-06-19"]],
    ["Friday the 19th of June", ["2026-06-19"]],
    ["in March the 2nd floor opens", ["2027-03-01"]],
    // The day behind corrects or counts on, and is no date of its own.
    ["the 5th of March the second", ["2027-03-05"]],
    ["the 5th of March, the second", ["2027-03-05"]],
    ["the fifth of march, the second.", ["2027-03-05"]],
    ["on March 5th the sixth", ["2027-03-05"]],
    ["by March the 5th, the second", ["2027-03-05"]],
    ["the 4th, the 5th of March", ["2027-03-05"]],
    ["the 5th of March the second of April", ["2027-03-05", "2027-04-02"]],
    ["the 5th of March, the second of April", ["2027-03-05", "2027-04-02"]],
    // Of the same month where it is joined.
    ["the 5th of March or the 6th", ["2027-03-05", "2027-03-06"]],
    ["the 5th of March, the 12th and the 19th", ["2027-03-05", "2027-03-12", "2027-03-19"]],
  ])("%s", (text, expected) => {
    expect(dates(text)).toEqual(expected);
  });
});
