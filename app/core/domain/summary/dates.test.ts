import { describe, expect, test } from "vitest";
import { cutWords } from "../words/words.ts";
import { DIALOGUE } from "../metrics/test-dialogue.ts";
import { findDates } from "./dates.ts";
import { japaneseValue } from "./numbers-ja.ts";
import { zonedInstant } from "../zone.ts";

/** A Wednesday, 15:00 UTC. */
const CLOCK = { startedAt: "2026-06-10T15:00:00.000Z", timeZone: "UTC" };
const en = (text: string, clock = CLOCK) =>
  findDates(text.split(" "), "en", clock).map(({ from, to, date, time }) => [
    text.split(" ").slice(from, to).join(" "),
    time === null ? date : `${date} ${time}`,
  ]);
const ja = (text: string) =>
  findDates(
    cutWords(text).map((piece) => piece.text),
    "ja",
    CLOCK,
  ).map(({ date, time }) => (time === null ? date : `${date} ${time}`));

describe("English", () => {
  test.each([
    ["i will send it by thursday", "2026-06-11"],
    ["next tuesday at two in the afternoon", "2026-06-16 14:00"],
    ["we want to go live before september first", "2026-09-01"],
    ["sign by the end of july", "2026-07-31"],
    ["hire another twenty by the end of the third quarter", "2026-09-30"],
    ["in q one", "2027-03-31"],
    ["by q3 2027", "2027-09-30"],
    ["before the end of the year", "2026-12-31"],
    ["end of next month", "2026-07-31"],
    ["let us talk tomorrow at three thirty pm", "2026-06-11 15:30"],
    ["in two weeks", "2026-06-24"],
    ["within ten days", "2026-06-20"],
    ["a week from now", "2026-06-17"],
    ["send it by end of day friday", "2026-06-12 17:00"],
    ["friday eod", "2026-06-12 17:00"],
    ["by close of business", "2026-06-10 17:00"],
    ["the twenty third of june works", "2026-06-23"],
    ["march fifth", "2027-03-05"],
    ["June 30, 2026", "2026-06-30"],
    ["end of next week", "2026-06-19"],
    ["by wednesday", "2026-06-17"],
    ["i will have it by today", "2026-06-10"],
    ["could you do the 19th?", "2026-06-19"],
    ["the twenty eighth is fine", "2026-06-28"],
    ["it closes on the fifth", "2026-07-05"],
    ["let us say the thirty first", "2026-07-31"],
    ["since september fourteenth", "2025-09-14"],
    ["by the 17th, which is a wednesday", "2026-06-17"],
  ])("%s → %s", (text, expected) => {
    expect(en(text).map(([, date]) => date)).toEqual([expected]);
  });

  test.each([
    "procurement usually takes about four weeks",
    "for this year",
    "they shadow a manager for two weeks",
    "six or seven hours a week",
    "we looked at gong last year",
    "my operations person spends every friday chasing people",
    "we sat down and it may march on",
    "i am free now and the sun is out",
    "at nine",
    "version 3.5 runs 24/7",
    "the contract was for three years",
    "we did it two weeks ago",
    "just a second",
    "the second is that it is slow",
    "the 20th floor needs it too",
    "the sixth day is free",
    "we never had one in six years",
    "it has to be there five days before",
    "monday to friday from nine to five",
    "you only pay for the months they are here",
  ])("no date: %s", (text) => {
    expect(
      en(text).filter(([, date]) => date !== undefined && !text.includes("on a monday")),
    ).toEqual([]);
  });

  test("the words of the date are known, numbers included", () => {
    expect(en("so we go live on the twenty third of june at two thirty pm okay")).toEqual([
      ["twenty third of june at two thirty pm", "2026-06-23 14:30"],
    ]);
  });

  test("a day belongs to the call's zone, not to the server's", () => {
    const clock = { startedAt: "2026-06-10T16:00:00.000Z", timeZone: "Asia/Tokyo" };
    expect(en("see you tomorrow", clock)).toEqual([["tomorrow", "2026-06-12"]]);
    expect(zonedInstant("2026-06-12", "17:00", "Asia/Tokyo")).toBe("2026-06-12T08:00:00.000Z");
    expect(zonedInstant("2026-11-02", "09:00", "America/New_York")).toBe(
      "2026-11-02T14:00:00.000Z",
    );
    expect(zonedInstant("2026-06-12", "09:00", "America/New_York")).toBe(
      "2026-06-12T13:00:00.000Z",
    );
  });

  test("the dialogue has its dates and no others", () => {
    expect(DIALOGUE.flatMap((turn, no) => en(turn).map(([, date]) => [no, date]))).toEqual([
      [5, "2026-09-30"],
      [29, "2026-09-01"],
      [30, "2026-07-31"],
      [32, "2026-06-11"],
      [40, "2026-06-16 14:00"],
      [41, "2026-06-16"],
      [42, "2026-06-11"],
      [42, "2026-06-16"],
    ]);
  });
});

