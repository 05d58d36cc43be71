import {
  CURRENCIES,
  cardinalAt,
  SIGNS,
  twoDigitsAt,
  writtenNumber,
  type Cardinal,
  type Currency,
} from "./number-words.ts";

// Amounts of money and plain numbers in English, with the cents said behind them.

export type ItnKind = "number" | "money" | "percent" | "ordinal" | "time" | "digits";
/** Token over parts up to `to`. */
export type Draft = { text: string; to: number; kind: ItnKind; value: number; unit?: string };
/** What was said, part by part, and the punctuation behind each part. */
export type Said = { texts: readonly string[]; stops: readonly string[] };

const MERIDIEM = /^[ap]\.?m\.?$/;
/** "pm", or "p" "m". */
export const isMeridiem = (texts: readonly string[], at: number): boolean =>
  MERIDIEM.test(texts[at] ?? "") || (/^[ap]$/.test(texts[at] ?? "") && texts[at + 1] === "m");

const grouped = (value: number): string =>
  Number.isInteger(value) && value >= 1900 && value <= 2099
    ? String(value)
    : value.toLocaleString("en-US", { maximumFractionDigits: 6 });
const priced = (value: number): string =>
  Number.isInteger(value)
    ? grouped(value)
    : value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const rounded = (value: number): number => Number(value.toPrecision(12));

