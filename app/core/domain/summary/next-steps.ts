import { baseLanguage } from "../words/lexicon.ts";
import { findDates } from "./dates.ts";
import { englishSteps } from "./next-steps-en.ts";
import { japaneseSteps } from "./next-steps-ja.ts";
import { quoteOf, type SummarySentence } from "./sentences.ts";
import type { CallClock, FoundDate } from "./spoken-date.ts";
import type { StepClause, StepRule } from "./step-clause.ts";

/** Something somebody is to do, in the words it was said (speech §13). Always a suggestion. */
export type NextStep = StepClause & {
  sentence: SummarySentence;
  quote: string;
  t0Ms: number;
  t1Ms: number;
  owner: "speaker" | "other" | "both";
  due: (FoundDate & { phrase: string }) | null;
  isHedged: boolean;
};

/** A date stands so many words before its clause at most. */
const BEFORE_WORDS = 6;
const OWNER: Readonly<Record<StepRule, NextStep["owner"]>> = {
  will: "speaker",
  offer: "speaker",
  we: "both",
  ask: "other",
};
const HEDGE =
  /\b(?:might|maybe|perhaps|probably|possibly|could be|i think|i guess|not sure|try to)\b|かもしれ|多分|たぶん|おそらく|検討/iu;

/** Hedged speech stays hedged: "might" never becomes "will". */
export const isHedged = (text: string): boolean => HEDGE.test(text);

const clausesOf = (sentence: SummarySentence, language: string): StepClause[] => {
  if (language === "ja") return japaneseSteps(sentence);
  return language === "en" ? englishSteps(sentence) : [];
};

/** The date of a clause, or the one right before it: "by Friday I'll send it". */
function dueOf({ words }: SummarySentence, clause: StepClause, language: string, clock: CallClock) {
  const dates = (from: number, to: number): FoundDate[] =>
    findDates(
      words.slice(from, to).map(({ text }) => text),
      language,
      clock,
    ).map((date) => ({ ...date, from: from + date.from, to: from + date.to }));
  const own = dates(clause.from, clause.to)[0];
  if (own || clause.rule === "ask") return own;
  const before = dates(Math.max(0, clause.from - BEFORE_WORDS), clause.from).at(-1);
  return before?.to === clause.from ? before : undefined;
}

/** Next steps of all sentences in the order they were said. */
export function nextStepsOf(
  sentences: readonly SummarySentence[],
  language: string,
  clock: CallClock,
): NextStep[] {
  return sentences.flatMap((sentence) =>
    clausesOf(sentence, baseLanguage(language)).map((clause): NextStep => {
      const date = dueOf(sentence, clause, language, clock);
      const said = quoteOf(sentence, clause.from, clause.to);
      return {
        ...clause,
        ...said,
        sentence,
        owner: OWNER[clause.rule],
        due: date
          ? {
              ...date,
              phrase: quoteOf(sentence, date.from, date.to).quote,
            }
          : null,
        // "Maybe I will": the hedge may stand before the clause.
        isHedged: isHedged(quoteOf(sentence, Math.max(0, clause.from - 3), clause.to).quote),
      };
    }),
  );
}
