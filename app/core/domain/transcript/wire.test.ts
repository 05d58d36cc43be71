import { expect, test } from "vitest";
import { createFinder } from "./find.ts";
import { long, send } from "./test-wire.ts";
import { segmentNear, segmentsAt, wordAt, wordsOf, wordText } from "./wire-decode.ts";
import { decodeWords } from "../words/words-codec.ts";

test("1,300 segments come back in three pages with numbers, lanes, times, words and marks", () => {
  const { rows, table, pages } = send(long(1_300, 9));
  expect(pages.map(({ count }) => count)).toEqual([512, 512, 276]);
  rows.forEach((row, n) => {
    expect([table.no[n], table.lane[n], table.t0Ms[n], table.t1Ms[n]]).toEqual([
      row.no,
      row.lane,
      row.t0Ms,
      row.t1Ms,
    ]);
    const page = pages[Math.floor(n / 512)];
    if (!page) throw new Error("page is missing");
    const [from, to] = wordsOf(page, n);
    const words = decodeWords(row.words, row.text, row.t0Ms);
    expect(to - from).toBe(words.length);
    words.forEach((word, w) => {
      expect(wordText(page, n, from + w)).toBe(word.text);
      expect([page.startMs[from + w], page.endMs[from + w]]).toEqual([word.startMs, word.endMs]);
      expect(page.isLow[from + w]).toBe((word.confidence ?? 100) < 50 ? 1 : 0);
    });
  });
});

test("a page with Japanese carries the cuts of every word, English ones too", () => {
  const { wire, pages } = send([
    { lane: 0, t0Ms: 0, t1Ms: 2_000, text: "Hello there, Maria" },
    { lane: 1, t0Ms: 2_000, t1Ms: 5_000, text: "価格は来週HubSpotで送ります。" },
  ]);
  expect(wire[0]?.cut).toBeDefined();
  const [page] = pages;
  if (!page) throw new Error("page is missing");
  const [from, to] = wordsOf(page, 1);
  const words = Array.from({ length: to - from }, (_, n) => wordText(page, 1, from + n));
  expect(words.join("")).toBe("価格は来週HubSpotで送ります。");
  expect(wordText(page, 0, 2)).toBe("Maria");
});

test("everybody who speaks at a moment is current, also behind a short later segment", () => {
  const { table, pages } = send([
    { lane: 0, t0Ms: 0, t1Ms: 10_000, text: "one two three four five" },
    { lane: 1, t0Ms: 2_000, t1Ms: 2_500, text: "mm" },
    { lane: 1, t0Ms: 6_000, t1Ms: 7_000, text: "right yes" },
  ]);
  expect(segmentsAt(table, 1_000)).toEqual([0]);
  expect(segmentsAt(table, 2_100)).toEqual([0, 1]);
  expect(segmentsAt(table, 5_000)).toEqual([0]);
  expect(segmentsAt(table, 6_500)).toEqual([0, 2]);
  expect(segmentsAt(table, 10_000)).toEqual([]);
  expect(segmentNear(table, 99_000)).toBe(2);
  const [page] = pages;
  if (!page) throw new Error("page is missing");
  expect(wordText(page, 2, wordAt(page, 2, 6_100))).toBe("right");
  expect(wordText(page, 2, wordAt(page, 2, 6_990))).toBe("yes");
  expect(wordAt(page, 2, 5_999)).toBe(-1);
});

test("find sees through case, accents, width, kana and the punctuation around words", () => {
  const { pages } = send([
    { lane: 0, t0Ms: 0, t1Ms: 3_000, text: "Well, the CAFÉ plan: it costs 1,000 dollars." },
    { lane: 1, t0Ms: 3_000, t1Ms: 6_000, text: "プラン「ハブ」の価格がＡＢＣです。" },
    { lane: 1, t0Ms: 6_000, t1Ms: 8_000, text: "そのcafe, plan B" },
  ]);
  const finder = createFinder();
  pages.forEach((page) => finder.add(page));
  const found = (query: string) =>
    finder.find(query).hits.map((hit) => pages[0]?.text[hit.segment]?.slice(hit.from, hit.to));
  expect(found("cafe plan")).toEqual(["CAFÉ plan", "cafe, plan"]);
  expect(found("plan it costs 1,000")).toEqual(["plan: it costs 1,000"]);
  expect(found("ぷらん はぶ")).toEqual([]);
  expect(found("ぷらんハブ")).toEqual(["プラン「ハブ"]);
  expect(found("abc")).toEqual(["ＡＢＣ"]);
  expect(found("ﾌﾟﾗﾝ")).toEqual(["プラン"]);
  expect(found("か")).toEqual([]);
  expect(found("...")).toEqual([]);
  const [hit] = finder.find("café plan").hits;
  expect(hit).toMatchObject({ segment: 0, firstWord: 2, lastWord: 3 });
});

test("a phrase does not run over into what the next person says", () => {
  const { pages } = send([
    { lane: 0, t0Ms: 0, t1Ms: 1_000, text: "the price" },
    { lane: 1, t0Ms: 1_000, t1Ms: 2_000, text: "plan" },
  ]);
  const finder = createFinder();
  pages.forEach((page) => finder.add(page));
  expect(finder.find("price plan").total).toBe(0);
});

test("find looks through the words of one side alone, and counts those", () => {
  const { pages } = send([
    { lane: 0, t0Ms: 0, t1Ms: 1_000, text: "the price" },
    { lane: 1, t0Ms: 1_000, t1Ms: 2_000, text: "what price, which price" },
  ]);
  const finder = createFinder();
  pages.forEach((page) => finder.add(page));
  expect(finder.find("price").total).toBe(3);
  const ofThem = finder.find("price", (segment) => segment === 1);
  expect(ofThem.total).toBe(2);
  expect(ofThem.hits.map(({ segment }) => segment)).toEqual([1, 1]);
});
