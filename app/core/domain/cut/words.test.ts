import { expect, test } from "vitest";
import { decodeIndex, decodePage, wordText } from "../transcript/wire-decode.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import { type SaidSegment, wordsOfRanges } from "./words.ts";

const said = (lane: number, t0Ms: number, t1Ms: number, text: string): SaidSegment => ({
  ...{ lane, t0Ms, t1Ms, flags: 0 },
  words: spreadWords(cutWords(text), { startMs: t0Ms, endMs: t1Ms }),
});
const LANES = [
  { name: "Mari", side: "R" as const },
  { name: "Elena", side: "C" as const },
];

/** Lines as a page reads them: when, who, what. */
function lines(segments: SaidSegment[], ranges: { t0Ms: number; t1Ms: number }[]) {
  const wire = wordsOfRanges(segments, ranges, LANES, 3);
  const table = decodeIndex(wire.index);
  return (wire.pages[0]?.text ?? []).map((text, at) => ({
    ...{ text, t0Ms: table.t0Ms[at], t1Ms: table.t1Ms[at], lane: table.lane[at] },
  }));
}

test("words are those heard in the range, on the clock of the cut", () => {
  const talk = [
    said(0, 1_000, 4_000, "aaa bbb ccc"),
    said(1, 5_000, 6_000, "ddd"),
    said(0, 7_000, 10_000, "eee fff ggg"),
  ];
  expect(lines(talk, [{ t0Ms: 2_900, t1Ms: 8_000 }])).toEqual([
    { text: "ccc", t0Ms: 100, t1Ms: 1_100, lane: 0 },
    { text: "ddd", t0Ms: 2_100, t1Ms: 3_100, lane: 1 },
    { text: "eee", t0Ms: 4_100, t1Ms: 5_100, lane: 0 },
  ]);
});

test("of a word that is cut through, the longer part decides, and its time ends with the range", () => {
  const talk = [said(0, 0, 3_000, "aaa bbb ccc")];
  expect(lines(talk, [{ t0Ms: 300, t1Ms: 1_600 }])).toEqual([
    { text: "aaa bbb", t0Ms: 0, t1Ms: 1_300, lane: 0 },
  ]);
});

test("ranges follow one another as they are heard", () => {
  const talk = [said(0, 0, 1_000, "first"), said(1, 9_000, 10_000, "last")];
  const ranges = [
    { t0Ms: 8_500, t1Ms: 10_500 },
    { t0Ms: 0, t1Ms: 1_000 },
  ];
  expect(lines(talk, ranges).map(({ text, t0Ms }) => ({ text, t0Ms }))).toEqual([
    { text: "last", t0Ms: 500 },
    { text: "first", t0Ms: 2_000 },
  ]);
});

test("speakers are numbers on the wire, and nothing of the call is named", () => {
  const wire = wordsOfRanges([said(1, 0, 1_000, "hello")], [{ t0Ms: 0, t1Ms: 1_000 }], LANES, 3);
  expect(wire.index.lanes).toEqual([
    { id: "0", name: "Mari", side: "R" },
    { id: "1", name: "Elena", side: "C" },
  ]);
  const table = decodeIndex(wire.index);
  const [first] = wire.pages;
  if (!first) throw new Error("no page");
  expect(wordText(decodePage(table, 0, first), 0, 0)).toBe("hello");
});
