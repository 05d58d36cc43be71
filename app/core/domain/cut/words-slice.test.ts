import { expect, test } from "vitest";
import { decodeIndex, decodePage, wordsOf, wordText } from "../transcript/wire-decode.ts";
import type { TranscriptSlice } from "../transcript/transcript-reads.server.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import type { CutWords } from "./cut.ts";
import { wordsOfRanges } from "./words.ts";
import { sliceAt, sliceOf, slicesBeside } from "./words-slice.ts";

const STEP_MS = 1_000;

/** So many segments a second apart, every seventh with a word that was hardly understood. */
function wordsOfMany(count: number, text: (n: number) => string = (n) => `line ${n} said`) {
  const said = Array.from({ length: count }, (_, n) => {
    const [t0Ms, t1Ms] = [n * STEP_MS, n * STEP_MS + 900];
    const words = spreadWords(cutWords(text(n)), { startMs: t0Ms, endMs: t1Ms });
    const doubted = words.map((word, at) => ({
      ...word,
      confidence: n % 7 === 0 && at === 1 ? 10 : 90,
    }));
    return { ...{ lane: n % 2, t0Ms, t1Ms, flags: n % 3 }, words: doubted };
  });
  const lanes = [
    { name: "Mari", side: "R" as const },
    { name: "Elena", side: "C" as const },
  ];
  return wordsOfRanges(said, [{ t0Ms: 0, t1Ms: count * STEP_MS }], lanes, 1);
}

/** What a reader has of each segment: when, whose, and its words with their times. */
function readSlice({ index, page: wire }: Pick<TranscriptSlice, "index" | "page">, number = 0) {
  const table = decodeIndex(index);
  const page = decodePage(table, number, wire);
  return wire.text.map((text, at) => {
    const segment = page.first + at;
    const [from, to] = wordsOf(page, segment);
    const words = Array.from({ length: to - from }, (_, n) => from + n).map((word) => [
      ...[wordText(page, segment, word), page.startMs[word], page.endMs[word], page.isLow[word]],
    ]);
    const { t0Ms, t1Ms, no, lane } = table;
    return { text, words, of: [t0Ms[segment], t1Ms[segment], no[segment], lane[segment]] };
  });
}

const wholeOf = ({ index, pages }: CutWords) =>
  pages.flatMap((page, number) => readSlice({ index, page }, number));

/** Every slice, from the first on by the way to the next. */
function slicesOf(words: CutWords): TranscriptSlice[] {
  const slices: TranscriptSlice[] = [];
  for (let number: number | null = 1; number !== null; ) {
    const slice = sliceOf(words, number);
    if (slice === null) break;
    slices.push(slice);
    number = slicesBeside(slice).after;
  }
  return slices;
}

test.each([
  ["in one", 500, [500]],
  ["with a short rest", 501, [200, 200, 101]],
  ["over pages of the wire", 1_300, [200, 200, 112, 200, 200, 112, 200, 76]],
  ["with full pages of the wire alone", 1_024, [200, 200, 112, 200, 200, 112]],
])("one after the other, slices are the whole: %s", (_, count, lengths) => {
  const words = wordsOfMany(count);
  const slices = slicesOf(words);
  expect(slices.map(({ index }) => index.no.length)).toEqual(lengths);
  expect(slices.map(({ total }) => total)).toEqual(lengths.map(() => count));
  expect(slices.flatMap((slice) => readSlice(slice))).toEqual(wholeOf(words));
});

test("texts without spaces keep their words", () => {
  const words = wordsOfMany(700, (n) => (n < 512 ? `価格は${n}円です` : `line ${n}`));
  expect(slicesOf(words).flatMap((slice) => readSlice(slice))).toEqual(wholeOf(words));
});

test("beyond either end is the slice that lies there", () => {
  const words = wordsOfMany(501);
  expect(sliceOf(words, 99)).toEqual(sliceOf(words, 3));
  expect(sliceOf(words, 0)).toEqual(sliceOf(words, 1));
  expect(slicesBeside(sliceOf(words, 1) ?? never())).toEqual({ before: null, after: 2 });
  expect(slicesBeside(sliceOf(words, 3) ?? never())).toEqual({ before: 2, after: null });
});

test("a moment lies in the slice that was being said", () => {
  const words = wordsOfMany(1_300);
  const at = (segment: number) => sliceAt(words, segment * STEP_MS + 500);
  expect([0, 199, 200, 511, 512, 1_299].map(at)).toEqual([1, 1, 2, 3, 4, 8]);
  expect(sliceAt(words, 10 ** 9)).toBe(8);
});

const never = (): never => {
  throw new Error("no words");
};
