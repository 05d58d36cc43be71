import { expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";

const ID = "0190a6e0-0000-7000-8000-000000000000";

test.each([
  ["time", "2026-01-02T03:04:05.678Z"],
  ["whole", 0],
  ["whole", -2_147_483_648],
  ["text", ""],
  ["text", "漢字 é 😀 \"'\\ \n"],
  ["text", "漢".repeat(1_000)],
] as const)("a cursor of %s is read as it was written: %j", (kind, value) => {
  const text = writeCursor({ value, id: ID });
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(text.length).toBeLessThanOrEqual(6_000);
  expect(readCursor(text, kind)).toEqual({ value, id: ID });
});

test.each([
  ["time", 7],
  ["time", "Call 1"],
  ["time", "2026-01-02"],
  ["time", "+275760-09-13T00:00:00.000Z"],
  ["time", "2026-01-02T03:04:05.678901Z"],
  ["whole", "7"],
  ["whole", 1.5],
  ["whole", 99_999_999_999],
  ["text", 7],
  ["text", "a\u0000b"],
  ["text", "a".repeat(1_001)],
] as const)("%s is not sorted by %j", (kind, value) => {
  expect(readCursor(writeCursor({ value, id: ID }), kind)).toBeNull();
});

test.each(["", "x", "%%%", "日本", btoa("[]"), btoa("null"), btoa(`["a"]`), btoa(`["a","me"]`)])(
  "what was not written here (%s) is no cursor",
  (text) => {
    expect(readCursor(text, "text")).toBeNull();
  },
);
