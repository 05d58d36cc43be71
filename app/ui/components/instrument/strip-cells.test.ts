import { expect, test } from "vitest";
import { decodeStrip, ourShare, runsOf } from "./strip-cells.ts";

const strip = (...bytes: number[]) => Buffer.from(bytes).toString("base64");

test("a byte is sixteen times our speech plus theirs", () => {
  expect(decodeStrip(strip(0x00, 0xf0, 0x0f, 0xa3))).toEqual([
    { us: 0, them: 0 },
    { us: 15, them: 0 },
    { us: 0, them: 15 },
    { us: 10, them: 3 },
  ]);
});

test("150 bytes are 150 cells, and what is no base64 is none", () => {
  expect(decodeStrip(strip(...Array.from({ length: 150 }, (_, at) => at)))).toHaveLength(150);
  expect(decodeStrip("%%%")).toEqual([]);
  expect(decodeStrip("")).toEqual([]);
});

test("cells of speech in a row are one run, a silent cell divides them", () => {
  const cells = decodeStrip(strip(0x10, 0x31, 0x02, 0xf0, 0xf0));
  expect(runsOf(cells, "us")).toEqual([
    { from: 0, to: 2, level: 2 },
    { from: 3, to: 5, level: 15 },
  ]);
  expect(runsOf(cells, "them")).toEqual([{ from: 1, to: 3, level: 1.5 }]);
});

test("our share counts speech, not cells", () => {
  expect(ourShare(decodeStrip(strip(0x30, 0x01)))).toBe(0.75);
  expect(ourShare(decodeStrip(strip(0, 0)))).toBeNull();
  expect(ourShare([])).toBeNull();
});
