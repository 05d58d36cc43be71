import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";

test.each([
  ["", []],
  ["a", [["a"]]],
  ["a,\n", [["a", ""]]],
  ["\uFEFFa,b\r\nc\r\n\r\nd,e\rf", [["a", "b"], ["c"], [""], ["d", "e"], ["f"]]],
  ['"a, ""b"""\n"x\ny",z', [['a, "b"'], ["x\ny", "z"]]],
  [
    '5" pipe,a "b" c\n"d" ,e',
    [
      ['5" pipe', 'a "b" c'],
      ['"d" ', "e"],
    ],
  ],
])("%j is read as %j", (text, rows) => {
  expect(readCsv(text)).toEqual({ rows, openRow: null });
});

test.each([
  ['"', 1],
  ['a\n\nb,"c\nd,e\n', 3],
])("in %j a quotation mark of row %i is never closed", (text, openRow) => {
  expect(readCsv(text)).toEqual({ rows: [], openRow });
});
