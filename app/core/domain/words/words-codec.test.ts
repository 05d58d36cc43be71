import { expect, test } from "vitest";
import { cutWords, joinWords, type Word } from "./words.ts";
import { countWords, decodeWords, encodeWords } from "./words-codec.ts";

/** A small seeded generator (mulberry32): a failure can be repeated. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const VOCABULARY = [
  "price",
  "a",
  "plan,",
  "naïve",
  "“well”",
  "1,000",
  "🎉ok",
  "don’t",
  "価格",
  "を",
  "プラン。",
  "x",
];

function someWords(next: () => number, t0Ms: number): Word[] {
  let at = t0Ms;
  return Array.from({ length: Math.floor(next() * 40) }, () => {
    const startMs = at + Math.floor(next() * 300);
    at = startMs + Math.floor(next() * 900);
    return {
      text: VOCABULARY[Math.floor(next() * VOCABULARY.length)] ?? "x",
      startMs,
      endMs: at,
      confidence: next() < 0.2 ? null : Math.floor(next() * 101),
      isSpaced: false,
    };
  });
}

test("2,000 random segments come back with their text, gaps of words and confidence, and times within a tick", () => {
  const next = random(7);
  for (let round = 0; round < 2_000; round += 1) {
    const t0Ms = Math.floor(next() * 21_600_000);
    const isSpacedText = round % 2 === 0;
    const words = someWords(next, t0Ms).map((word, n) => ({
      ...word,
      isSpaced: n > 0 && (isSpacedText || next() < 0.2),
    }));
    const { text, bytes } = encodeWords(words, t0Ms);
    expect(text).toBe(joinWords(words));
    if (isSpacedText) expect(bytes[0]).toBe(0);
    const back = decodeWords(bytes, text, t0Ms);
    expect(countWords(bytes)).toBe(words.length);
    expect(back.map(({ text, confidence, isSpaced }) => ({ text, confidence, isSpaced }))).toEqual(
      words.map(({ text, confidence, isSpaced }) => ({ text, confidence, isSpaced })),
    );
    back.forEach((word, n) => {
      expect(Math.abs(word.startMs - (words[n]?.startMs ?? 0))).toBeLessThanOrEqual(5);
      expect(Math.abs(word.endMs - (words[n]?.endMs ?? 0))).toBeLessThanOrEqual(5);
    });
    const again = encodeWords(back, t0Ms);
    expect(again.bytes).toEqual(bytes);
  }
});

test("an hour of ordinary speech takes about 3.1 bytes a word", () => {
  const next = random(11);
  let bytes = 0;
  let count = 0;
  for (let segment = 0; segment < 700; segment += 1) {
    const t0Ms = segment * 5_000;
    let at = t0Ms;
    const words: Word[] = Array.from({ length: 13 }, (_, n) => {
      const startMs = at + (next() < 0.04 ? 1_400 : Math.floor(next() * 120));
      at = startMs + 80 + Math.floor(next() * 500);
      return {
        text: "word",
        startMs,
        endMs: at,
        confidence: Math.floor(next() * 101),
        isSpaced: n > 0,
      };
    });
    bytes += encodeWords(words, t0Ms).bytes.length;
    count += words.length;
  }
  expect(bytes / count).toBeGreaterThan(2.9);
  expect(bytes / count).toBeLessThan(3.2);
});

test("Japanese text keeps its words without spaces between them", () => {
  const text = "価格は来週 HubSpot に送ります。";
  const words = cutWords(text).map((piece, n) => ({
    ...piece,
    startMs: n * 200,
    endMs: n * 200 + 180,
    confidence: null,
  }));
  const packed = encodeWords(words, 0);
  expect(packed.bytes[0]).toBe(1);
  expect(packed.text).toBe(text);
  expect(decodeWords(packed.bytes, text, 0)).toEqual(words);
});

test("words that overlap or begin too early are moved, never negative", () => {
  const word = (text: string, startMs: number, endMs: number, isSpaced: boolean) => ({
    text,
    startMs,
    endMs,
    confidence: 90,
    isSpaced,
  });
  const { text, bytes } = encodeWords(
    [word("a", 900, 1_500, false), word("b", 1_200, 1_300, true)],
    1_000,
  );
  expect(decodeWords(bytes, text, 1_000).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1_000, 1_500],
    [1_500, 1_500],
  ]);
});

test("a word with a space inside stays one word", () => {
  const words: Word[] = [
    { text: "Maria Lopez", startMs: 0, endMs: 600, confidence: 80, isSpaced: false },
  ];
  const { text, bytes } = encodeWords(words, 0);
  expect(decodeWords(bytes, text, 0)).toEqual(words);
});

test("a truncated row reads as far as it goes", () => {
  const { text, bytes } = encodeWords(someWords(random(3), 0).slice(0, 5), 0);
  expect(() => decodeWords(bytes.subarray(0, bytes.length - 2), text, 0)).not.toThrow();
});
