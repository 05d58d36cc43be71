/** How a written English token may be spoken (speech.md §4.8). Pure. */

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1_000_000_000, "billion"],
  [1_000_000, "million"],
  [1000, "thousand"],
];
const ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};
const CURRENCIES: Readonly<Record<string, string>> = {
  $: "dollars",
  "€": "euros",
  "£": "pounds",
  "¥": "yen",
};
const SUFFIXES: Readonly<Record<string, string>> = {
  k: "thousand",
  m: "million",
  bn: "billion",
  "%": "percent",
};
const SYMBOLS: Readonly<Record<string, string>> = { "&": "and", "+": "plus", "%": "percent" };
/** Parallel paths of one token; more only slow the aligner down. */
const MAX_FORMS = 12;

type Form = readonly string[];

/** The forms of one token, each a row of lower-case words; empty when nothing in it is spoken. */
export function spokenForms(token: string): string[][] {
  const text = token.replace(/^[^\p{L}\p{N}$€£¥]+|[^\p{L}\p{N}%+]+$/gu, "");
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const forms = timeForms(text) ?? amountForms(text) ?? mixedForms(text);
  const unique = new Map(forms.filter((form) => form.length > 0).map((f) => [f.join(" "), f]));
  return [...unique.values()].slice(0, MAX_FORMS).map((form) => [...form]);
}

/** "3:30", "3:00", "9:05". */
function timeForms(text: string): Form[] | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const hour = cardinal(Number(match[1]));
  const minute = Number(match[2]);
  if (minute === 0) return [[...hour, "o'clock"], hour, [...hour, "hundred"]];
  return minute < 10
    ? [
        [...hour, "oh", ...cardinal(minute)],
        [...hour, ...cardinal(minute)],
      ]
    : [[...hour, ...cardinal(minute)]];
}

/** "$60,000", "15%", "60k", "$1.5m", "3rd": a number with what stands before or after it. */
function amountForms(text: string): Form[] | undefined {
  const match = /^([$€£¥]?)(\d[\d,]*(?:\.\d+)?)(k|m|bn|%|st|nd|rd|th)?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign = "", digits = "", suffix = ""] = match;
  if (/^(st|nd|rd|th)$/i.test(suffix)) {
    return numberForms(digits).map(([...words]) => [...words.slice(0, -1), ordinal(words.at(-1))]);
  }
  const scale = SUFFIXES[suffix.toLowerCase()];
  const numbers = numberForms(digits).map((form) => (scale ? [...form, scale] : form));
  const currency = CURRENCIES[sign];
  return currency === undefined
    ? numbers
    : numbers.flatMap((form) => [[...form, currency], [...form, currency.replace(/s$/, "")], form]);
}

/** Everything else, part by part: letters and apostrophes, numbers, a few symbols. */
function mixedForms(text: string): Form[] {
  const parts = text.match(/\d[\d,]*(?:\.\d+)?|[\p{L}'’]+|[&+%]/gu) ?? [];
  return parts.reduce<Form[]>(
    (rows, part) =>
      rows.flatMap((row) => partForms(part).map((form) => [...row, ...form])).slice(0, MAX_FORMS),
    [[]],
  );
}

function partForms(part: string): Form[] {
  if (/^\d/.test(part)) return numberForms(part);
  const symbol = SYMBOLS[part];
  if (symbol !== undefined) return [[symbol]];
  const word = part
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^'+(?=.*[^'])|'+$/g, "");
  if (!/\p{L}/u.test(word)) return [[]];
  // An acronym may be said as a word or letter by letter.
  return /^\p{Lu}{2,6}$/u.test(part) ? [[word], Array.from(word)] : [[word]];
}

/** Digits with optional thousands commas and decimals. */
export function numberForms(written: string): Form[] {
  const [whole = "", decimals] = written.replaceAll(",", "").split(".");
  const digits = Array.from(whole, (d) => UNITS[Number(d)] ?? d);
  const withOh = digits.map((d) => (d === "zero" ? "oh" : d));
  const value = Number(whole);
  if (decimals !== undefined) {
    const after = Array.from(decimals, (d) => UNITS[Number(d)] ?? d);
    return [[...cardinal(value), "point", ...after]];
  }
  // Leading zeros and long runs are codes, not amounts.
  if (whole.length > 12 || /^0\d/.test(whole)) return [digits, withOh];
  const forms: Form[] = [cardinal(value)];
  if (value > 100) forms.push(cardinal(value, true));
  if (value >= 10) forms.push(digits, withOh);
  if (value >= 1100 && value < 2100) forms.push(...pairs(Math.floor(value / 100), value % 100));
  if (value > 100 && value < 1000) forms.push(...pairs(Math.floor(value / 100), value % 100));
  if (value >= 100 && value < 200) forms.push(["a", ...cardinal(value).slice(1)]);
  return forms;
}

/** "twenty twenty six", "nineteen oh five", "three sixty five". */
function pairs(high: number, low: number): Form[] {
  if (low === 0) return [[...cardinal(high), "hundred"]];
  if (low < 10) return [[...cardinal(high), "oh", ...cardinal(low)]];
  return [[...cardinal(high), ...cardinal(low)]];
}

/** Cardinal words; `withAnd` as in "two hundred and five". */
export function cardinal(value: number, withAnd = false): string[] {
  if (value < 20) return [UNITS[value] ?? "zero"];
  if (value < 100) {
    const rest = value % 10;
    return [TENS[Math.floor(value / 10)] ?? "", ...(rest ? cardinal(rest) : [])];
  }
  const [size, name] = SCALES.find(([least]) => value >= least) ?? [100, "hundred"];
  const rest = value % size;
  const and = withAnd && rest > 0 && rest < 100 ? ["and"] : [];
  const head = cardinal(Math.floor(value / size), withAnd);
  return [...head, name, ...and, ...(rest ? cardinal(rest, withAnd) : [])];
}

function ordinal(word = ""): string {
  return ORDINALS[word] ?? (word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`);
}
