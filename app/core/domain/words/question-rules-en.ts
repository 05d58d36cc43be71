import { type HasPause, noPauses } from "./pauses.ts";
import {
  AGREES,
  ANSWERED,
  ANY_SUBJECT,
  BE,
  BOUND,
  DETERMINERS,
  DO,
  GREETING,
  HAVE,
  HESITATIONS,
  IN_SITU_BEFORE,
  isAuxiliary,
  MODAL,
  NO_MODIFIER,
  OPENERS,
  PRONOUN,
  SUBJECT,
  SUBJECT_VERB,
  SUBORDINATORS,
  TELLERS,
  WH,
  WHAT_NOUN,
  WH_SHORT,
} from "./question-words-en.ts";

/** Why a sentence counts as a question; the name is the rule of its hit. */
export type QuestionRule =
  | "mark"
  | "wh"
  | "inverted"
  | "about"
  | "suggestion"
  | "final"
  | "request";
/** A question that begins at a word of its sentence. */
export type QuestionStart = { from: number; rule: QuestionRule };

/** A word as rules read it; `at` is its place, `isOpen`: a thought may begin here. */
type Token = { text: string; at: number; isOpen: boolean };

const foldWord = (word: string): string =>
  word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}\p{N}']/gu, "");

/** Without hesitations and words said twice: "do you uh do you have". */
function tokensOf(words: readonly string[], hasPause: HasPause): Token[] {
  const tokens: Token[] = [];
  const isSaid = (text: string, back: number) => tokens.at(-back)?.text === text;
  let isOpen = true;
  words.forEach((word, at) => {
    const text = foldWord(word);
    if (hasPause(at)) isOpen = true;
    if (text !== "" && !HESITATIONS.has(text)) {
      const isTwice = isSaid(text, 1);
      const isPairTwice =
        isSaid(text, 2) && tokens.length > 2 && isSaid(tokens.at(-1)?.text ?? "", 3);
      if (isPairTwice) tokens.pop();
      else if (!isTwice) tokens.push({ text, at, isOpen });
      const pair = tokens.slice(-2);
      const said = pair.map((one) => one.text).join(" ");
      isOpen =
        OPENERS.has(text) ||
        GREETING.test(said) ||
        (pair[0]?.isOpen === true && ANSWERED.test(said));
    }
    if (/[,.;:!?…–—]["'”’)]*$/u.test(word)) isOpen = true;
  });
  return tokens;
}

const REQUEST =
  /^(?:walk me through|talk me through|help me understand|tell me (?:a (?:little |bit )*)?(?:bit )?(?:more )?about)\b/;
const ABOUT = /^(?:what|how) about\b/;
const SUGGESTION = /^(?:what if|how come|why (?:don't|do not|not) \w)/;
/** Said without waiting for an answer. */
const SET_PHRASE =
  /^(?:would you believe|do you know what i mean|what can i say|what do you call|how do you say|who knows|what happens is|what happened is|what's more|what i|how shall i|is what|are you kidding)\b/;
/** "How long it takes is what everyone asks": a question that is only named. */
const NAMED = / (?:is|was) (?:what|something|the question|a question|my question|the thing)\b/;
const CONFIRMED =
  /^is that (?:right|correct|okay|ok|fine|possible|true|clear|enough|so|it|realistic|something|included|mandatory|too|still|all)\b/;
const IS_THERE =
  /^(?:is|are|was|were|isn't|aren't) there (?:a|an|any|anything|anyone|anybody|something|someone|another|other|still|more|enough|some)\b/;
/** Words between a question word and its verb: "how many of your people". */
const MODIFIERS = 3;
/** How far a rule looks ahead. */
const AHEAD = 16;

/** "What is important is …" names a thing. */
const isNaming = (texts: readonly string[], from: number): boolean =>
  texts.slice(from, from + 5).some((text) => text === "is" || text === "was");

const isRelative = (texts: readonly string[], n: number, verb: number): boolean =>
  verb === n + 1 &&
  ((texts[n] === "which" && BE.has(texts[verb] ?? "")) ||
    (texts[n] === "who" && !MODAL.has(texts[verb] ?? "")));

/** The verb that inverts behind a question word, if its subject follows it: "how soon could we". */
function isWh(texts: readonly string[], n: number, isOpen: boolean): boolean {
  const word = texts[n] ?? "";
  if (WH_SHORT.has(word))
    return SUBJECT.has(texts[n + 1] ?? "") || (isOpen && !isNaming(texts, n + 1));
  if (!WH.has(word)) return false;
  for (let verb = n + 1; verb <= n + 1 + MODIFIERS; verb += 1) {
    const [text = "", next = ""] = [texts[verb], texts[verb + 1]];
    if (!isAuxiliary(text)) {
      const isPart = texts[verb - 1] === "of"; // "how many of them"
      if (text === "" || (NO_MODIFIER.has(text) && !isPart)) return false;
      continue;
    }
    if (next === "") return false;
    // "A mess, which is the problem", "the ones who have it": relative clauses.
    if (isRelative(texts, n, verb) && !(isOpen && word === "who")) return false;
    // "What matters most is the date" says it.
    if (verb > n + 1 && word === "what" && BE.has(text) && !WHAT_NOUN.has(texts[n + 1] ?? ""))
      return false;
    if (SUBJECT.has(next)) return true;
    // "What did orders look like", "which week would suit": no subject that its first word shows.
    return DO.has(text) || (isOpen && !isNaming(texts, verb + 1));
  }
  return false;
}

function isSubjectWh(texts: readonly string[], n: number): boolean {
  const [word = "", next = ""] = [texts[n], texts[n + 1]];
  // "How many people look after it".
  if (word === "how" && /^(?:many|much)$/.test(next))
    return texts.length > n + 3 && !texts.slice(n + 2, n + 5).some((text) => PRONOUN.has(text));
  if (word === "who") return next !== "" && !PRONOUN.has(next) && !SUBJECT.has(next);
  return word === "what" && (SUBJECT_VERB.has(next) || /^(?:kind|type|sort|time)$/.test(next));
}

const QUANTITY: ReadonlySet<string> = new Set(["both", "all", "each", "some", "any", "most"]);

/** Verb before subject. Where no thought begins, only pronouns that agree count: "he does the books". */
function isInverted(tokens: readonly Token[], texts: readonly string[], n: number): boolean {
  const [verb = "", subject = "", rest = ""] = [texts[n], texts[n + 1], texts[n + 2]];
  if (!isAuxiliary(verb) || rest === "") return false;
  const bare = verb.replace(/n't$/, "").replace(/^ca$/, "can").replace(/^wo$/, "will");
  // "Do both of you agree" asks; "we can do both you would have won" is half of a sentence.
  if (bare === "do" && QUANTITY.has(subject) && rest !== "of") return false;
  if (tokens[n]?.isOpen === true) {
    if (verb === "may" || verb === "might" || verb === "must") return /^(?:i|we)$/.test(subject);
    if (HAVE.has(verb)) return PRONOUN.has(subject) || (/^has/.test(verb) && SUBJECT.has(subject));
    if (/^(?:does|did)/.test(verb)) return subject !== "not";
    return SUBJECT.has(subject) && !(bare === "do" && /^(?:that|this|it|the|a|all)$/.test(subject));
  }
  const before = texts[n - 1] ?? "";
  if (BOUND.has(before)) return false;
  if (HAVE.has(verb) && /^(?:on|in|here|back|at|with|for|to|a|the|all|both)$/.test(rest))
    return false;
  if (verb === "may")
    return /^(?:i|we)$/.test(subject) && !/^(?:in|of|this|last|next|by|until)$/.test(before);
  if (MODAL.has(verb)) return ANY_SUBJECT.has(subject);
  return AGREES[bare]?.has(subject) === true;
}

/** "Our delivery address is it …": so many words name what is asked about. */
const NAMED_FIRST = 3;
/**
 * May verb before subject ask here? Where a thought or its main clause begins, or where what is asked about was named
 * first; in the middle of a flowing row it is half of two sentences: "we can do both you would have won".
 */
function mayInvert(tokens: readonly Token[], n: number): boolean {
  const start = tokens.findLastIndex(({ isOpen }, at) => at <= n && isOpen);
  const first = tokens[start]?.text ?? "";
  return (
    start === n || SUBORDINATORS.has(first) || (DETERMINERS.has(first) && n - start <= NAMED_FIRST)
  );
}

function ruleAt(
  tokens: readonly Token[],
  texts: readonly string[],
  n: number,
  isCut: boolean,
): QuestionRule | null {
  const from = texts.slice(n, n + AHEAD).join(" ");
  const isOpen = tokens[n]?.isOpen === true;
  if (REQUEST.test(from)) return "request";
  const [before = "", earlier = ""] = [texts[n - 1], texts[n - 2]];
  const isTold =
    (TELLERS.has(before) && !isOpen) ||
    (/^(?:me|you|us|him|her|them)$/.test(before) && TELLERS.has(earlier));
  if (SET_PHRASE.test(from) || NAMED.test(from)) return null;
  if (!isTold && SUGGESTION.test(from)) return from.startsWith("why") ? "suggestion" : "about";
  if (!isTold && ABOUT.test(from)) return "about";
  if (!isTold && (isWh(texts, n, isOpen) || (isOpen && isSubjectWh(texts, n)))) return "wh";
  if (IS_THERE.test(from) && !BOUND.has(before)) return "inverted";
  if (CONFIRMED.test(from) || (isOpen && ANY_MORE.test(from))) return "inverted";
  if (!isCut && !mayInvert(tokens, n)) return null;
  return isInverted(tokens, texts, n) ? "inverted" : null;
}

/** Without a verb of its own: "anything else I should know", "any chance of a discount". */
const ANY_MORE =
  /^any(?:thing|one|body) else\b(?! (?:is|was|would|will|can))|^any (?:questions?|thoughts?|ideas?|chance|news|concerns|feedback|updates?|luck)\b/;
const LAST = /^(?:what|when|where|who|which|whom|how (?:much|many|long|often|far|soon))$/;
/** "The quote is valid until when": the question word stands where the answer would. */
function inSitu(texts: readonly string[]): number | null {
  const end = /^(?:exactly|then|again)$/.test(texts.at(-1) ?? "") ? texts.length - 1 : texts.length;
  for (const from of [end - 2, end - 1]) {
    if (from < 1 || !LAST.test(texts.slice(from, end).join(" "))) continue;
    return IN_SITU_BEFORE.has(texts[from - 1] ?? "") ? from : null;
  }
  return null;
}

/** Two questions stand at least so many words apart; nearer it is one: "do you know what it is". */
const APART = 5;
const LEAST_WORDS = 3;

function startsOf(words: readonly string[], hasPause: HasPause, isCut: boolean): QuestionStart[] {
  const tokens = tokensOf(words, hasPause);
  const texts = tokens.map(({ text }) => text);
  if (texts.length < LEAST_WORDS) return [];
  const found: QuestionStart[] = [];
  let last = -APART;
  tokens.forEach(({ at }, n) => {
    if (n - last < APART || texts.length - n < 2) return;
    const rule = ruleAt(tokens, texts, n, isCut);
    if (rule === null) return;
    found.push({ from: at, rule });
    last = n;
  });
  if (found.length === 0 && inSitu(texts) !== null) return [{ from: 0, rule: "wh" }];
  return found;
}

/** Questions of an English row of words that no mark shows, in order. */
export const englishQuestions = (words: readonly string[], hasPause: HasPause): QuestionStart[] =>
  startsOf(words, hasPause, false);

const TAG =
  /(?:^|,\s*)(?:(?:all )?right|correct|okay|ok|yeah|yes|no|huh|eh|you know)\s*\?*$|(?:^|[\s,])(?:right|correct|huh|eh|(?:is|are|do|does|did|was|were|have|has|had|can|could|ca|wo|will|would|should)(?:n't| not)? (?:it|you|they|we|he|she|i|that|there)(?: not)?)\s*\?*$/;

/** Lower case, curly apostrophes straight, no other punctuation than `'`, commas and a final `?`. */
export function foldEnglish(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}\p{N}'?,\s]/gu, " ")
    .replace(/\?(?!\s*$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The rule that makes an English sentence a question, or null; `isStopped`: it ends with a full stop. */
export function englishQuestion(text: string, isStopped: boolean): QuestionRule | null {
  const isMarked = /[?？]["'”’)]*\s*$/u.test(text);
  const words = text.trim().split(/\s+/);
  if (words.filter((word) => foldWord(word) !== "").length < LEAST_WORDS) return null;
  // Marks have cut it already: what is inverted inside it is no half of another sentence.
  const rule = startsOf(words, noPauses, true)[0]?.rule ?? null;
  // A statement with a question hung on it ("you use Gong, right?") asks for a nod.
  if (isMarked) return rule ?? (TAG.test(foldEnglish(text)) ? null : "mark");
  // An engine that writes stops and wrote a full stop has heard a statement.
  return isStopped && rule !== "request" ? null : rule;
}

const OPEN = /\b(?:what|how|why|when|where|who|whom|whose|which)\b/;
/** Open: wh-, or an invitation to tell. */
export const isOpenEnglish = (text: string, rule: QuestionRule): boolean =>
  rule === "wh" ||
  rule === "about" ||
  rule === "request" ||
  (rule === "mark" && OPEN.test(foldEnglish(text)));
