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

/** "Not sure, I'll check": what is not known is not what is promised. */
const ANSWER = /\bnot sure[,;:.–—]/iu;

/** Hedged speech stays hedged: "might" never becomes "will". */
export const isHedged = (text: string): boolean => HEDGE.test(text);

const clausesOf = (sentence: SummarySentence, language: string): StepClause[] => {
  if (language === "ja") return japaneseSteps(sentence);
  return language === "en" ? englishSteps(sentence) : [];
};

/** What stands before a date that says until when, and before one that says which: "the figures of March". */
const UNTIL = {
  before: /(?:^| )(?:by|before|until|till|than)(?: the)?$/u,
  after: /^(?:まで|中に|のうちに)/u,
};
const WHICH = { before: /(?:^| )(?:from|of|since|about|for|in)(?: the)?$/u, after: /^の(?!うち)/u };
/** Another thing that was done, between the act and the date: "the notes we took on Monday". */
const OTHER_ACT =
  /(?:^| )(?:i|we|you|they|he|she) (?:\w+ ){0,2}(?:\w+ed|took|had|sent|met|spoke|wrote|made|saw|got|said|gave|told)(?: |$)/u;

/** The date on which an act is due: the one that says until when, else the nearest to the act. */
function nearest(
  { words, text }: SummarySentence,
  { act }: StepClause,
  dates: readonly FoundDate[],
): FoundDate | undefined {
  const folded = (from: number, to: number): string =>
    words
      .slice(from, to)
      .map((word) => word.text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, ""))
      .join(" ");
  const rank = (date: FoundDate): number => {
    const before = folded(Math.max(0, date.from - 3), date.from);
    const after = text.slice(words[date.to - 1]?.to ?? text.length);
    if (UNTIL.before.test(before) || UNTIL.after.test(after)) return 0;
    const isOther = date.from > act && OTHER_ACT.test(folded(act + 1, date.from));
    return WHICH.before.test(before) || WHICH.after.test(after) || isOther ? 2 : 1;
  };
  const distance = ({ from, to }: FoundDate): number =>
    Math.min(Math.abs(from - act), Math.abs(to - 1 - act));
  return dates.toSorted((a, b) => rank(a) - rank(b) || distance(a) - distance(b))[0];
}

/** The date of a clause, or the one right before it: "by Friday I'll send it". */
function dueOf(
  sentence: SummarySentence,
  clause: StepClause,
  language: string,
  clock: CallClock,
): FoundDate | undefined {
  const { words } = sentence;
  const dates = (from: number, to: number): FoundDate[] =>
    findDates(
      words.slice(from, to).map(({ text }) => text),
      language,
      clock,
    ).map((date) => ({ ...date, from: from + date.from, to: from + date.to }));
  const own = nearest(sentence, clause, dates(clause.from, clause.to));
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
        isHedged: isHedged(
          quoteOf(sentence, Math.max(0, clause.from - 3), clause.to).quote.replace(ANSWER, ""),
        ),
      };
    }),
  );
}
