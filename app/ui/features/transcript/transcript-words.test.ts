import { describe, expect, it } from "vitest";
import { encodeIndex, encodePages } from "#app/core/domain/transcript/wire-encode.ts";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { createTranscriptWords, isVirtual, type FetchJson } from "./transcript-words.ts";

const lanes = [{ id: "a", name: "Mari", side: "R" as const }];
const rows = Array.from({ length: 1_300 }, (_, n) => ({
  no: n + 1,
  lane: 0,
  t0Ms: n * 2_000,
  t1Ms: n * 2_000 + 1_500,
  chars: 12,
}));
const texts = rows.map((row) => {
  const words = spreadWords(
    cutWords(`segment ${row.no}`),
    { startMs: row.t0Ms, endMs: row.t1Ms },
    90,
  );
  const packed = encodeWords(words, row.t0Ms);
  return { text: packed.text, words: packed.bytes, flags: 0 };
});
const pages = encodePages(texts);
const whole: Record<string, unknown> = { index: encodeIndex(3, lanes, rows) };
pages.forEach((page, number) => {
  whole[String(number)] = page;
});
const urls = { index: "index", page: (number: number) => String(number) };

function aSlice(first: number, count: number) {
  const [page] = encodePages(texts.slice(first, first + count));
  if (!page) throw new Error("a slice has a page");
  return {
    index: encodeIndex(3, lanes, rows.slice(first, first + count)),
    page,
    first,
    total: rows.length,
  };
}
const settled = (until: () => boolean) => expect.poll(until, { interval: 5 }).toBe(true);

describe("the words of a long call", () => {
  it("show the server's slice at once and the whole when it has come, seen pages first", async () => {
    const asked: string[] = [];
    const fetcher: FetchJson = (url) => {
      asked.push(url);
      return Promise.resolve(whole[url]);
    };
    const words = createTranscriptWords(aSlice(1_100, 200), urls, fetcher);
    expect(words.get()).toMatchObject({ isWhole: false });
    expect(words.page(0)?.text[0]).toBe("segment 1101");
    const stop = words.load();
    await settled(() => words.get().pagesLoaded === 3);
    expect(asked).toEqual(["index", "2", "1", "0"]);
    expect(words.get().table.count).toBe(1_300);
    expect(words.page(1_100)?.text[1_100 - 1_024]).toBe("segment 1101");
    expect(words.find("segment 7").total).toBe(111);
    stop();
  });
  it("ask for what is being looked at next", async () => {
    const asked: string[] = [];
    const waiting = new Map<string, (value: unknown) => void>();
    const words = createTranscriptWords(aSlice(0, 200), urls, (url) => {
      asked.push(url);
      return new Promise((resolve) => waiting.set(url, resolve));
    });
    const stop = words.load();
    waiting.get("index")?.(whole["index"]);
    waiting.get("0")?.(whole["0"]);
    await settled(() => asked.length === 3);
    words.need(1_200, 1_230);
    waiting.get("1")?.(whole["1"]);
    await settled(() => asked.length === 4);
    expect(asked.at(-1)).toBe("2");
    stop();
  });
  it("load again after a stop, as a page that is left and come back to does", async () => {
    const words = createTranscriptWords(aSlice(0, 200), urls, (url) => Promise.resolve(whole[url]));
    words.load()();
    const stop = words.load();
    await settled(() => words.get().pagesLoaded === 3);
    expect(words.get().pagesLoaded).toBe(3);
    stop();
  });
  it("are shown before they can be found, and are found although a load was stopped in between", async () => {
    const words = createTranscriptWords(aSlice(0, 200), urls, (url) => Promise.resolve(whole[url]));
    const stopFirst = words.load();
    await new Promise<void>((resolve) => {
      words.subscribe(() => {
        if (words.get().pagesHere === 2) resolve();
      });
    });
    stopFirst();
    expect(words.get()).toMatchObject({ pagesHere: 2, pagesLoaded: 1 });
    expect(words.page(600)?.text[600 - 512]).toBe("segment 601");
    const stop = words.load();
    await settled(() => words.get().pagesLoaded === 3);
    expect(words.find("segment").total).toBe(1_300);
    stop();
  });
  it("refuse an index of another version and say so", async () => {
    const words = createTranscriptWords(aSlice(0, 200), urls, () => Promise.resolve({ v: 2 }));
    const stop = words.load();
    await settled(() => words.get().hasFailed);
    expect(words.get().hasFailed).toBe(true);
    stop();
  });
});

it("a short call comes whole, is searchable and asks for nothing", () => {
  const [page] = encodePages(texts.slice(0, 40));
  if (!page) throw new Error("a call has a page");
  const start = { index: encodeIndex(1, lanes, rows.slice(0, 40)), page, first: 0, total: 40 };
  const words = createTranscriptWords(start, urls, () => Promise.reject(new Error("asked")));
  words.load()();
  expect(words.get()).toMatchObject({ isWhole: true, pagesLoaded: 1, hasFailed: false });
  expect(words.find("segment 40").hits).toHaveLength(1);
});
it("lists above 500 segments are drawn where they are looked at", () => {
  expect([500, 501].map(isVirtual)).toEqual([false, true]);
});
