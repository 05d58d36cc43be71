import { expect, test } from "vitest";
import { EN } from "#app/i18n/generated/en.ts";
import { JA } from "#app/i18n/generated/ja.ts";
import { FILTER_KEYS, FILTER_NAMES, filterOf, keyOf, readKey } from "./recordings-filters.ts";

const hasText = (texts: object, ...path: string[]): boolean =>
  typeof path.reduce<unknown>(
    (node, key) =>
      (typeof node === "object" && node ? Object.entries(node) : []).find(
        ([own]) => own === key,
      )?.[1],
    texts,
  ) === "string";

test.each([
  ["en", EN],
  ["ja", JA],
])("every filter and every value that is fixed has its text in %s", (_, texts) => {
  for (const name of FILTER_NAMES) {
    expect([name, hasText(texts, "search", "filter", name)]).toEqual([name, true]);
    for (const value of filterOf(name).values ?? [])
      expect([name, value, hasText(texts, "recordings", name, value)]).toEqual([name, value, true]);
  }
});

test("fixed values are offered each in a place of its own", () => {
  const places = FILTER_NAMES.flatMap((name) => filterOf(name).place ?? []);
  expect(new Set(places).size).toBe(places.length);
});

test("keys are read and written alike, names before the linked ones and labels first among these", () => {
  expect(FILTER_KEYS.slice(0, FILTER_NAMES.length)).toEqual(FILTER_NAMES);
  expect(FILTER_KEYS.slice(FILTER_NAMES.length, FILTER_NAMES.length + 3)).toEqual([
    "label.all",
    "label.not",
    "owner.not",
  ]);
  for (const key of FILTER_KEYS) expect(keyOf(readKey(key).name, readKey(key).link)).toBe(key);
  expect(keyOf("kind", "all")).toBeNull();
});
