import { expect, test } from "vitest";
import { newId } from "./id.ts";

test("an id is a UUID of version 7 that carries its millisecond", () => {
  const at = Date.UTC(2026, 10, 21, 12, 34, 56, 789);
  const id = newId(at);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at);
});

test("ids made later sort later, also over the boundaries of the halves the time is written in", () => {
  const starts = [0, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, Date.now(), 2 ** 48 - 3];
  for (const start of starts) expect(newId(start) < newId(start + 1)).toBe(true);
  const times = Array.from({ length: 500 }, (_, n) => 1_700_000_000_000 + n * 7_919);
  const ids = times.map((at) => newId(at));
  expect([...ids].sort()).toEqual(ids);
});

test("ten thousand ids of one millisecond are ten thousand ids, in the order they were made", () => {
  const ids = Array.from({ length: 10_000 }, () => newId(1));
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});
