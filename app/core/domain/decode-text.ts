import type { NamedEncoding } from "./named-encodings.ts";

export type TextEncodingName =
  | "utf-8"
  | "utf-16le"
  | "utf-16be"
  | "shift_jis"
  | "iso-2022-jp"
  | "windows-1252"
  | NamedEncoding;
export type DecodedText = { text: string; encoding: TextEncodingName };

/**
 * Text of a file that people bring: the one place where bytes become letters. UTF-8 strictly, UTF-16 by its mark,
 * ISO-2022-JP by its escapes, CP932 where the bytes read as Japanese, Windows-1252 where every letter is the same in all
 * Latin code pages of Windows. Line ends become \n; a byte order mark goes.
 * @param named as a person says; what a file says by its mark, or is as UTF-8, stays
 * @returns null for anything else: guessed letters would be wrong words
 */
export function decodeText(bytes: Uint8Array, named?: NamedEncoding): DecodedText | null {
  const found = decode(bytes, named);
  if (found === null || found.text.includes("\0")) return null;
  return { ...found, text: found.text.replace(/\r\n?|\u2028|\u2029/g, "\n") };
}

/** The same of a file that is wanted as text alone. */
export const textOfBytes = (bytes: Uint8Array, named?: NamedEncoding): string | null =>
  decodeText(bytes, named)?.text ?? null;

function decode(bytes: Uint8Array, named: NamedEncoding | undefined): DecodedText | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return strictly(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return strictly(bytes, "utf-16be");
  const plain = strictly(bytes, "utf-8");
  // Mail programs of Japan: 7-bit text, so it is valid UTF-8 as well, but full of escapes.
  if (plain) return ESCAPED_JAPANESE.test(plain.text) ? strictly(bytes, "iso-2022-jp") : plain;
  if (named) return strictly(bytes, named);
  const japanese = strictly(bytes, "shift_jis");
  if (japanese && readsAsJapanese(japanese.text)) return japanese;
  return hasOneReading(bytes) ? strictly(bytes, "windows-1252") : null;
}

function strictly(bytes: Uint8Array, encoding: TextEncodingName): DecodedText | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null; // The decoder's only complaint is bytes that are no text in this encoding.
  }
}

const ESCAPED_JAPANESE = /\u001b\$[@B]|\u001b\(J/;
const JAPANESE = /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff60\uff61-\uff9f々〆ヶ]/gu;
/** Half-width marks and katakana: what one byte of other encodings of Asia is taken for. */
const HALF_WIDTH = /[\uff61-\uff9f]/gu;
const HALF_WIDTH_MARKS = /[\uff61-\uff65]/gu;
/** Letters that CP932 leaves to its users. */
const PRIVATE = /[\ue000-\uf8ff]/u;
/** Ideographs inside a Latin word, or half-width letters after a small one: "Sch腦er" is a Schäfer, "H駘鈩e" a Hélène. */
const INSIDE_WORD =
  /(?<=[A-Za-z])(?:[^\u0000-\u007f](?=[A-Za-z\s;,"']|$)|[^\u0000-\u007f]{2}(?=[a-z]))|(?<=[a-z])[\uff61-\uff9f]{1,3}/gu;
const MOST_HALF_WIDTH = 0.3;
/** Where half-width letters meet others of Japan: in a list each has a column of its own. */
const MEETINGS =
  /[\uff61-\uff9f](?=[\u3040-\u30ff\u4e00-\u9fff])|[\u3040-\u30ff\u4e00-\u9fff](?=[\uff61-\uff9f])/gu;

/** What no other encoding's bytes are likely to make. */
const SURE = /[\u3040-\u30ff\u4e00-\u9fff]|[\uff61-\uff9f]{3}/u;

const count = (text: string, pattern: RegExp): number =>
  (text.match(pattern) ?? []).join("").length;

/** Bytes of other encodings decode as CP932 too, but into half-width letters and ideographs where none would be. */
function readsAsJapanese(text: string): boolean {
  const letters = count(text, JAPANESE);
  if (!SURE.test(text) || PRIVATE.test(text)) return false;
  if (count(text, INSIDE_WORD) * 2 > letters) return false;
  const half = count(text, HALF_WIDTH);
  if (half <= letters * MOST_HALF_WIDTH) return true;
  return count(text, HALF_WIDTH_MARKS) * 5 <= half && count(text, MEETINGS) * 10 <= half;
}

/**
 * Letters and marks that Windows-1250, -1252 and -1254 have at the same byte. è is č in Prague: a file with such a byte
 * has two readings.
 */
const SAME_EVERYWHERE = new Set("ÁÂÄÇÉËÍÎÓÔÖÚÜßáâäçéëíîóôöúü€‚„…†‡‰‹‘’“”•–—™›«»§©®°±´·\u00a0÷×");

function hasOneReading(bytes: Uint8Array): boolean {
  const text = strictly(bytes, "windows-1252")?.text ?? "";
  const runs = [...text.matchAll(/[^\u0000-\u007f]+/g)];
  return runs.every(({ 0: run, index }) => {
    if (run.length > 2 || !Array.from(run).every((each) => SAME_EVERYWHERE.has(each))) return false;
    // Letters on their own are no Latin words, but another script's.
    const beside = text.slice(Math.max(0, index - 1), index + run.length + 1);
    return !/\p{L}/u.test(run) || /[A-Za-z]/.test(beside);
  });
}