/** The coins of a currency by its code; the yen has none. */
const COINS: ReadonlyMap<string, RegExp> = new Map([
  ["USD", /^(?:cents?|penn(?:y|ies))$/],
  ["EUR", /^cents?$/],
  ["GBP", /^(?:pence|p|penn(?:y|ies))$/],
]);
/** Behind a price with its cents only these: any other word may say what the number is ("80 dollars 50 for students"). */
const PER = new Set("per a an each every apiece plus".split(" "));
/** A clause begins: the one before is at its end. */
const CLAUSE = new Set("but so because which".split(" "));
const SUBJECT = /^(?:i|we|you|he|she|it|they|that|this|there)(?:'\w+)?$/;

const isOpen = ({ stops }: Said, at: number): boolean => (stops[at] ?? "") === "";

/** Cents are at the end of their clause, or before what has the price; behind "$12" only at the very end. */
function endsPrice({ texts, stops }: Said, at: number, isSigned: boolean): boolean {
  const word = texts[at];
  if (word === undefined || word === "") return true;
  const stop = stops[at - 1] ?? "";
  if (isSigned) return /[.;!?]/.test(stop);
  if (stop !== "" || PER.has(word) || CLAUSE.has(word)) return true;
  return word === "and" && SUBJECT.test(texts[at + 1] ?? "");
}

/** "And fifty cents", "5 pence", "50p" at `at`. */
function namedCents(said: Said, at: number, coin: RegExp): { value: number; to: number } | null {
  const from = said.texts[at] === "and" ? at + 1 : at;
  const pence = /^(\d{1,2})p$/.exec(said.texts[from] ?? "")?.[1];
  if (pence && coin.test("p")) return { value: Number(pence), to: from + 1 };
  const cardinal = cardinalAt(said.texts, from);
  if (!cardinal || !coin.test(said.texts[cardinal.to] ?? "")) return null;
  const isCents = Number.isInteger(cardinal.value) && cardinal.value > 0 && cardinal.value < 100;
  return isCents ? { value: cardinal.value, to: cardinal.to + 1 } : null;
}

/** "50", "oh five", "ninety nine" at `at`: two digits, and nothing behind that they count. */
function bareCents(
  said: Said,
  at: number,
  isSigned: boolean,
): { value: number; to: number } | null {
  const written = /^\d\d$/.test(said.texts[at] ?? "");
  const cents = written
    ? { value: Number(said.texts[at]), to: at + 1 }
    : twoDigitsAt(said.texts, at, 100);
  const isInside = Array.from({ length: (cents?.to ?? at) - at - 1 }, (_, n) => at + n);
  if (!cents || isInside.some((n) => !isOpen(said, n))) return null;
  return endsPrice(said, cents.to, isSigned) ? cents : null;
}

/** What the cents are said behind: `isSigned`, with "$" and not "dollars". */
type Whole = { code: string; value: number; isSigned: boolean };

/** The cents said from `at` on, behind whole units of a currency. */
function centsAt(
  said: Said,
  at: number,
  { code, value, isSigned }: Whole,
): { value: number; to: number } | null {
  const coin = COINS.get(code);
  const stop = said.stops[at - 1] ?? "";
  if (!coin || !Number.isInteger(value) || !/^,?$/.test(stop)) return null;
  return namedCents(said, at, coin) ?? (stop === "" ? bareCents(said, at, isSigned) : null);
}

/** An amount of a currency up to `to`, with the cents that follow; `sign` as it is written. */
function moneyOf(said: Said, sign: string, whole: Whole, to: number): Draft {
  const cents = centsAt(said, to, whole);
  const value = rounded(whole.value + (cents?.value ?? 0) / 100);
  return {
    text: sign + priced(value),
    to: cents?.to ?? to,
    kind: "money",
    value,
    unit: whole.code,
  };
}

const signed = (code: string, value: number): Whole => ({ code, value, isSigned: true });

function moneyIn(said: Said, { sign, code, share }: Currency, units: number, to: number): Draft {
  if (share === 1) return moneyOf(said, sign, { code, value: units, isSigned: false }, to);
  const value = rounded(units * share);
  return { text: sign + priced(value), to, kind: "money", value, unit: code };
}

/** "A dollar fifty", "a pound and 20 pence"; without cents "a pound" may be a weight. */
export function coinAt(said: Said, from: number): Draft | null {
  if (said.texts[from] !== "a") return null;
  const currency = CURRENCIES.get(said.texts[from + 1] ?? "");
  if (currency?.share !== 1 || !isOpen(said, from)) return null;
  const draft = moneyIn(said, currency, 1, from + 2);
  return draft.to > from + 2 ? draft : null;
}

/** "€ 12.50", "$ 12 50": the sign is a word of its own. */
export function signedAt(said: Said, from: number): Draft | null {
  const [sign = "", digits] = [said.texts[from], said.texts[from + 1]];
  const [code, number] = [SIGNS.get(sign), writtenNumber(digits)];
  if (code === undefined || number === null) return null;
  const cardinal = cardinalAt(said.texts, from + 1);
  return cardinal && moneyOf(said, sign, signed(code, cardinal.value), cardinal.to);
}

/** "$60,000", "12,50€", "15%" and "60k" as they are written; a scale may follow ("$1.5 million"). */
export function writtenAt(said: Said, from: number): Draft | null {
  const { texts } = said;
  const [, coins, coin] = /^(\d{1,3})([p¢])$/.exec(texts[from] ?? "") ?? [];
  const small = CURRENCIES.get(coin === "¢" ? "cents" : "pence");
  if (coins && small) return moneyIn(said, small, Number(coins), from + 1);
  const found = /^([$€£¥￥])?(\d[\d,.]*)(k|m|%|[$€£¥￥])?$/.exec(texts[from] ?? "");
  const [, before, digits = "", tail = ""] = found ?? [];
  const number = writtenNumber(digits);
  const sign = before ?? (SIGNS.has(tail) ? tail : undefined);
  if (number === null || (!sign && !tail)) return null;
  if (tail === "%")
    return { text: `${grouped(number)}%`, to: from + 1, kind: "percent", value: number };
  const scale = tail === "k" ? 1e3 : tail === "m" ? 1e6 : 1;
  const cardinal = tail ? null : cardinalAt([digits, texts[from + 1] ?? ""], 0);
  const value = cardinal?.to === 2 ? cardinal.value : rounded(number * scale);
  const to = from + (cardinal?.to === 2 ? 2 : 1);
  const unit = SIGNS.get(sign ?? "");
  if (sign && unit) return moneyOf(said, sign, signed(unit, value), to);
  const currency = CURRENCIES.get(texts[to] ?? "");
  return currency
    ? moneyIn(said, currency, value, to + 1)
    : { text: grouped(value), to, kind: "number", value };
}

/** What a cardinal becomes with the words after it. */
export function amountAt(said: Said, from: number, cardinal: Cardinal): Draft {
  const { texts } = said;
  let { value, to } = cardinal;
  const isThousands = texts[to] === "k" || texts[to] === "grand";
  if (isThousands) {
    value *= 1000;
    to += 1;
  }
  const currency = CURRENCIES.get(texts[to] ?? "");
  if (currency) return moneyIn(said, currency, value, to + 1);
  const [sign = "", code] = [texts[to], SIGNS.get(texts[to] ?? "")];
  if (code) return moneyOf(said, sign, signed(code, value), to + 1);
  if (texts[to] === "percent")
    return { text: `${grouped(value)}%`, to: to + 1, kind: "percent", value };
  if (texts[to] === "per" && texts[to + 1] === "cent")
    return { text: `${grouped(value)}%`, to: to + 2, kind: "percent", value };
  const isHour = texts[from - 1] === "at" || isMeridiem(texts, to);
  const isLone = cardinal.words === 1 && value < 10 && !isHour && !isThousands;
  return { text: isLone ? "" : grouped(value), to, kind: "number", value };
}
