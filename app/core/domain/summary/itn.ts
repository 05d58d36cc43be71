import {
  amountAt,
  coinAt,
  isMeridiem,
  signedAt,
  writtenAt,
  type Draft,
  type ItnKind,
  type Said,
} from "./amounts-en.ts";
import {
  cardinalAt,
  CURRENCIES,
  isCommaDecimal,
  MONTHS,
  ORDINALS,
  TEENS,
  TENS,
  twoDigitsAt,
  UNIT_ORDINALS,
  UNITS,
  writtenNumber,
} from "./number-words.ts";

export type { ItnKind } from "./amounts-en.ts";
/**
 * One token of spoken English written as people write it; `from` and `to` (exclusive) index the
 * words. `value`: the number, minutes since midnight for a time without am or pm; `unit`: currency code.
 */
export type ItnToken = {
  text: string;
  from: number;
  to: number;
  kind?: ItnKind;
  value?: number;
  unit?: string;
};

/** A word as rules read it, several for "twenty-three"; `word` is its place. */
type Part = { text: string; word: number };
const fold = (word: string): string =>
  word
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/^[("“]+|[.,;:!?)"”]+$/g, "");
const HYPHENED = /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\p{L}+$/u;

function partsOf(words: readonly string[]): Part[] {
  return words.flatMap((raw, word) => {
    const text = fold(raw);
    return (HYPHENED.test(text) ? text.split("-") : [text]).map((part) => ({ text: part, word }));
  });
}

const suffix = (n: number): string => {
  const two = n % 100;
  if (two >= 11 && two <= 13) return "th";
  return ["th", "st", "nd", "rd"][n % 10] ?? "th";
};
function digitsAt(texts: readonly string[], from: number): Draft | null {
  let digits = "";
  let to = from;
  for (; UNITS.has(texts[to] ?? "") || texts[to] === "oh"; to += 1)
    digits += texts[to] === "oh" ? "0" : String(UNITS.get(texts[to] ?? ""));
  return digits.length >= 4 ? { text: digits, to, kind: "digits", value: Number(digits) } : null;
}

function ordinalAt(texts: readonly string[], from: number): Draft | null {
  const [word = "", next = ""] = [texts[from], texts[from + 1]];
  const ten = TENS.get(word);
  const unit = UNIT_ORDINALS.get(next);
  const made = (value: number, to: number): Draft => ({
    text: `${String(value)}${suffix(value)}`,
    to,
    kind: "ordinal",
    value,
  });
  if (ten !== undefined && unit !== undefined) return made(ten + unit, from + 2);
  const value = ORDINALS.get(word);
  if (value === undefined) return null;
  const before = texts[from - 1] ?? "";
  const isNamed = MONTHS.has(before) || (before === "the" && MONTHS.has(texts[from - 2] ?? ""));
  const isCounted =
    before === "the" && (next === "quarter" || (next === "of" && texts[from + 2] !== "all"));
  return isNamed || isCounted ? made(value, from + 1) : null;
}

function timeAt(texts: readonly string[], from: number): Draft | null {
  const hour = UNITS.get(texts[from] ?? "") ?? TEENS.get(texts[from] ?? "") ?? 0;
  const written = writtenNumber(texts[from]);
  const h = written ?? hour;
  if (h < 1 || h > 12 || !Number.isInteger(h)) return null;
  const minutes = twoDigitsAt(texts, from + 1, 60);
  if (!minutes || (texts[from - 1] !== "at" && !isMeridiem(texts, minutes.to))) return null;
  const text = `${String(h)}:${String(minutes.value).padStart(2, "0")}`;
  return { text, to: minutes.to, kind: "time", value: h * 60 + minutes.value };
}

function yearAt(texts: readonly string[], from: number): Draft | null {
  const century = texts[from] === "nineteen" ? 19 : texts[from] === "twenty" ? 20 : null;
  const rest = century === null ? null : twoDigitsAt(texts, from + 1, 100);
  if (century === null || !rest || CURRENCIES.has(texts[rest.to] ?? "")) return null;
  const value = century * 100 + rest.value;
  return { text: String(value), to: rest.to, kind: "number", value };
}

function draftAt(said: Said, from: number): Draft | null {
  const { texts } = said;
  const special =
    writtenAt(said, from) ??
    signedAt(said, from) ??
    coinAt(said, from) ??
    digitsAt(texts, from) ??
    ordinalAt(texts, from) ??
    timeAt(texts, from) ??
    yearAt(texts, from);
  if (special) return special;
  const cardinal = cardinalAt(texts, from);
  const amount = cardinal && amountAt(said, from, cardinal);
  // "12,50" alone may be two numbers of a list.
  return amount?.kind === "number" && isCommaDecimal(texts[from]) ? null : amount;
}

/** Punctuation that stood after the last word of a token. */
const tailOf = (word: string): string => /[.,;:!?)"”]+$/.exec(word)?.[0] ?? "";

/** Inverse text normalisation of spoken English (speech §11). Times and citations survive by `from` and `to`. */
export function itn(words: readonly string[]): ItnToken[] {
  const parts = partsOf(words);
  const said: Said = {
    texts: parts.map(({ text }) => text),
    stops: parts.map(({ word }, n) =>
      parts[n + 1]?.word === word ? "" : tailOf(words[word] ?? ""),
    ),
  };
  const tokens: ItnToken[] = [];
  for (let at = 0; at < parts.length; ) {
    const part = parts[at];
    if (!part) break;
    const made = draftAt(said, at);
    const last = made && parts[made.to - 1];
    // A number that ends inside a hyphenated word is not the number that was said.
    if (!made || !last || parts[made.to]?.word === last.word) {
      const to = part.word + 1;
      tokens.push({ text: words[part.word] ?? "", from: part.word, to });
      while (parts[at]?.word === part.word) at += 1;
      continue;
    }
    const raw = words[last.word] ?? "";
    tokens.push({
      text: made.text === "" ? raw : made.text + tailOf(raw),
      from: part.word,
      to: last.word + 1,
      kind: made.kind,
      value: made.value,
      ...(made.unit ? { unit: made.unit } : {}),
    });
    at = made.to;
  }
  return tokens;
}

export const itnText = (tokens: readonly ItnToken[]): string =>
  tokens.map(({ text }) => text).join(" ");
