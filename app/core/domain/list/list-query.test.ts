import { expect, test } from "vitest";
import * as z from "zod";
import { writeCursor } from "./cursor.ts";
import { readQuery } from "./list-query.ts";

const read = (text: string) => readQuery(new URLSearchParams(text));
const after = writeCursor({ value: "b", id: "0190a6e0-0000-7000-8000-000000000000" });

test("values are what their schemas make of them; empty fields of a form are none", () => {
  const query = read(`n=7&state=a&state=c&state=&q=%20two%20words%20&after=${after}&limit=10&to=`);
  expect(query.one("n", z.coerce.number())).toBe(7);
  expect(query.one("to", z.iso.date())).toBeNull();
  expect(query.many("state", z.enum(["a", "b", "c"]))).toEqual(["a", "c"]);
  expect(query.text("q", 5)).toBe("two w");
  expect(query.cursor("after", "text")).toBe(after);
  expect(query.limit(25)).toBe(10);
  expect(query.ignored()).toEqual([]);
});

test("what cannot be read is dropped and named, and so is what nobody asked for", () => {
  const query = read(`n=x&state=a&state=z&after=${after}&limit=101&tab=links&stage=foo&blank=`);
  expect(query.one("n", z.coerce.number())).toBeNull();
  expect(query.many("state", z.enum(["a"]))).toEqual(["a"]);
  expect(query.cursor("after", "time")).toBeNull();
  expect(query.limit(25)).toBe(25);
  expect(query.ignored("tab").map(({ key, value }) => `${key}=${value}`)).toEqual([
    "n=x",
    "state=z",
    `after=${after}`,
    "limit=101",
    "stage=foo",
  ]);
});

test("the one character that PostgreSQL does not know is left out", () => {
  expect(read("q=a%00b").text("q", 10)).toBe("ab");
});
