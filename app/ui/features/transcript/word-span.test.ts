import { expect, test } from "vitest";
import { decodeIndex, decodePage } from "#app/core/domain/transcript/wire-decode.ts";
import { encodeIndex, encodePages } from "#app/core/domain/transcript/wire-encode.ts";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";
import { countSelected, ordered, stepWord, textOf, timesOf } from "./word-span.ts";

/** Each word a second long, a segment after the other. */
const LINES = ["I can hold it", "at twelve percent", "Good"];
let at = 0;
const rows = LINES.map((line, no) => {
  const t0Ms = at;
  const words = line.split(" ").map((text, n) => ({
    ...{ text, startMs: t0Ms + n * 1_000, endMs: t0Ms + n * 1_000 + 900 },
    ...{ isSpaced: n > 0, isLow: false, confidence: null },
  }));
  at += words.length * 1_000;
  const { text, bytes } = encodeWords(words, t0Ms);
  return {
    ...{ no, lane: no % 2, t0Ms, t1Ms: at - 100, chars: text.length },
    ...{ text, words: bytes, flags: 0 },
  };
});
const lanes = ["us", "them"].map((id) => ({ id, name: id, side: null }));
const table = decodeIndex(encodeIndex(1, lanes, rows));
const [wire] = encodePages(rows);
if (!wire) throw new Error("no page");
const page = decodePage(table, 0, wire);
const pageOf = () => page;
const all = { count: table.count, pageOf };
const place = (segment: number, word: number) => ({ segment, word });

test("a selection that went backwards is the same selection", () => {
  const [a, b] = [place(0, 2), place(1, 1)];
  expect(ordered({ anchor: b, focus: a })).toEqual(ordered({ anchor: a, focus: b }));
});

test("words of several segments have the times of the first and the last one, and are read in order", () => {
  const selected = { first: place(0, 2), last: place(1, 1) };
  expect(timesOf(table, pageOf, selected)).toEqual({ t0Ms: 2_000, t1Ms: 5_900 });
  expect(textOf(pageOf, selected)).toBe("hold it at twelve");
  expect(countSelected(pageOf, selected)).toBe(4);
});

test("while its words are on their way a segment stands for them", () => {
  const selected = { first: place(0, 0), last: place(1, 0) };
  expect(timesOf(table, () => null, selected)).toEqual({ t0Ms: 0, t1Ms: 6_900 });
  expect(textOf(() => null, selected)).toBe("");
});

test.each([
  ["ArrowRight", [0, 0], [0, 1]],
  ["ArrowRight", [0, 3], [1, 0]],
  ["ArrowRight", [2, 0], null],
  ["ArrowLeft", [1, 0], [0, 3]],
  ["ArrowLeft", [0, 0], null],
  ["ArrowDown", [0, 1], [0, 3]],
  ["ArrowDown", [0, 3], [1, 2]],
  ["ArrowUp", [1, 2], [1, 0]],
  ["ArrowUp", [1, 0], [0, 0]],
  ["Home", [1, 2], [1, 0]],
  ["End", [1, 0], [1, 2]],
  ["Enter", [1, 0], null],
] as const)("%s leads from %j to %j", (key, [segment, word], to) => {
  expect(stepWord(key, { segment, word }, all)).toEqual(to && place(to[0], to[1]));
});
