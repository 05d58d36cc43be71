import { expect, test } from "vitest";
import type { HomeItem } from "#app/core/pages/home-views.ts";
import { finish, merge, undo } from "./entries.ts";

const item = (key: string): HomeItem => ({
  ...{ key, kind: "review", at: "2026-11-23T09:00:00.000Z" },
  ...{ callId: key, title: key, by: "Mari", dueOn: null },
});
const items = (keys: string) => keys.split("").map(item);
const drawn = (entries: ReturnType<typeof merge>) =>
  entries.map(({ item: { key }, finished }) => (finished === null ? key : `(${key})`)).join("");
const done = { text: "Done", undo: null };

test("a finished row stays where it was while others come and go", () => {
  const start = merge([], items("abc"));
  const finished = finish(start, "b", done);
  expect(drawn(finished)).toBe("a(b)c");
  expect(drawn(merge(finished, items("ac")))).toBe("a(b)c");
  expect(drawn(merge(finished, items("acde")))).toBe("a(b)cde");
  expect(drawn(merge(finished, items("c")))).toBe("c(b)");
  expect(drawn(merge(finished, []))).toBe("(b)");
});

test("a row that the server still has, and one that was undone", () => {
  const finished = finish(merge([], items("abc")), "a", done);
  // Read before the write was seen: it is not there twice.
  expect(drawn(merge(finished, items("abc")))).toBe("(a)bc");
  expect(drawn(undo(finished, "a"))).toBe("abc");
  expect(drawn(merge(undo(finished, "a"), items("abc")))).toBe("abc");
});

test("a row whose form is on its way stays for the answer", () => {
  const start = merge([], items("abc"));
  expect(drawn(merge(start, items("ac"), new Set("b")))).toBe("abc");
  expect(drawn(merge(start, items("ac")))).toBe("ac");
});
