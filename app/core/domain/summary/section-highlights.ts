import { fold } from "../words/fold.ts";
import type { AskedSection } from "./asked-section.ts";
import { extractFields, type FieldDef, type FieldValue, type FoundField } from "./extract.ts";
import { isHedged, nextStepsOf } from "./next-steps.ts";
import { evidenceOf, type Made, output, type Ready } from "./ready.ts";
import { bestOf, queryOf, scoresOf, type SectionQuery } from "./section-search.ts";
import type { SummarySentence } from "./sentences.ts";
import type { CallClock } from "./spoken-date.ts";
import { stepOutput, withoutRepeats } from "./step-outputs.ts";

/** What a call holds, the same for each of its sections. */
type HighlightsGround = {
  ready: readonly Ready[];
  language: string;
  clock: CallClock;
  people: readonly { id: string; name: string }[];
};

const QUOTE_WORDS = 70;
const MOST_ROWS = 8;
const ANY_UNIT = /^\p{L}[\p{L}-]*/u;
const URL =
  /\b(?:https?:\/\/|www\.)[^\s<>"']+[^\s<>"'.,;:!?)]|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|co|jp|de|fr|uk|eu|dev|app|ai|test|example)\b(?:\/[^\s<>"']*[^\s<>"'.,;:!?)])?/iu;

const certaintyOf = (sentence: SummarySentence): Made["certainty"] =>
  isHedged(sentence.text) ? "implied" : "said";

/** What Highlights answers to one section (decisions §8); empty where nothing fits. */
export function sectionHighlights(section: AskedSection, ground: HighlightsGround): Made[] {
  const query = queryOf(section, ground.language);
  switch (section.type) {
    case "checklist":
      return checklist(section, query, ground);
    case "enum":
    case "multi_enum":
      return options(section, ground);
    case "number":
    case "money":
    case "date":
    case "boolean":
      return field(section, query, ground);
    case "person":
      return people(section, query, ground);
    case "url":
      return addresses(section, ground);
    case "text":
      return quotes(section, query, ground, { words: 1, most: 1 }).slice(0, 1);
    case "table":
      // Quote, speaker and time: a row each.
      return quotes(section, query, ground, { words: QUOTE_WORDS * 2, most: MOST_ROWS });
    case "bullets":
      return quotes(section, query, ground, { words: QUOTE_WORDS, most: MOST_ROWS });
  }
}

const quotes = (
  { key, type, columns }: AskedSection,
  query: SectionQuery,
  { ready }: HighlightsGround,
  budget: { words: number; most: number },
): Made[] =>
  bestOf(scoresOf(query, ready), ready, budget).map((sentence) =>
    output(key, type, {
      // Of a table the words stand in the first cell; who said them, and when, is their evidence.
      value:
        type === "table"
          ? { cells: [sentence.text, ...columns.slice(1).map(() => null)] }
          : { text: sentence.text },
      certainty: certaintyOf(sentence),
      evidence: [evidenceOf(sentence)],
    }),
  );

/** Next steps of the call; with words to look for, those that say one of them. */
function checklist(
  { key }: AskedSection,
  { phrases }: SectionQuery,
  { ready, language, clock }: HighlightsGround,
): Made[] {
  const sentences = ready
    .filter(({ facts }) => phrases === null || phrases.test(facts.folded))
    .map(({ sentence }) => sentence);
  return withoutRepeats(nextStepsOf(sentences, language, clock), language).map((step) =>
    stepOutput(key, step),
  );
}

function fieldOutput({ key, type }: AskedSection, { best, others }: FoundField): Made {
  const alternatives = others.slice(0, 3).map(({ value }) => percentAsNumber(value));
  return output(key, type, {
    value: {
      ...percentAsNumber(best.value),
      ...(alternatives.length > 0 ? { alternatives } : {}),
    },
    certainty: certaintyOf(best.sentence),
    evidence: [evidenceOf(best.sentence)],
  });
}

const percentAsNumber = (value: FieldValue): Exclude<FieldValue, { percent: number }> =>
  "percent" in value ? { number: value.percent, unit: "%" } : value;

function field(
  section: AskedSection,
  { cues }: SectionQuery,
  { ready, language, clock }: HighlightsGround,
): Made[] {
  const sentences = ready.map(({ sentence }) => sentence);
  const search = (def: FieldDef) => extractFields([def], sentences, language, clock)[0];
  const common = { key: section.key, side: null, cues };
  const isShare =
    section.unit !== null && /^(?:%|％|percent|per cent|パーセント)$/iu.test(section.unit);
  const found =
    section.type === "number"
      ? search(
          isShare
            ? { ...common, type: "percent" }
            : { ...common, type: "number", units: unitOf(section) },
        )
      : section.type === "money" || section.type === "date" || section.type === "boolean"
        ? search({ ...common, type: section.type })
        : undefined;
  if (!found) return [];
  const { currency } = section;
  const isAsked = ({ value }: FoundField["best"]) =>
    currency === null || !("currency" in value) || ["", currency].includes(value.currency);
  const [best, ...others] = [found.best, ...found.others].filter(isAsked);
  return best ? [fieldOutput(section, { ...found, best, others })] : [];
}

/** A number is followed by what it counts: one of the words to look for, or any noun. */
function unitOf({ unit }: AskedSection): RegExp {
  if (unit === null || unit === "") return ANY_UNIT;
  const base = fold(unit)
    .replace(/s$/, "")
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${base}s?`, "u");
}

function options(section: AskedSection, { ready, language, clock }: HighlightsGround): Made[] {
  const sentences = ready.map(({ sentence }) => sentence);
  const [found] = extractFields(
    [
      {
        ...{ key: section.key, side: null, cues: /$^/u, type: "enum" },
        options: section.options.map(({ value, words }) => ({ value, words: [value, ...words] })),
      },
    ],
    sentences,
    language,
    clock,
  );
  if (!found) return [];
  if (section.type === "enum") return [fieldOutput(section, found)];
  const all = [found.best, ...found.others];
  return [
    output(section.key, section.type, {
      value: { options: all.flatMap(({ value }) => optionOf(value)) },
      certainty: all.some(({ sentence }) => certaintyOf(sentence) === "implied")
        ? "implied"
        : "said",
      evidence: all.map(({ sentence }) => evidenceOf(sentence)),
    }),
  ];
}

const optionOf = (value: FieldValue): string[] => ("option" in value ? [value.option] : []);

/** People of the call whom somebody names where the section's subject is; each once, where it says most. */
function people(section: AskedSection, query: SectionQuery, ground: HighlightsGround): Made[] {
  const { ready } = ground;
  const scores = scoresOf(query, ready);
  return ground.people.flatMap(({ id, name }) => {
    const words = fold(name)
      .split(/[\s\u3000]+/u)
      .filter((word) => word.length > 1);
    const best = ready
      .map((one, n) => ({ ...one, n, score: scores[n] ?? 0 }))
      .filter(({ score, facts, n }) => {
        const isNear = score > 0 || query.cues.test(ready[n - 1]?.facts.folded ?? "");
        return isNear && words.some((word) => isNamed(facts.folded, word));
      })
      .sort((a, b) => b.score - a.score || a.n - b.n)[0];
    if (!best) return [];
    return [
      output(section.key, section.type, {
        value: { name, participantId: id, contactId: null },
        certainty: certaintyOf(best.sentence),
        evidence: [evidenceOf(best.sentence)],
      }),
    ];
  });
}

function isNamed(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  if (/[^\p{Script=Latin}]/u.test(word)) return true;
  return (
    !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) &&
    !/[\p{L}\p{N}]/u.test(text.charAt(at + word.length))
  );
}

/** Addresses as they were said or written, each once. */
function addresses({ key, type }: AskedSection, { ready }: HighlightsGround): Made[] {
  const seen = new Set<string>();
  return ready.flatMap(({ sentence }) => {
    const url = URL.exec(sentence.text)?.[0];
    if (url === undefined || seen.has(url.toLowerCase())) return [];
    seen.add(url.toLowerCase());
    const full = /^https?:/iu.test(url) ? url : `https://${url}`;
    return [output(key, type, { value: { url: full }, evidence: [evidenceOf(sentence)] })];
  });
}
