import type { StepClause, StepRule } from "./step-clause.ts";
import type { SummarySentence } from "./sentences.ts";

const ACT =
  "(?:send(?:ing)?|shar(?:e|ing)|email(?:ing)?|forward(?:ing)?|prepar(?:e|ing)|draft(?:ing)?|set(?:ting)?(?: \\w+){0,2} up|schedul(?:e|ing)|book(?:ing)?|follow(?:ing)? up|circl(?:e|ing) back|get(?:ting)? back|loop(?:ing)?(?: \\w+){0,3} in|introduc(?:e|ing)|confirm(?:ing)?|check(?:ing)?|review(?:ing)?|includ(?:e|ing)|provid(?:e|ing)|call(?:ing)?|invit(?:e|ing)|put(?:ting)?(?: \\w+){0,4} together|look(?:ing)? into|find(?:ing)? out|reach(?:ing)? out)\\b";
const GAP =
  "(?:(?:also|just|then|definitely|certainly|probably|maybe|quickly|personally|please|go ahead and|make sure (?:to|that i|i|we)|try (?:to|and)|(?:be )?happy to|be able to|have to|need to|work on|at least|as well|gladly|always|simply|right away|uh|um|er|erm|i(?:'ll| will)|we(?:'ll| will)|i|we) )*";
const I_WILL =
  "i(?:'ll| will| shall|'m going to| am going to|'m gonna| am gonna| promise to| promise i'll)";
const WE_WILL = "we(?:'ll| will| shall|'re going to| are going to|'re gonna| promise to)";

/** "I'll" with one of these promises nothing: states, plans of one's own, and what is done on the spot. */
const NOT_PROMISED = [
  "be(?! (?:in touch|back to you|sending|sure))",
  "see(?! (?:if|whether|to it|that|what (?:i|we) can))",
  "think(?! about it and)",
  "want|need|like|love|know|believe|understand|remember|forget|regret|miss|never|not|die|live|hate|hope|wait|say|admit|bet",
  "assume|guess|wonder|lose|win|pay|cost|feel|become|enjoy|spend|stay|stand|stick|leave|end|happen|happily|need|buy|grow",
  "start|begin|jump|stop|pause|skip|go|walk|explain|repeat|summari[sz]e|recap|mute|interrupt|add that|(?:move|turn|switch|hand)(?: it)? (?:on|over|to|back|forward)|make sure you (?:won't|don't|are|like|love|enjoy)",
  "show you(?! (?:next|tomorrow|on|when))|show(?! (?:him|her|them|it to))|share (?:my|the|our|a) screen|share it on",
  "have(?! (?:the|it|that|this|these|your|him|her|them|someone|somebody|my|our|an? \\w+ (?:ready|sent|call)))",
  "take(?! (?:a look|care|that up|it up|this up|it to|that to|this to))",
  "get(?! (?:you|him|her|them|back|it|that|this|in touch|someone|somebody|the|our|my|your|hold|an answer))",
  "do(?! (?:that|it|this|so|both|my best|our best|the|one|some))",
  "come(?! (?:by|over|and|at|on|back to you))|come back to (?:that|this|it)",
  "tell you(?! (?:by|on|in|tomorrow|when|next|as soon))|tell (?:the|my) story",
  "let you (?:go|speak|talk|finish|start|begin|continue|decide|choose|off)",
  "give you (?:an example|an idea|an overview|a (?:quick|short|brief|bit|sense|moment|second|minute|feel))|give you that",
  "ask you|keep (?:it|this|that)|run (?:you )?through|use|work(?! (?:out|up|on it))|try$|find(?! (?:out|you|him|her|them|a|an|the|it))",
].join("|");
/** What companies do for one another: "we'll" with any other verb is a plan of their own. */
const DONE_FOR_YOU = [
  "send|mail|e-?mail|post|ship|deliver|forward|share|pass|text|message|ping|call|ring|phone|write|reply|respond|answer|contact|notify|inform|remind",
  "tell (?!you)|let (?:you|them|him|her|everyone) know|keep (?:you|everyone|them)|get (?:you|back|it|that|this|in touch|someone|somebody|the|our|your)|give (?:you(?! that)|them|him|her|everyone)",
  "prepare|draft|draw up|drop (?:you|by|off|in|it)|put|set up|set (?:it|that|this|you)|schedule|book|reserve|pencil|arrange|organi[sz]e|follow up|circle back|loop|introduce|invite|bring|pick",
  "confirm|check|double[- ]?check|review|verify|test|look (?:into|at|for|up)|find (?:out .|you|a|an|the)|ask|talk (?:to|with)|speak (?:to|with)|discuss|raise|clarify|chase|dig|pull|count|collect|measure|work (?:out|up|on it)",
  "include|add|attach|upload|update|change|adjust|extend|correct|fix|repair|replace|swap|remove|install|configure|migrate|import|create|build|make (?:sure|a|an|the|it|that)|print|translate|record|note|document",
  "provide|supply|offer|issue|refund|credit|waive|reimburse|invoice|sign|submit|file|order|request|handle|resolve|sort|take (?:care|a look|that up|it up)|do (?:that|it|this|so)|have (?:it|that|the|your|him|her|them|someone|somebody|our)|visit|come (?:by|over|and|to you)|train|hold (?:it|the|that|those)|be in touch|be back to you|reach out",
].join("|");

type Trigger = { rule: StepRule; isCommitment: boolean; pattern: RegExp };
const trigger = (rule: StepRule, isCommitment: boolean, lead: string, act: string): Trigger => ({
  rule,
  isCommitment,
  pattern: new RegExp(
    `(?<![\\w'])(?<!\\b(?:what|which|who|where|when|how|if) )${lead} ${GAP}${act}`,
    "g",
  ),
});
/** Triggers of speech §13; of two at one place the first wins. */
const TRIGGERS: readonly Trigger[] = [
  trigger(
    "will",
    true,
    I_WILL,
    `(?!(?:${NOT_PROMISED})(?![\\w'])|(?:i|we|the|a|just|also|then|probably|maybe|definitely|always|please|can|could|would|should|do you|is|are|does) )[a-z]{2,}`,
  ),
  trigger("we", true, WE_WILL, `(?:${DONE_FOR_YOU})(?![\\w'])`),
  trigger(
    "offer",
    false,
    "(?:i can|i could|let me|i need to|i have to|i(?:'d| would) be happy to|i(?:'m| am) happy to)",
    ACT,
  ),
  trigger(
    "we",
    false,
    "(?:we (?:can|could|should)|let's|let us|why (?:don't|do not) we|how about we|shall we)",
    ACT,
  ),
  trigger("ask", false, "(?:(?:can|could|would|will) you|you(?:'ll| will)|please)", ACT),
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
