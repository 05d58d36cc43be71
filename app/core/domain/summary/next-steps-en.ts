import type { StepClause, StepRule } from "./step-clause.ts";
import type { SummarySentence } from "./sentences.ts";

const ACT =
  "(?:send(?:ing)?|shar(?:e|ing)|email(?:ing)?|forward(?:ing)?|prepar(?:e|ing)|draft(?:ing)?|set(?:ting)?(?: \\w+){0,2} up|schedul(?:e|ing)|book(?:ing)?|follow(?:ing)? up|circl(?:e|ing) back|get(?:ting)? back|loop(?:ing)?(?: \\w+){0,3} in|introduc(?:e|ing)|confirm(?:ing)?|check(?:ing)?|review(?:ing)?|includ(?:e|ing)|provid(?:e|ing)|call(?:ing)?|invit(?:e|ing)|put(?:ting)?(?: \\w+){0,4} together|look(?:ing)? into|find(?:ing)? out|reach(?:ing)? out)\\b";
const GAP =
  "(?:(?:also|just|then|definitely|certainly|probably|maybe|quickly|personally|please|be|go ahead and|make sure (?:to|that i|i|we)|try (?:to|and)|happy to|be able to|have to|need to|work on|at least|as well) )*";

/** Triggers of speech §13; of two at one place the first wins. */
const TRIGGERS: readonly { rule: StepRule; isCommitment: boolean; lead: string }[] = [
  {
    rule: "will",
    isCommitment: true,
    lead: "i(?:'ll| will| shall|'m going to| am going to|'m gonna| am gonna)",
  },
  { rule: "we", isCommitment: true, lead: "we(?:'ll| will| shall|'re going to| are going to)" },
  {
    rule: "offer",
    isCommitment: false,
    lead: "(?:i can|i could|let me|i need to|i have to|i(?:'d| would) be happy to|i(?:'m| am) happy to)",
  },
  {
    rule: "we",
    isCommitment: false,
    lead: "(?:we (?:can|could|should)|let's|let us|why (?:don't|do not) we|how about we|shall we)",
  },
  {
    rule: "ask",
    isCommitment: false,
    lead: "(?:(?:can|could|would|will) you|you(?:'ll| will)|please)",
  },
];
const PATTERNS = TRIGGERS.map(({ rule, isCommitment, lead }) => ({
  rule,
  isCommitment,
  pattern: new RegExp(
    `(?<![\\w'])(?<!\\b(?:what|which|who|where|when|how) )${lead} ${GAP}${ACT}`,
    "g",
  ),
}));
/** Most sentences name no act, and need no look at who would do it. */
const ANY_ACT = new RegExp(ACT);
/** Said of a product, not of a person. */
const NO_STEP = /\bautomatic(?:ally)?\b|\blet me call it\b|\bshar(?:e|ing) (?:my|the|our) screen\b/;
/** A new clause of somebody begins here, and the one before ends. */
const NEW_CLAUSE =
  /(?:^| )(?:and|so|but|then|or) (?:then )?(?:i|you|we|they|he|she|it)(?:'ll| will| can| could| should| would|'re| are| need| have)? /g;
const LINKS = new Set(["and", "so", "but", "then", "or", "okay", "ok"]);

const fold = (word: string): string =>
  word
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[^\p{L}\p{N}'-]/gu, "");

/** Clauses of an English sentence that somebody is to act on. */
export function englishSteps(sentence: SummarySentence): StepClause[] {
  const texts = sentence.words.map(({ text }) => fold(text));
  const text = texts.join(" ");
  if (!ANY_ACT.test(text)) return [];
  const starts: number[] = [];
  texts.reduce((at, word) => {
    starts.push(at);
    return at + word.length + 1;
  }, 0);
  const wordAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  const found: { rule: StepRule; isCommitment: boolean; at: number; end: number }[] = [];
  for (const { rule, isCommitment, pattern } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (!found.some((other) => match.index < other.end && end > other.at))
        found.push({ rule, isCommitment, at: match.index, end });
    }
  }
  const borders = [...text.matchAll(NEW_CLAUSE)].map(({ index }) => index);
  return found
    .sort((a, b) => a.at - b.at)
    .flatMap(({ rule, isCommitment, at, end }, n) => {
      const stops = [found[n + 1]?.at, borders.find((border) => border >= end), text.length];
      const from = wordAt(at);
      let to = wordAt(Math.min(...stops.filter((stop) => stop !== undefined)) - 1) + 1;
      while (to > from + 1 && LINKS.has(texts[to - 1] ?? "")) to -= 1;
      // What is said of a product reaches into the clause before: "it does it automatically so we can …".
      const clause = texts.slice(Math.max(0, from - 8), to).join(" ");
      return NO_STEP.test(clause) ? [] : [{ rule, isCommitment, from, to }];
    });
}
