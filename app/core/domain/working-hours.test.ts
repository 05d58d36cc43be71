import { describe, expect, test } from "vitest";
import { holidaysField, holidaysText, hoursOf } from "./working-hours.schema.ts";
import { nextWorkingMoment, type Schedule, USUAL_HOURS } from "./working-hours.ts";

const schedule = (more: Partial<Schedule> = {}): Schedule => ({
  hours: USUAL_HOURS,
  holidays: [],
  zone: "UTC",
  ...more,
});
const next = (iso: string, more: Partial<Schedule> = {}): string =>
  nextWorkingMoment(new Date(iso), schedule(more)).toISOString();

describe("the next moment of work", () => {
  // 2026-11-25 is a Wednesday.
  test.each([
    ["within the hours it is now", "2026-11-25T09:00:00.000Z", "2026-11-25T09:00:00.000Z"],
    ["before them, their beginning", "2026-11-25T08:59:59.999Z", "2026-11-25T09:00:00.000Z"],
    ["the end is outside", "2026-11-25T18:00:00.000Z", "2026-11-26T09:00:00.000Z"],
    ["over a weekend, Monday", "2026-11-27T18:30:00.000Z", "2026-11-30T09:00:00.000Z"],
  ])("%s", (_name, at, wanted) => expect(next(at)).toBe(wanted));

  test("is of the member's zone, whatever day it is elsewhere", () => {
    const zone = "Asia/Tokyo";
    // Sunday evening in UTC is Monday morning in Tokyo.
    expect(next("2026-11-29T23:30:00.000Z", { zone })).toBe("2026-11-30T00:00:00.000Z");
    expect(next("2026-11-30T00:30:00.000Z", { zone })).toBe("2026-11-30T00:30:00.000Z");
    // Friday evening in New York is Saturday in UTC.
    expect(next("2026-11-27T22:30:00.000Z", { zone: "America/New_York" })).toBe(
      "2026-11-27T22:30:00.000Z",
    );
  });

  test("hours across midnight belong to the day they began on", () => {
    const hours = { days: [4], from: "22:00", to: "06:00" };
    // Friday 22:00 to Saturday 06:00.
    expect(next("2026-11-28T05:59:00.000Z", { hours })).toBe("2026-11-28T05:59:00.000Z");
    expect(next("2026-11-28T06:00:00.000Z", { hours })).toBe("2026-12-04T22:00:00.000Z");
    expect(next("2026-11-27T05:00:00.000Z", { hours })).toBe("2026-11-27T22:00:00.000Z");
  });

  test("the same time twice is a whole day", () => {
    const hours = { days: [2], from: "00:00", to: "00:00" };
    expect(next("2026-11-25T23:59:00.000Z", { hours })).toBe("2026-11-25T23:59:00.000Z");
  });

  test("holidays are no days of work, in a row and at the weekend", () => {
    const holidays = [
      { date: "2026-12-24", name: "Christmas Eve" },
      { date: "2026-12-25", name: "Christmas Day" },
    ];
    expect(next("2026-12-23T18:00:00.000Z", { holidays })).toBe("2026-12-28T09:00:00.000Z");
  });

  test("nine o'clock stays nine o'clock when clocks change", () => {
    const zone = "Europe/Berlin";
    // Summer time ends on 2026-10-25 and begins on 2027-03-28, both Sundays.
    expect(next("2026-10-23T20:00:00.000Z", { zone })).toBe("2026-10-26T08:00:00.000Z");
    expect(next("2027-03-26T20:00:00.000Z", { zone })).toBe("2027-03-29T07:00:00.000Z");
    const nightly = { days: [5], from: "22:00", to: "06:00" };
    // The night of the change has an hour more: 05:30 in Berlin is 04:30 UTC.
    expect(next("2026-10-25T04:30:00.000Z", { zone, hours: nightly })).toBe(
      "2026-10-25T04:30:00.000Z",
    );
    // Hours that begin in the hour that is left out begin somewhere near it.
    const early = { days: [6], from: "02:30", to: "10:00" };
    const begun = Date.parse(next("2027-03-28T00:00:00.000Z", { zone, hours: early }));
    expect(Math.abs(begun - Date.parse("2027-03-28T01:00:00.000Z"))).toBeLessThanOrEqual(3_600_000);
  });

  test("a calendar of nothing but holidays holds nothing up", () => {
    const days = Array.from({ length: 500 }, (_, no) => ({
      date: new Date(Date.UTC(2026, 10, 1 + no)).toISOString().slice(0, 10),
      name: "",
    }));
    expect(next("2026-11-25T03:00:00.000Z", { holidays: days })).toBe("2026-11-25T03:00:00.000Z");
  });
});

test("holidays are read a day to a line, in order, each once", () => {
  const text = "2026-12-25 Christmas Day\r\n\r\n2026-01-01, 元日\n2026-12-25 Again\n2026-05-01";
  const days = holidaysField.parse(text);
  expect(days).toEqual([
    { date: "2026-01-01", name: "元日" },
    { date: "2026-05-01", name: "" },
    { date: "2026-12-25", name: "Again" },
  ]);
  expect(holidaysField.parse(holidaysText(days))).toEqual(days);
  expect(holidaysField.parse(undefined)).toEqual([]);
  for (const bad of [
    "Christmas",
    "2026-13-01 x",
    "2026-02-30",
    "25.12.2026",
    `2026-12-25 ${"x".repeat(81)}`,
  ])
    expect([bad, holidaysField.safeParse(bad).success]).toEqual([bad, false]);
  const many = Array.from({ length: 201 }, () => "2026-12-25").join("\n");
  expect(holidaysField.safeParse(many).success).toBe(false);
});

test("boxes of a form are days of the week", () => {
  const none = {
    mon: false,
    tue: false,
    wed: false,
    thu: false,
    fri: false,
    sat: false,
    sun: false,
  };
  expect(hoursOf({ ...none, mon: true, sun: true, from: "08:00", to: "12:00" })).toEqual({
    ...{ days: [0, 6], from: "08:00", to: "12:00" },
  });
});
