import { expect, test } from "vitest";
import { byteRange } from "./byte-range.ts";

const WHOLE = null;

/** RFC 9110 §14: of a file of 1,000 bytes. */
test.each([
  ["bytes=0-0", { from: 0, to: 0 }],
  ["bytes=0-", { from: 0, to: 999 }],
  ["bytes=0-999", { from: 0, to: 999 }],
  ["bytes=0-1000", { from: 0, to: 999 }],
  ["bytes=999-", { from: 999, to: 999 }],
  ["bytes=500-99999999999999999999", { from: 500, to: 999 }],
  ["bytes=-1", { from: 999, to: 999 }],
  ["bytes=-1000", { from: 0, to: 999 }],
  ["bytes=-5000", { from: 0, to: 999 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=1000-1000", "unsatisfiable"],
  [`bytes=${"9".repeat(400)}-`, "unsatisfiable"],
  ["bytes=5-2", WHOLE],
  ["bytes=-", WHOLE],
  ["bytes=", WHOLE],
  ["bytes=a-b", WHOLE],
  ["bytes=0-1,4-5", WHOLE],
  ["bytes=+1-2", WHOLE],
  ["bytes=1.5-2", WHOLE],
  ["bytes = 0-1", WHOLE],
  ["items=0-1", WHOLE],
  ["0-1", WHOLE],
  ["", WHOLE],
  [null, WHOLE],
] as const)("%j", (header, expected) => {
  expect(byteRange(header, 1_000)).toEqual(expected);
});

test("an empty file has no part", () => {
  expect(byteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(byteRange("bytes=-5", 0)).toBe("unsatisfiable");
  expect(byteRange(null, 0)).toBeNull();
});
