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

test.each([
  [
    "Name;Email\r\nKato, Mari;k@x.jp",
    [
      ["Name", "Email"],
      ["Kato, Mari", "k@x.jp"],
    ],
  ],
  [
    "Name\tEmail, work\nKato\tk@x.jp",
    [
      ["Name", "Email, work"],
      ["Kato", "k@x.jp"],
    ],
  ],
  [
    "a|b\nc|d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    '"a;b";"c;d",e\n1;2',
    [
      ["a;b", '"c;d",e'],
      ["1", "2"],
    ],
  ],
  [
    '"x, y, z";b\nc;d',
    [
      ["x, y, z", "b"],
      ["c", "d"],
    ],
  ],
  ["\n\na;b\n", [[""], [""], ["a", "b"]]],
  ["one\ntwo\n", [["one"], ["two"]]],
  ["one\ntwo;2\nthree;3\n", [["one"], ["two", "2"], ["three", "3"]]],
])("the separator of %j is found", (text, rows) => {
  expect(readCsv(text)).toEqual({ rows, openRow: null });
});

test.each(["sep=;\r\na,b;c\r\n", '\uFEFF"sep=;"\na,b;c'])(
  "Excel says it in %j, in a line that is no row but counts",
  (text) => {
    expect(readCsv(text).rows).toEqual([[""], ["a,b", "c"]]);
  },
);

test("what a list is about decides where its marks do not", () => {
  const isHeading = (cell: string) => ["email", "name"].includes(cell);
  const isValue = (cell: string) => /^[\w.]+@[\w.]+$/.test(cell);
  const rows = (text: string) => readCsv(text, { isHeading, isValue }).rows;
  expect(rows("email\nKato, Mari <k@x.jp>\n")).toEqual([["email"], ["Kato, Mari <k@x.jp>"]]);
  expect(rows("name|email;tel, fax, post;x\n")[0]).toEqual(["name", "email;tel, fax, post;x"]);
  expect(rows("Kato, Mari;k@x.jp\n")).toEqual([["Kato, Mari", "k@x.jp"]]);
});
