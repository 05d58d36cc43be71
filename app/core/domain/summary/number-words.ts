/** English number words (speech §11). */
const units = "zero one two three four five six seven eight nine".split(" ");
const teens =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const unitOrdinals = "first second third fourth fifth sixth seventh eighth ninth".split(" ");
const otherOrdinals =
  "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );

export const UNITS: ReadonlyMap<string, number> = new Map(units.map((word, n) => [word, n]));
export const TEENS: ReadonlyMap<string, number> = new Map(teens.map((word, n) => [word, n + 10]));
export const TENS: ReadonlyMap<string, number> = new Map(
  tens.map((word, n) => [word, (n + 2) * 10]),
);
export const SCALES: ReadonlyMap<string, number> = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
export const UNIT_ORDINALS: ReadonlyMap<string, number> = new Map(
  unitOrdinals.map((word, n) => [word, n + 1]),
);
export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...UNIT_ORDINALS,
  ...otherOrdinals.map((word, n): [string, number] => [word, n + 10]),
  ["thirtieth", 30],
]);
/** `share`: how much of the currency's unit one of them is. */
export type Currency = { sign: string; code: string; share: number };
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  (
    [
      ["dollar", "$", "USD", 1],
      ["dollars", "$", "USD", 1],
      ["bucks", "$", "USD", 1],
      ["cent", "$", "USD", 0.01],
      ["cents", "$", "USD", 0.01],
      ["euro", "€", "EUR", 1],
      ["euros", "€", "EUR", 1],
      ["pound", "£", "GBP", 1],
      ["pounds", "£", "GBP", 1],
      ["quid", "£", "GBP", 1],
      ["pence", "£", "GBP", 0.01],
      ["penny", "£", "GBP", 0.01],
      ["yen", "¥", "JPY", 1],
    ] as const
  ).map(([word, sign, code, share]) => [word, { sign, code, share }]),
);
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ["$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["￥", "JPY"],
]);
export const MONTHS: ReadonlySet<string> = new Set(
  "january february march april may june july august september october november december".split(
    " ",
  ),
);

export type Cardinal = { value: number; to: number; words: number };

const isNumberWord = (word: string | undefined): boolean =>
  word !== undefined && (UNITS.has(word) || TEENS.has(word) || TENS.has(word));

type Last = "none" | "unit" | "teen" | "tens" | "hundred" | "scale";
const OPEN_FOR: Record<"unit" | "large", readonly Last[]> = {
  unit: ["none", "tens", "hundred", "scale"],
  large: ["none", "hundred", "scale"],
};

/** "12,50", "1.200,50": a comma before one or two digits, as much of Europe writes. */
export const isCommaDecimal = (word: string | undefined): boolean =>
  word !== undefined && /^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}$/.test(word);

/** Digits as people write them: "45", "1,200", "3.5", "12,50". */
export function writtenNumber(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (isCommaDecimal(word)) return Number(word.replaceAll(".", "").replace(",", "."));
  return /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(word)
    ? Number(word.replaceAll(",", ""))
    : null;
}

/** Two digits said after an hour, a century or a whole price: ten to ninety-nine, or "oh" and a unit. */
export function twoDigitsAt(
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

/** `.5`, `.25` said as "point" and units, from `at`; null where it is not that. */
function decimalsAt(words: readonly string[], at: number): { value: number; to: number } | null {
  if (words[at] !== "point") return null;
  let digits = "";
  let to = at + 1;
  for (; UNITS.has(words[to] ?? ""); to += 1) digits += String(UNITS.get(words[to] ?? ""));
  return digits === "" ? null : { value: Number(`0.${digits}`), to };
}

/** The number said from word `from` on, as far as words fit; null where none begins. */
export function cardinalAt(words: readonly string[], from: number): Cardinal | null {
  let [total, section, to] = [0, 0, from];
  let last: Last = "none";
  let lastScale = Infinity;
  const start = words[from] ?? "";
  const written = writtenNumber(start);
  if (written !== null) {
    section = written;
    to = from + 1;
    last = "teen";
  } else if (
    start === "a" &&
    (words[from + 1] === "hundred" || SCALES.has(words[from + 1] ?? ""))
  ) {
    section = 1;
    to = from + 1;
    last = "unit";
  } else if (start === "half" && words[from + 1] === "a" && SCALES.has(words[from + 2] ?? "")) {
    return { value: (SCALES.get(words[from + 2] ?? "") ?? 0) / 2, to: from + 3, words: 3 };
  }
  for (;;) {
    const word: string = words[to] ?? "";
    const scale: number | undefined = SCALES.get(word);
    if (UNITS.has(word) && OPEN_FOR.unit.includes(last) && !(last !== "none" && word === "zero")) {
      section += UNITS.get(word) ?? 0;
      last = "unit";
    } else if ((TEENS.has(word) || TENS.has(word)) && OPEN_FOR.large.includes(last)) {
      section += TEENS.get(word) ?? TENS.get(word) ?? 0;
      last = TEENS.has(word) ? "teen" : "tens";
    } else if (
      word === "hundred" &&
      (last === "unit" || last === "teen") &&
      section > 0 &&
      section < 100
    ) {
      section *= 100;
      last = "hundred";
    } else if (scale !== undefined && last !== "none" && last !== "scale" && scale < lastScale) {
      total += section * scale;
      [section, lastScale, last] = [0, scale, "scale"];
    } else if (
      word === "and" &&
      (last === "hundred" || last === "scale") &&
      isNumberWord(words[to + 1]) &&
      words[to + 1] !== "zero"
    ) {
      to += 1;
      continue;
    } else break;
    to += 1;
  }
  if (to === from) return null;
  const half = words[to] === "and" && words[to + 1] === "a" && words[to + 2] === "half";
  const decimals = half
    ? // "A million and a half" is half a million more.
      { value: last === "scale" ? lastScale / 2 : 0.5, to: to + 3 }
    : last === "scale"
      ? null
      : decimalsAt(words, to);
  if (decimals) {
    section += decimals.value;
    to = decimals.to;
    const scale = SCALES.get(words[to] ?? "");
    if (scale !== undefined && last !== "scale" && scale < lastScale) {
      section *= scale;
      to += 1;
    }
  }
  const value = Number((total + section).toPrecision(12));
  return { value, to, words: to - from };
}
