import type { Side } from "../views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import { fold } from "../words/fold.ts";
import { findDates } from "./dates.ts";
import { itn } from "./itn.ts";
import { halfWidth, japaneseNumbers } from "./numbers-ja.ts";
import type { SummarySentence } from "./sentences.ts";
import { englishUnits, japaneseUnits } from "./price-units.ts";
import type { CallClock } from "./spoken-date.ts";

export type FieldOption = { value: string; words: readonly string[] };
/** A typed field of a section (speech §13). `side`: who is expected to say it. */
export type FieldDef = { key: string; side: Side | null; cues: RegExp } & (
  | { type: "money" | "percent" | "date" | "boolean" }
  | { type: "number"; units: RegExp }
  | { type: "enum" | "multi_enum"; options: readonly FieldOption[] }
);
export type FieldValue =
  /** `per`: what it is paid for, in the words that were said. */
  | { amount: number; currency: string; per?: string[] }
  | { percent: number }
  | { number: number; unit: string }
  | { date: string; time: string | null; phrase: string; isExact: boolean }
  | { option: string }
  | { options: string[] }
  | { is: boolean };
export type FieldCandidate = { value: FieldValue; score: number; sentence: SummarySentence };
/** The best candidate and the rest, best first. */
export type FoundField = {
  key: string;
  type: FieldDef["type"];
  best: FieldCandidate;
  others: FieldCandidate[];
};

type Said = { value: FieldValue; isExact: boolean };

const JAPANESE_CURRENCIES: ReadonlyMap<string, string> = new Map([
  ["円", "JPY"],
  ["ドル", "USD"],
  ["ユーロ", "EUR"],
]);

const moneySaid = (amount: number, currency: string, per: string[]): Said => ({
  value: { amount, currency, ...(per.length > 0 ? { per } : {}) },
  isExact: false,
});

function englishAmounts(field: FieldDef, words: readonly string[]): Said[] {
  const tokens = itn(words);
  return tokens.flatMap((token, n): Said[] => {
    if (token.value === undefined) return [];
    if (field.type === "money" && token.kind === "money")
      return [
        moneySaid(
          token.value,
          token.unit ?? "",
          englishUnits(tokens.slice(n + 1).map((t) => t.text)),
        ),
      ];
    if (field.type === "percent" && token.kind === "percent")
      return [{ value: { percent: token.value }, isExact: false }];
    if (field.type !== "number" || token.kind !== "number") return [];
    const next = [tokens[n + 1], tokens[n + 2]].map((t) => fold(t?.text ?? ""));
    const unit = next.map((text) => field.units.exec(text)?.[0]).find((text) => text !== undefined);
    return unit ? [{ value: { number: token.value, unit }, isExact: false }] : [];
  });
}

function japaneseAmounts(field: FieldDef, raw: string): Said[] {
  const text = halfWidth(raw);
  return japaneseNumbers(text).flatMap(({ from, to, value }): Said[] => {
    const rest = text.slice(to);
    const currency = /^\s*(円|ドル|ユーロ)/u.exec(rest);
    if (field.type === "money" && currency) {
      const units = japaneseUnits(text.slice(0, from), rest.slice(currency[0].length));
      return [moneySaid(value, JAPANESE_CURRENCIES.get(currency[1] ?? "") ?? "", units)];
    }
    if (field.type === "percent" && /^\s*(?:%|パーセント|割(?!り?当))/u.test(rest))
      return [{ value: { percent: /^\s*割/u.test(rest) ? value * 10 : value }, isExact: false }];
    const unit = field.type === "number" ? field.units.exec(rest.slice(0, 8)) : null;
    return unit?.index === 0 ? [{ value: { number: value, unit: unit[0] }, isExact: false }] : [];
  });
}

function datesSaid({ words, text }: SummarySentence, language: string, clock: CallClock): Said[] {
  const today = clock.startedAt.slice(0, 10);
  return findDates(
    words.map((word) => word.text),
    language,
    clock,
  )
    .filter(({ date }) => date >= today)
    .map(({ from, to, date, time, isExact }) => ({
      value: { date, time, isExact, phrase: text.slice(words[from]?.from, words[to - 1]?.to) },
      isExact,
    }));
}

/** Cue said; false when not, no, never or n't stands within 3 words before it. */
function booleanSaid({ text }: SummarySentence, cues: RegExp): Said[] {
  const folded = fold(text);
  const at = folded.search(cues);
  if (at < 0) return [];
  const before = folded.slice(0, at).trim().split(/\s+/).slice(-3).join(" ");
  const after = folded.slice(at, at + 20);
  const isNegated =
    /\b(?:not|no|never|cannot|without)\b|n't\b/.test(before) || /ません|ない/.test(after);
  return [{ value: { is: !isNegated }, isExact: false }];
}

