import type { StepClause, StepRule } from "./step-clause.ts";
import type { SummarySentence } from "./sentences.ts";
import {
  ACT,
  ACT_BY_DAY,
  ACT_OR_REACH,
  BETWEEN,
  DONE_FOR_YOU,
  GAP,
  GOVERNED,
  LET,
  PROMISED,
  REACH_ON_DAY,
} from "./step-verbs-en.ts";

const I_WILL = `i(?:'ll| will| shall|(?:'m| am) ${BETWEEN}(?:going to|gonna)| (?:also|definitely|certainly) will| promise to| promise i'll)`;
const WE_WILL = `we(?:'ll| will| shall|(?:'re| are) ${BETWEEN}(?:going to|gonna)| (?:also|definitely|certainly) will| promise to)`;

type Trigger = { rule: StepRule; isCommitment: boolean; pattern: RegExp };
const trigger = (rule: StepRule, isCommitment: boolean, lead: string, act: string): Trigger => ({
  rule,
  isCommitment,
  pattern: new RegExp(`(?<![\\w'])${lead} ${GAP}${act}`, "g"),
});
/** Triggers of speech §13; of two at one place the first wins. */
const TRIGGERS: readonly Trigger[] = [
  trigger("will", true, I_WILL, PROMISED),
  trigger("we", true, WE_WILL, DONE_FOR_YOU),
  trigger(
    "offer",
    false,
    "(?:i can|i could|i need to|i have to|i(?:'d| would) be happy to|i(?:'m| am) happy to)",
    ACT,
  ),
  trigger("offer", false, LET, ACT_OR_REACH),
  trigger("offer", false, "(?:i can|i could)", `(?:${ACT_BY_DAY}|${REACH_ON_DAY})`),
  trigger(
    "we",
    false,
    "(?:we (?:can|could|should)|let's|let us|why (?:don't|do not) we|how about we|shall we)",
    ACT_OR_REACH,
  ),
  trigger("ask", false, "(?:(?:can|could|would|will) you|you(?:'ll| will)|please)", ACT_OR_REACH),
];
/** Most sentences hold none of the leads, and need no look at what is done. */
const ANY_LEAD =
  /\b(?:i|we|you)(?:'(?:ll|m|re|d)| (?:will|shall|am|are|can|could|should|would|need|have|promise))\b|\b(?:let|please|will|can|could|would|shall|how about|why)\b/;
/** Said of a product, not of a person. */
const NO_STEP =
  /\bautomatic(?:ally)?\b|\blet me (?:call it|put it)\b|\bshar(?:e|ing) (?:my|the|our) screen\b/;
/** A new clause of somebody begins here, and the one before ends. */
const NEW_CLAUSE =
  /(?:^| )(?:and|so|but|then|or|because) (?:then )?(?:i|you|we|they|he|she|it|that|there)(?:'\w+| will| can| could| should| would| is| are| was| need| have)? /g;
/** A new thought without a link; what a clause depends on goes before it: "what that's about", "the day it is". */
const NEW_THOUGHT =
  /(?<!\b(?:if|whether|that|what|when|where|how|who|which|why|because|until|once|as|before|after|while|than|and|about|how (?:many|much|long)) )\b(?:i'm|i am|i think|i mean|i guess|i don't|i didn't|i'd|that's|that is|it's|it is|there's|there is|what (?:do|does|did|is|are|would|about)|how (?:do|does|is|are|would|about|many|much)|(?:do|are|can|could|would|will) you|does (?:that|it)|is (?:that|there)|okay|ok|thanks|thank you|great|perfect|sounds|by the way|anyway|let's)\b/g;
/** What is before says nothing of what follows. */
const PAUSE = /[,;:.!?…–—]["”’)]*$/;
const LINKS = new Set(["and", "so", "but", "then", "or", "okay", "ok"]);

const fold = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[’‘ʼ′]/g, "'")
    .replace(/[‐‑‒–−]/g, "-")
    .replace(/[^\p{L}\p{N}'-]/gu, "");

/** Clauses of an English sentence that somebody is to act on. */
export function englishSteps(sentence: SummarySentence): StepClause[] {
  const texts = sentence.words.map(({ text }) => fold(text));
  const text = texts.join(" ");
  if (!ANY_LEAD.test(text)) return [];
  const starts: number[] = [];
  texts.reduce((at, word) => {
    starts.push(at);
    return at + word.length + 1;
  }, 0);
  const wordAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  const found: { rule: StepRule; isCommitment: boolean; at: number; end: number }[] = [];
  for (const { rule, isCommitment, pattern } of TRIGGERS) {
    for (const match of text.matchAll(pattern)) {
      const isPaused = PAUSE.test(sentence.words[wordAt(match.index) - 1]?.text ?? "");
      if (!isPaused && GOVERNED.test(text.slice(0, match.index))) continue;
      const end = match.index + match[0].length;
      if (!found.some((other) => match.index < other.end && end > other.at))
        found.push({ rule, isCommitment, at: match.index, end });
    }
  }
  const borders = [NEW_CLAUSE, NEW_THOUGHT]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index))
    .sort((a, b) => a - b);
  return found
    .sort((a, b) => a.at - b.at)
    .flatMap(({ rule, isCommitment, at, end }, n) => {
      const stops = [found[n + 1]?.at, borders.find((border) => border >= end), text.length];
      const from = wordAt(at);
      let to = wordAt(Math.min(...stops.filter((stop) => stop !== undefined)) - 1) + 1;
      while (to > from + 1 && LINKS.has(texts[to - 1] ?? "")) to -= 1;
      // What is said of a product reaches into the clause before: "it does it automatically so we can …".
      const clause = texts.slice(Math.max(0, from - 8), to).join(" ");
      const act = wordAt(end - 1);
      return NO_STEP.test(clause) ? [] : [{ rule, isCommitment, from, to, act }];
    });
}
