import { expect, test } from "vitest";
import { dayStart } from "./zone.ts";

test.each([
  ["an ordinary day", "2026-06-10", "Asia/Tokyo", "2026-06-09T15:00:00.000Z"],
  ["clocks go forward later that day", "2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["clocks go back later that day", "2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
  ["clocks go forward at midnight", "2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["the day after", "2026-09-07", "America/Santiago", "2026-09-07T03:00:00.000Z"],
  [
    "clocks went back to the day before",
    "2026-04-05",
    "America/Santiago",
    "2026-04-05T04:00:00.000Z",
  ],
  ["clocks go forward at midnight", "2026-03-08", "America/Havana", "2026-03-08T05:00:00.000Z"],
  ["midnight comes twice", "2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
])("a day begins: %s, %s in %s", (_name, day, zone, wanted) => {
  expect(dayStart(day, zone).toISOString()).toBe(wanted);
});