function saidIn(
  field: FieldDef,
  sentence: SummarySentence,
  language: string,
  clock: CallClock,
): Said[] {
  if (field.type === "date") return datesSaid(sentence, language, clock);
  if (field.type === "boolean") return booleanSaid(sentence, field.cues);
  if (language === "ja") return japaneseAmounts(field, sentence.text);
  return englishAmounts(
    field,
    sentence.words.map((word) => word.text),
  );
}

/** Later ones win ties. */
const byScore = (a: FieldCandidate, b: FieldCandidate): number =>
  b.score - a.score || b.sentence.t0Ms - a.sentence.t0Ms;
function keyOf(value: FieldValue): string {
  if ("phrase" in value) return JSON.stringify([value.date, value.time]);
  return JSON.stringify("amount" in value ? [value.amount, value.currency] : value);
}

/** One candidate per value, the best of it. */
function ranked(candidates: readonly FieldCandidate[]): FieldCandidate[] {
  const byValue = new Map<string, FieldCandidate>();
  for (const candidate of candidates.toSorted(byScore)) {
    if (!byValue.has(keyOf(candidate.value))) byValue.set(keyOf(candidate.value), candidate);
  }
  return [...byValue.values()];
}

/** What the other side says of money is its own: what it pays today, what somebody else asks for. */
const isOthers = (field: FieldDef, { side }: SummarySentence): boolean =>
  (field.type === "money" || field.type === "percent") &&
  field.side !== null &&
  side !== null &&
  side !== field.side;

/** Beside a price stand prices only: named as one, or with what they are paid for. */
const isAlternative = (field: FieldDef, { value, sentence }: FieldCandidate): boolean =>
  field.type !== "money" || "per" in value || field.cues.test(fold(sentence.text));

function scored(
  field: FieldDef,
  sentences: readonly SummarySentence[],
  language: string,
  clock: CallClock,
) {
  const hasCue = sentences.map(({ text }) => field.cues.test(fold(text)));
  return sentences.flatMap((sentence, n) => {
    const cue = hasCue[n] ? 2 : hasCue[n - 1] || hasCue[n - 2] ? 1 : 0;
    if (cue === 0 || isOthers(field, sentence)) return [];
    const side = field.side !== null && sentence.side === field.side ? 0.5 : 0;
    const position = (0.2 * n) / Math.max(1, sentences.length - 1);
    return saidIn(field, sentence, language, clock).map(
      ({ value, isExact }): FieldCandidate => ({
        value,
        sentence,
        score: cue + side + position + (isExact ? 0.3 : 0),
      }),
    );
  });
}

/** How often an option is named, by whom and how late; the sentence that names it best is its evidence. */
function optionsSaid(
  options: readonly FieldOption[],
  side: Side | null,
  sentences: readonly SummarySentence[],
): FieldCandidate[] {
  return options.flatMap(({ value, words }) => {
    const patterns = words.map((word) => {
      const escaped = fold(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`, "u");
    });
    const hits = sentences.flatMap((sentence, n) => {
      const text = fold(sentence.text);
      if (!patterns.some((pattern) => pattern.test(text))) return [];
      const weight = side === null || sentence.side === side ? 1 : 0.6;
      return [{ sentence, score: weight * (0.8 + (0.2 * n) / Math.max(1, sentences.length - 1)) }];
    });
    const best = hits.toSorted((a, b) => b.score - a.score)[0];
    const score = hits.reduce((total, hit) => total + hit.score, 0);
    return best ? [{ value: { option: value }, score, sentence: best.sentence }] : [];
  });
}

/** Typed fields that the sentences name, each with its alternatives. */
export function extractFields(
  fields: readonly FieldDef[],
  sentences: readonly SummarySentence[],
  language: string,
  clock: CallClock,
): FoundField[] {
  const base = baseLanguage(language);
  return fields.flatMap((field): FoundField[] => {
    const isEnum = field.type === "enum" || field.type === "multi_enum";
    const [best, ...others] = isEnum
      ? optionsSaid(field.options, field.side, sentences).sort(byScore)
      : ranked(scored(field, sentences, base, clock));
    const shown = others.filter((other) => isAlternative(field, other));
    return best ? [{ key: field.key, type: field.type, best, others: shown }] : [];
  });
}
