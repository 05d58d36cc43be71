import { expect, test } from "vitest";
import { startedAtOf } from "./started-at.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const read = (text: string, zone = "UTC") => startedAtOf(text, zone, NOW).toISOString();

test("a time without an offset is the clock of the given zone, wherever the machine is", () => {
  expect(read("2026-11-20T15:30", "Asia/Tokyo")).toBe("2026-11-20T06:30:00.000Z");
  expect(read("2026-11-20T03:30:15", "America/New_York")).toBe("2026-11-20T08:30:15.000Z");
  expect(read("2026-07-01T12:00", "Europe/Berlin")).toBe("2026-07-01T10:00:00.000Z");
  expect(read("2026-11-20T15:30:00+09:00", "America/New_York")).toBe("2026-11-20T06:30:00.000Z");
});

test("the year 26 and a day after tomorrow are no days of calls", () => {
  for (const text of ["0026-11-20T15:30", "1989-12-31T23:59"])
    expect(() => read(text)).toThrow(
      expect.objectContaining({ fields: { startedAt: ["date_too_early"] } }),
    );
  for (const text of ["2026-11-21T10:01", "2027-11-20T09:00:00Z"])
    expect(() => read(text)).toThrow(
      expect.objectContaining({ fields: { startedAt: ["date_too_late"] } }),
    );
  expect(read("2026-11-21T09:59")).toBe("2026-11-21T09:59:00.000Z");
});