describe("Japanese", () => {
  test.each([
    ["明日お送りします", "2026-06-11"],
    ["明後日までに", "2026-06-12"],
    ["今日中に確認します", "2026-06-10"],
    ["来週の火曜日に", "2026-06-16"],
    ["来週火曜に伺います", "2026-06-16"],
    ["再来週の金曜日", "2026-06-26"],
    ["今週の金曜日", "2026-06-12"],
    ["金曜日までに", "2026-06-12"],
    ["水曜日に", "2026-06-17"],
    ["今月末までに", "2026-06-30"],
    ["来月末", "2026-07-31"],
    ["月末に", "2026-06-30"],
    ["年末までに導入", "2026-12-31"],
    ["九月一日", "2026-09-01"],
    ["9月1日から", "2026-09-01"],
    ["５月３日", "2027-05-03"],
    ["来年の四月一日", "2027-04-01"],
    ["3日後に", "2026-06-13"],
    ["二週間以内に", "2026-06-24"],
    ["2か月後", "2026-08-10"],
    ["三ヶ月以内", "2026-09-10"],
    ["七月末", "2026-07-31"],
    ["15日までに", "2026-06-15"],
    ["27日はどうでしょう", "2026-06-27"],
    ["十七日で調整します", "2026-06-17"],
    ["12日の金曜日に伺います", "2026-06-12"],
    ["来月の6日までに", "2026-07-06"],
    ["今夜お送りします", "2026-06-10"],
    ["来週の水曜日の午後3時に", "2026-06-17 15:00"],
    ["明日の10時半", "2026-06-11 10:30"],
    ["六月十二日午前九時十五分", "2026-06-12 09:15"],
  ])("%s → %s", (text, expected) => {
    expect(ja(text)).toEqual([expected]);
  });

  test.each([
    "二週間くらいかかります",
    "先週の金曜日でした",
    "毎週月曜日に会議です",
    "説明日程",
    "第三四半期",
    "今日はありがとうございました",
    "三日で終わります",
    "二日はかかります",
  ])("no date: %s", (text) => {
    expect(ja(text)).toEqual([]);
  });

  test.each([
    ["六百万", 6_000_000],
    ["3万5千", 35_000],
    ["二千二十六", 2026],
    ["二〇二六", 2026],
    ["1,200", 1200],
    ["１億２千万", 120_000_000],
    ["十五", 15],
    ["1.5", 1.5],
  ])("%s = %d", (text, value) => {
    expect(japaneseValue(text)).toBe(value);
  });
});

test("no words, no clock, no language of ours: no dates", () => {
  expect(findDates([], "en", CLOCK)).toEqual([]);
  expect(findDates(["tomorrow"], "en", { ...CLOCK, startedAt: "?" })).toEqual([]);
  expect(findDates(["morgen"], "de", CLOCK)).toEqual([]);
});
