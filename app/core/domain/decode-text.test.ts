import { describe, expect, test } from "vitest";
import { decodeText, textOfBytes } from "./decode-text.ts";

const hex = (bytes: string) => Buffer.from(bytes, "hex");
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

// Node writes neither CP932 nor the others: their bytes are what iconv made of the same letters.
describe("letters of a file", () => {
  test.each([
    ["UTF-8 with its mark", Buffer.from("\uFEFFJosé,値\r\nx"), "utf-8", "José,値\nx"],
    ["UTF-8 without", Buffer.from("Łukasz Żółć"), "utf-8", "Łukasz Żółć"],
    [
      "Excel's Unicode text",
      Buffer.from("\uFEFF氏名\t値\r\n", "utf16le"),
      "utf-16le",
      "氏名\t値\n",
    ],
    ["UTF-16, the large end first", utf16be("Jörg;値"), "utf-16be", "Jörg;値"],
    [
      ...(["CP932 with letters of its own", hex("fbfc8bb4208740878a")] as const),
      ...(["shift_jis", "髙橋 ①㈱"] as const),
    ],
    ["half-width katakana alone", hex("d4cfc0de20c0dbb3"), "shift_jis", "ﾔﾏﾀﾞ ﾀﾛｳ"],
    ["ISO-2022-JP", hex("1b2442434d307a242d1b2842"), "iso-2022-jp", "値引き"],
    [
      ...(["Windows-1252", hex("4dfc6c6c65723b204af6726720536368e4666572")] as const),
      ...(["windows-1252", "Müller; Jörg Schäfer"] as const),
    ],
    ["nothing", Buffer.from(""), "utf-8", ""],
  ])("are read: %s", (_name, bytes, encoding, text) => {
    expect(decodeText(bytes)).toEqual({ text, encoding });
  });

  test.each([
    ["è is č in Prague", hex("48e96ce86e65204c6566e8767265")],
    ["Cyrillic of Windows-1251", hex("cff0e8e2e5f22c20eae0ea20e4e5ebe0")],
    ["Korean", hex("b1e8c3b6bcf63a20bec8b3e7c7cfbcbcbfe4")],
    ["GB18030", hex("c4e3bac3a3acced2c3c7bdf1ccecccd6c2dbbcdbb8f1a1a3")],
    ["EUC-JP", hex("c3cdb0faa4ada4ceb7efa4c7a4b9a1a3")],
    ["Mac Roman", hex("4d9f6c6c65723b204a9a7267205363688a666572")],
    ["UTF-8 that ends inside a letter", Buffer.from("値引き").subarray(0, -1)],
    ["UTF-16 that ends inside a letter", Buffer.from("\uFEFF値引", "utf16le").subarray(0, -1)],
    ["bytes that are no text", Buffer.from("a\0b")],
  ])("are not guessed: %s", (_name, bytes) => {
    expect(textOfBytes(bytes)).toBeNull();
  });

  test.each([
    ["windows-1252", "48e96ce86e65204dfcf16f7a", "Hélène Müñoz"],
    ["windows-1250", "4a69f8ed20566ce8656b", "Jiří Vlček"],
    ["windows-1251", "cff0e8e2e5f2", "Привет"],
    ["windows-1253", "c3e5e9dc", "Γειά"],
    ["windows-1254", "dee6656e", "Şæen"],
    ["euc-jp", "c3cdb0faa4ada4ceb7efa4c7a4b9a1a3", "値引きの件です。"],
    ["gb18030", "c4e3bac3", "你好"],
    ["big5", "a741a66e", "你好"],
    ["euc-kr", "b1e8c3b6bcf63a20bec8b3e7", "김철수: 안녕"],
  ] as const)("are read as a person says: %s", (encoding, bytes, text) => {
    expect(decodeText(hex(bytes), encoding)).toEqual({ text, encoding });
  });

  test("are never read as said where the file says otherwise, nor where they are none of it", () => {
    expect(textOfBytes(Buffer.from("Hélène"), "windows-1250")).toBe("Hélène");
    expect(textOfBytes(Buffer.from("\uFEFFHi", "utf16le"), "big5")).toBe("Hi");
    expect(textOfBytes(hex("48e96c"), "euc-jp")).toBeNull();
  });

  test("line ends become one kind", () => {
    expect(textOfBytes(Buffer.from("a\r\nb\rc\u2028d\ne"))).toBe("a\nb\nc\nd\ne");
  });
});
