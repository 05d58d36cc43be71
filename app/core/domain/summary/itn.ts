import {
  cardinalAt,
  CURRENCIES,
  MONTHS,
  ORDINALS,
  SIGNS,
  TEENS,
  TENS,
  UNIT_ORDINALS,
  UNITS,
  writtenNumber,
  type Cardinal,
  type Currency,
} from "./number-words.ts";

export type ItnKind = "number" | "money" | "percent" | "ordinal" | "time" | "digits";
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
/** Token over parts [from, to). */
type Draft = { text: string; to: number; kind: ItnKind; value: number; unit?: string };

const fold = (word: string): string =>
  word
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/^[("“]+|[.,;:!?)"”]+$/g, "");
const HYPHENED = /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\p{L}+$/u;
const MERIDIEM = /^[ap]\.?m\.?$/;

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
const grouped = (value: number): string =>
  Number.isInteger(value) && value >= 1900 && value <= 2099
    ? String(value)
    : value.toLocaleString("en-US", { maximumFractionDigits: 6 });

/** "pm", or "p" "m". */
const isMeridiem = (texts: readonly string[], at: number): boolean =>
  MERIDIEM.test(texts[at] ?? "") || (/^[ap]$/.test(texts[at] ?? "") && texts[at + 1] === "m");

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

/** Two digits said after an hour or a century: ten to ninety-nine, or "oh" and a unit. */
function twoDigitsAt(
  texts: readonly string[],
  from: number,
  below: number,
): { value: number; to: number } | null {
  if (texts[from] === "oh") {
    const unit = UNITS.get(texts[from + 1] ?? "");
    return unit === undefined ? null : { value: unit, to: from + 2 };
  }
  const teen = TEENS.get(texts[from] ?? "");
  if (teen !== undefined) return { value: teen, to: from + 1 };
  const ten = TENS.get(texts[from] ?? "");
  if (ten === undefined || ten >= below) return null;
  const unit = UNITS.get(texts[from + 1] ?? "");
  return unit === undefined || unit === 0
    ? { value: ten, to: from + 1 }
    : { value: ten + unit, to: from + 2 };
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

function moneyOf(currency: Currency, said: number, to: number): Draft {
  const value = Number((said * currency.share).toPrecision(12));
  return {
    text: `${currency.sign}${grouped(value)}`,
    to,
    kind: "money",
    value,
    unit: currency.code,
  };
}

/** "$60,000", "15%" and "60k" as they are written; a scale may follow ("$1.5 million"). */
function writtenAt(texts: readonly string[], from: number): Draft | null {
  const pence = /^(\d{1,3})p$/.exec(texts[from] ?? "")?.[1];
  const pounds = CURRENCIES.get("pence");
  if (pence && pounds) return moneyOf(pounds, Number(pence), from + 1);
  const found = /^([$€£¥￥])?(\d[\d,]*(?:\.\d+)?)(k|m|%)?$/.exec(texts[from] ?? "");
  const [, sign, digits, tail] = found ?? [];
  const number = writtenNumber(digits);
  if (number === null || (!sign && !tail)) return null;
  if (tail === "%")
    return { text: `${grouped(number)}%`, to: from + 1, kind: "percent", value: number };
  const scale = tail === "k" ? 1e3 : tail === "m" ? 1e6 : 1;
  const said = tail ? null : cardinalAt([digits ?? "", texts[from + 1] ?? ""], 0);
  const value = said && said.to === 2 ? said.value : number * scale;
  const to = from + (said?.to ?? 1);
  const unit = SIGNS.get(sign ?? "");
  if (sign && unit) return { text: `${sign}${grouped(value)}`, to, kind: "money", value, unit };
  const currency = CURRENCIES.get(texts[to] ?? "");
  return currency
    ? moneyOf(currency, value, to + 1)
    : { text: grouped(value), to, kind: "number", value };
}

/** What a cardinal becomes with the words after it. */
function amountAt(texts: readonly string[], from: number, cardinal: Cardinal): Draft {
  let { value, to } = cardinal;
  const isThousands = texts[to] === "k" || texts[to] === "grand";
  if (isThousands) {
    value *= 1000;
    to += 1;
  }
  const currency = CURRENCIES.get(texts[to] ?? "");
  if (currency) return moneyOf(currency, value, to + 1);
  if (texts[to] === "percent")
    return { text: `${grouped(value)}%`, to: to + 1, kind: "percent", value };
  if (texts[to] === "per" && texts[to + 1] === "cent")
    return { text: `${grouped(value)}%`, to: to + 2, kind: "percent", value };
  const isHour = texts[from - 1] === "at" || isMeridiem(texts, to);
  const isLone = cardinal.words === 1 && value < 10 && !isHour && !isThousands;
  return { text: isLone ? "" : grouped(value), to, kind: "number", value };
}

function draftAt(texts: readonly string[], from: number): Draft | null {
  const special =
    writtenAt(texts, from) ??
    digitsAt(texts, from) ??
    ordinalAt(texts, from) ??
    timeAt(texts, from) ??
    yearAt(texts, from);
  if (special) return special;
  const cardinal = cardinalAt(texts, from);
  return cardinal && amountAt(texts, from, cardinal);
}

/** Punctuation that stood after the last word of a token. */
const tailOf = (word: string): string => /[.,;:!?)"”]+$/.exec(word)?.[0] ?? "";

/** Inverse text normalisation of spoken English (speech §11). Times and citations survive by `from` and `to`. */
export function itn(words: readonly string[]): ItnToken[] {
  const parts = partsOf(words);
  const texts = parts.map(({ text }) => text);
  const tokens: ItnToken[] = [];
  for (let at = 0; at < parts.length; ) {
    const part = parts[at];
    if (!part) break;
    const made = draftAt(texts, at);
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
