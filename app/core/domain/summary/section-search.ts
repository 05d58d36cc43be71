import { fold, UNSPACED } from "../words/fold.ts";
import type { AskedSection } from "./asked-section.ts";
import type { SectionDef } from "./section.ts";
import { fitOf, FITS } from "./section-fit.ts";
import { LEAST_WORDS, type Ready } from "./ready.ts";
import { relevanceOf } from "./relevance.ts";
import type { SummarySentence } from "./sentences.ts";
import { termsOf } from "./terms.ts";

/** What a section looks for, once for all sentences. */
export type SectionQuery = {
  /** Of the title, the words to look for and the options: they name the subject. */
  strong: ReadonlySet<string>;
  /** Of the instruction: they say how to answer as well, so that one alone names nothing. */
  weak: ReadonlySet<string>;
  /** Words to look for as they are written, several words as a phrase. */
  phrases: RegExp | null;
  /** Rules that say of a sentence that it belongs here. */
  tuned: SectionDef | null;
  /** The same with the title's words, for extractors: a sentence with one of them is about the subject. */
  cues: RegExp;
};

/** Words of instructions and titles that say how to answer, not about what. */
const HOW = new Set(
  termsOf(
    `call calls customer customers client meeting section answer answers question list name names named mention mentioned
    mentions describe write writes give gives include included short sentence sentences bullet bullets summary summarise
    example use uses used call's talk discussed discuss note notes detail details main key point points people person
    value number amount date yes per add figure figures own exactly`,
    "en",
  ),
);
const HOW_JA =
  /^(?:お?客様?|顧客|通話|会議|商談|項目|回答|質問|一覧|名前|記載|記述|記入|説明|内容|要約|箇条|箇条書き|場合|具体|具体的|簡潔|教え|以下|例)$/u;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A word to look for as a rule over folded text; Latin words also with an ending. */
function patternOf(phrase: string): string {
  const text = fold(phrase.trim()).split(/\s+/).map(escaped).join("\\s+");
  return UNSPACED.test(phrase)
    ? text
    : `(?<![\\p{L}\\p{N}])${text}(?:'?s|ed|d|ing|es)?(?![\\p{L}\\p{N}])`;
}
const anyOf = (phrases: readonly string[]): RegExp | null => {
  const patterns = phrases.filter((phrase) => phrase.trim() !== "").map(patternOf);
  return patterns.length === 0 ? null : new RegExp(patterns.join("|"), "u");
};

export function queryOf(section: AskedSection, language: string): SectionQuery {
  const named = [
    section.title,
    ...section.lookFor,
    ...section.options.flatMap(({ value, words }) => [value, ...words]),
  ];
  const isSubject = (term: string) => !HOW.has(term) && !HOW_JA.test(term);
  const strong = new Set(termsOf(named.join(" . "), language).filter(isSubject));
  const weak = termsOf(section.instruction, language).filter(isSubject);
  const subject = [...section.lookFor, ...section.title.split(/[\s/・、,]+/u)].filter((phrase) =>
    termsOf(phrase, language).some(isSubject),
  );
  return {
    strong,
    weak: new Set(weak.filter((term) => !strong.has(term))),
    phrases: anyOf(section.lookFor),
    tuned: section.tuned,
    cues: anyOf(subject) ?? /$^/u,
  };
}

/** A phrase to look for says more than a word that happens to be in the title. */
const PHRASE = 3;
/** Tuned rules know best. */
const TUNED = 8;
const NEIGHBOUR = 0.25;
/** Without a word of the subject, so many of the question's make a sentence fit. */
const WEAK_NEEDED = 2;

/**
 * How much each sentence says about a section: BM25 over its words, more for a phrase to look for, and a little of what
 * the neighbours say. 0 for those that do not fit: small talk, short ones, and those without its subject.
 */
export function scoresOf(query: SectionQuery, ready: readonly Ready[]): number[] {
  const terms = ready.map((one) => one.terms);
  const strong = relevanceOf(terms, [...query.strong]);
  const weak = relevanceOf(terms, [...query.weak]);
  const { tuned } = query;
  const fits = ready.map((one) => (tuned ? fitOf(tuned, one.sentence, one.facts) >= FITS : false));
  const own = ready.map((one, n) => {
    const hasPhrase = query.phrases?.test(one.facts.folded) === true;
    const sign = (hasPhrase ? PHRASE : 0) + (fits[n] === true ? TUNED : 0);
    return (strong[n] ?? 0) + 0.5 * (weak[n] ?? 0) + sign;
  });
  return ready.map((one, n) => {
    if (one.facts.isSmallTalk || one.facts.isQuestion || one.words < LEAST_WORDS) return 0;
    const isNamed = (strong[n] ?? 0) > 0 || query.phrases?.test(one.facts.folded) === true;
    const weakTerms = new Set(one.terms.filter((term) => query.weak.has(term))).size;
    if (fits[n] !== true && !isNamed && weakTerms < WEAK_NEEDED) return 0;
    return (own[n] ?? 0) + NEIGHBOUR * ((own[n - 1] ?? 0) + (own[n + 1] ?? 0));
  });
}

const ALIKE = 0.3;

/** What two sentences share, 0–1. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [new Set(a), new Set(b)];
  const shared = [...first].filter((term) => second.has(term)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(first.size * second.size);
}

/** The best moments for a section, unlike one another, in the order they were said (MMR, speech §13). */
export function bestOf(
  scores: readonly number[],
  ready: readonly Ready[],
  { words: budget, most }: { words: number; most: number },
): SummarySentence[] {
  const top = Math.max(...scores, 0);
  if (top === 0) return [];
  const pool = scores
    .map((score, n) => ({ score, n }))
    .filter(({ score }) => score > top * 0.2)
    .sort((a, b) => b.score - a.score || a.n - b.n)
    .slice(0, 60);
  const chosen: number[] = [];
  let words = 0;
  while (pool.length > 0 && words < budget && chosen.length < most) {
    const value = ({ score, n }: { score: number; n: number }) =>
      ((1 - ALIKE) * score) / top -
      ALIKE *
        Math.max(0, ...chosen.map((m) => likeness(ready[m]?.terms ?? [], ready[n]?.terms ?? [])));
    const best = pool.reduce((a, b) => (value(b) > value(a) ? b : a));
    pool.splice(pool.indexOf(best), 1);
    const size = ready[best.n]?.words ?? 0;
    if (chosen.some((m) => ready[m]?.facts.folded === ready[best.n]?.facts.folded)) continue;
    if (words > 0 && words + size > budget * 1.35) continue;
    chosen.push(best.n);
    words += size;
  }
  return chosen.sort((a, b) => a - b).flatMap((n) => ready[n]?.sentence ?? []);
}
