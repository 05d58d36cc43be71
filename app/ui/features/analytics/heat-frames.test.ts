import { expect, test } from "vitest";
import { framesOf, shownHours } from "./heat-frames.ts";

const WEEK = [0, 1, 2, 3, 4];

test("a working week is one frame, whole hours wide", () => {
  const hours = { days: WEEK, from: "09:30", to: "18:00" };
  expect(framesOf(hours, { first: 8, last: 18 })).toEqual([{ rows: [0, 4], columns: [1, 9] }]);
});

test("days apart have frames apart", () => {
  const frames = framesOf(
    { days: [6, 0, 1, 3], from: "09:00", to: "17:15" },
    { first: 9, last: 18 },
  );
  expect(frames.map(({ rows }) => rows)).toEqual([
    [0, 1],
    [3, 3],
    [6, 6],
  ]);
  expect(frames.map(({ columns }) => columns)).toEqual([
    [0, 8],
    [0, 8],
    [0, 8],
  ]);
});

test("hours past midnight are two frames", () => {
  const late = { days: [4], from: "22:00", to: "02:00" };
  const shown = shownHours([{ hour: 12 }], late);
  expect(shown).toEqual({ first: 0, last: 23 });
  expect(framesOf(late, shown).map(({ columns }) => columns)).toEqual([
    [22, 23],
    [0, 1],
  ]);
});

test("hours to midnight end with the day", () => {
  const late = { days: [0], from: "15:00", to: "00:00" };
  expect(framesOf(late, { first: 0, last: 23 }).map(({ columns }) => columns)).toEqual([[15, 23]]);
});

test("every hour with a call is drawn, and a working day at least", () => {
  expect(shownHours([], null)).toEqual({ first: 8, last: 18 });
  expect(shownHours([{ hour: 6 }, { hour: 21 }], null)).toEqual({ first: 6, last: 21 });
});
