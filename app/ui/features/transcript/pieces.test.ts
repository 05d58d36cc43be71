import { describe, expect, it } from "vitest";
import { decodeIndex, decodePage } from "#app/core/domain/transcript/wire-decode.ts";
import { encodeIndex, encodePage } from "#app/core/domain/transcript/wire-encode.ts";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { bleepsIn, cutPieces, wordAtChar, wordsInChars } from "./pieces.ts";
import { readableRow } from "./readable-row.ts";
import { selectedWords } from "./selected-words.ts";
import { sentenceBeside, sentenceStarts } from "./sentences.ts";

/** Segments of 10 s each; words with a star are unsure. */
function aTranscript(...texts: string[]) {
  const packed = texts.map((text, n) => {
    const span = { startMs: n * 10_000, endMs: n * 10_000 + 9_000 };
    const words = spreadWords(cutWords(text.replaceAll("*", "")), span, 90);
    const unsure = cutWords(text).map((word) => word.text.startsWith("*"));
    return encodeWords(
      words.map((word, at) => ({ ...word, confidence: unsure[at] ? 20 : 90 })),
      span.startMs,
    );
  });
  const rows = packed.map((entry, n) => ({
    no: n + 1,
    lane: 0,
    t0Ms: n * 10_000,
    t1Ms: n * 10_000 + 9_000,
    chars: entry.text.length,
  }));
  const table = decodeIndex(encodeIndex(1, [{ id: "a", name: "Mari", side: "R" }], rows));
  const page = decodePage(
    table,
    0,
    encodePage(packed.map((entry) => ({ text: entry.text, words: entry.bytes, flags: 0 }))),
  );
  return { table, page };
}

describe("pieces of a segment", () => {
  it("show the words under a bleep, each of them, and not one that only touches it", () => {
    const { page } = aTranscript("so how do you");
    const [t0Ms, t1Ms] = [page.startMs[1] ?? 0, page.endMs[2] ?? 0];
    const masks = [{ participantId: "a", t0Ms: t0Ms - 10, t1Ms: t1Ms + 10 }];
    const shown = cutPieces(page, 0, bleepsIn(page, 0, masks), false);
    const bleeped = shown.filter(({ mark }) => mark === "bleeped").map(({ text }) => text);
    expect(bleeped).toEqual(["how", "do"]);
    expect(bleepsIn(page, 0, [{ participantId: "a", t0Ms: 60_000, t1Ms: 61_000 }])).toEqual([]);
  });

  it("of an engine without punctuation read as sentences, and are as long as what was heard", () => {
    const { page } = aTranscript("so how do you do it now", "with *paper and i hate it");
    const names: string[] = [];
    const read = (segment: number) =>
      cutPieces(page, segment, [], false, readableRow(page, segment, "en", names));
    const written = (segment: number) =>
      read(segment)
        .map(({ text, after }) => text + (after ?? ""))
        .join("");
    expect(written(0)).toBe("So how do you do it now?");
    expect(written(1)).toBe("With paper and I hate it.");
    const plain = read(1).map(({ text }) => text);
    expect(plain.join("").toLowerCase()).toBe(page.text[1]);
    expect(read(1).filter(({ isLow }) => isLow)).toMatchObject([{ text: "paper" }]);
  });
  it("are the text again when joined, whatever is marked", () => {
    const { page } = aTranscript("If the second depot goes live before *March, I can hold it.");
    const marks = [
      { from: 3, to: 10, isActive: false },
      { from: 40, to: 52, isActive: true },
    ];
    for (const isSplit of [true, false]) {
      const pieces = cutPieces(page, 0, marks, isSplit);
      expect(pieces.map((piece) => piece.text).join("")).toBe(page.text[0]);
    }
  });
  it("tell unsure words, and no others", () => {
    const { page } = aTranscript("before *March, I can");
    expect(cutPieces(page, 0, [], false)).toEqual([
      { text: "before ", word: null, isLow: false, mark: null, after: null },
      { text: "March,", word: null, isLow: true, mark: null, after: null },
      { text: " I can", word: null, isLow: false, mark: null, after: null },
    ]);
  });
  it("give every word its number while it is spoken, and none to the spaces", () => {
    const { page } = aTranscript("I can hold");
    expect(cutPieces(page, 0, [], true).map(({ text, word }) => [text, word])).toEqual([
      ["I", 0],
      [" ", null],
      ["can", 1],
      [" ", null],
      ["hold", 2],
    ]);
  });
  it("keep a mark over several words, cut at the words while they are spoken", () => {
    const { page } = aTranscript("hold the discount now");
    const pieces = cutPieces(page, 0, [{ from: 5, to: 17, isActive: true }], true);
    expect(
      pieces
        .filter(({ mark }) => mark === "active")
        .map(({ text }) => text)
        .join(""),
    ).toBe("the discount");
  });
  it("cut Japanese at its words, which have no spaces", () => {
    const { page } = aTranscript("同じ画面です。何も要りません。");
    const pieces = cutPieces(page, 0, [], true);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every(({ word }) => word !== null)).toBe(true);
    expect(pieces.map(({ text }) => text).join("")).toBe("同じ画面です。何も要りません。");
  });
});

describe("from a place in the text to its words", () => {
  it("a click finds the word under it, a click behind it the same word", () => {
    const { page } = aTranscript("I can hold");
    expect([0, 1, 2, 4, 5, 6, 99].map((char) => wordAtChar(page, 0, char))).toEqual([
      0, 0, 1, 1, 1, 2, 2,
    ]);
  });
  it("a selection takes every word it touches", () => {
    const { page } = aTranscript("I can hold it");
    expect(wordsInChars(page, 0, 3, 8)).toEqual({ first: 1, last: 2 });
    expect(wordsInChars(page, 0, 5, 6)).toBeNull();
  });
});

describe("selected words", () => {
  const { table, page } = aTranscript("First.", "one two three");
  const selected = { first: { segment: 1, word: 1 }, last: { segment: 1, word: 2 } };
  it("begin and end with whole words", () => {
    const found = selectedWords(table, () => page, selected);
    expect(found).toMatchObject({ text: "two three", t1Ms: 19_000 });
    expect(found.t0Ms).toBe(page.startMs[wordAtChar(page, 1, 4) ?? 0]);
  });
  it("have the times of their segment until their own are here", () => {
    const found = selectedWords(table, () => null, selected);
    expect(found).toMatchObject({ text: "", t0Ms: 10_000, t1Ms: 19_000 });
  });
});

describe("sentences", () => {
  const { table, page } = aTranscript("Yes. We can do it.", "Good, thank you! Next?");
  const pageFor = () => page;
  it("begin with a segment and after a full stop", () => {
    expect(sentenceStarts(page, 0)).toHaveLength(2);
    expect(sentenceStarts(page, 1)[0]).toBe(10_000);
  });
  it("lead forward through all of them and back again", () => {
    const all = [...sentenceStarts(page, 0), ...sentenceStarts(page, 1)];
    const forward: number[] = [];
    for (let ms: number | null = 0; ms !== null && forward.length < 9; ) {
      ms = sentenceBeside(table, pageFor, ms, 1);
      if (ms !== null) forward.push(ms);
    }
    expect(forward).toEqual(all.slice(1));
    const back: number[] = [];
    for (let ms: number | null = 30_000; ms !== null && back.length < 9; ) {
      ms = sentenceBeside(table, pageFor, ms, -1);
      if (ms !== null) back.push(ms);
    }
    expect(back).toEqual(all.toReversed());
  });
});
