import type { SpokenSegment } from "../words/spoken.ts";
import type { Evidence } from "./evidence.ts";
import { factsOf, type Facts } from "./section-fit.ts";
import { summarySentences, type SummarySentence } from "./sentences.ts";
import type { CallClock } from "./spoken-date.ts";
import type { SummaryOutputView } from "./summary-views.ts";
import { termsOf, wordsIn } from "./terms.ts";

/** One value of a run without its id; maps onto tables summary_output and evidence. */
export type HighlightOutput = Omit<SummaryOutputView, "id" | "evidence"> & { evidence: Evidence[] };
/** The same before its place among the others is known. */
export type Made = Omit<HighlightOutput, "ord">;
/** A sentence with what every section asks of it, found out once. */
export type Ready = { sentence: SummarySentence; facts: Facts; terms: string[]; words: number };

/** Under this a sentence says nothing that could be quoted. */
export const LEAST_WORDS = 4;
/** Set phrases whose words mean nothing here. */
const NOT_MEANT =
  /\bno (?:problems?|issues?|trouble|pain)\b|問題(?:ない|ありません|ございません)/giu;

/** All sentences of a call by time. */
export const readySentences = (
  segments: readonly SpokenSegment[],
  language: string,
  clock: CallClock,
): Ready[] =>
  summarySentences(segments, language).map((sentence) => {
    const words = wordsIn(sentence.text, language);
    const meant = sentence.text.replace(NOT_MEANT, " ");
    const terms = words < LEAST_WORDS ? [] : termsOf(meant, language);
    return { sentence, facts: factsOf(sentence, language, clock), words, terms };
  });

export const evidenceOf = (sentence: SummarySentence): Evidence => ({
  segment: sentence.segment,
  participantId: sentence.participantId,
  side: sentence.side,
  t0Ms: sentence.t0Ms,
  t1Ms: sentence.t1Ms,
  quote: sentence.text,
});

/** An output of a section: said, without a value or a quote, unless `rest` says otherwise. */
export const output = (section: string, type: string, rest: Partial<Made>): Made => ({
  section,
  type,
  value: null,
  certainty: "said",
  whyEmpty: null,
  evidence: [],
  ...rest,
});
