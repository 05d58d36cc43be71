/** Why a sentence counts as a question; the name is the rule of its hit. */
export type QuestionRule =
  | "mark"
  | "wh"
  | "inverted"
  | "about"
  | "suggestion"
  | "final"
  | "request";

const AUX =
  "(?:do|does|did|is|are|was|were|can|could|would|will|should|have|has|had|may|am|shall|'s|'re)(?:n't| not)?";
const SUBJECT =
  "(?:you|your|we|our|they|their|the|it|its|that|this|these|those|there|i|my|he|she|his|her|anyone|someone|people)";
/** A place where a new clause may begin in speech without punctuation. */
const START =
  "(?:^|(?:so|and|but|or|okay|ok|well|then|now|right|yeah|yes|no|great|perfect|good|nice|sure|thanks|understand|exactly|question) )";
const NOT_INDIRECT = "(?<!\\b(?:know|knows|knew|remember|depends on|matter) )";

const RULES: readonly (readonly [QuestionRule, RegExp])[] = [
  [
    "request",
    /\b(?:walk me through|tell me (?:a (?:little|bit) )?(?:bit )?(?:more )?about|talk me through)\b/,
  ],
  [
    "wh",
    new RegExp(
      `${NOT_INDIRECT}(?:${START}who|\\b(?:what|how|why|when|where|whom|whose))(?: (?:kind|type|sort) of \\w+)?(?: else)? ${AUX}(?: \\w+)? ${SUBJECT}\\b`,
    ),
  ],
  [
    "wh",
    new RegExp(
      `${NOT_INDIRECT}\\b(?:how (?:many|much|long|often|soon|big|far|do|quickly)|what|which|whose)(?: \\w+){1,2} (?:do|does|did|are|can|could|would|will|should|have|has) (?:you|your|we|they|it|that|this)\\b`,
    ),
  ],
  [
    "wh",
    new RegExp(
      `${START}who(?: else)? (?:would|will|should|is|are|needs|makes|signs|owns|decides|has)\\b`,
    ),
  ],
  ["wh", new RegExp(`${START}what (?:happens|happened|else|(?:kind|type|sort) of)\\b`)],
  ["about", /\b(?:what|how) about\b/],
  ["suggestion", /\bwhy (?:do not|don't) (?:we|you)\b/],
  [
    "inverted",
    new RegExp(
      "\\b(?:does (?:that|it|this|your|the)|(?<!\\b(?:as|than|neither|nor) )do you|are you|(?:can|could|would) (?:you|that|there)|(?<!\\bif )will (?:that|there)|will you|did you|(?<!\\bto )have you)(?:n't)? \\w+",
    ),
  ],
  [
    "inverted",
    /\b(?:is|are|was|were) there (?:any|anything|anyone|something|a|other|still|more)\b/,
  ],
  [
    "inverted",
    new RegExp(
      `${START}(?:is|are|was|were|do|does|did|can|could|would|will|should|have|has|shall|may)(?:n't)? (?:you|your|we|our|they|their|the|it|that|this|there|i|he|she|these|those|anyone) \\w+`,
    ),
  ],
];

const TAG =
  /(?:^|[\s,])(?:right|correct|okay|ok|yeah|no|huh|eh|you know|(?:is|are|do|does|did|was|were|have|has|had|can|could|wo|will|would|should)(?:n't| not)? (?:it|you|they|we|he|she|i|that|there)(?: not)?)\?*$/;
const RATHER_ASKED =
  /^(?:what|how|why|when|where|who|which|do|does|did|is|are|can|could|would|will|have|has)\b/;

/** Lower case, curly apostrophes straight, no other punctuation than `'` and a final `?`. */
export function foldEnglish(text: string): string {
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}\p{N}'?,\s]/gu, " ")
    .replace(/\?(?!\s*$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return folded;
}

/** A statement with a question hung on it: "you use Gong, right?" */
const isTag = (folded: string): boolean => TAG.test(folded) && !RATHER_ASKED.test(folded);

/** The rule that makes an English sentence a question, or null; `isMarked`: it ends with `?`. */
export function englishQuestion(text: string, isStopped: boolean): QuestionRule | null {
  const folded = foldEnglish(text);
  const isMarked = /[?？]["'”’)]*\s*$/u.test(text);
  const words = folded.replace(/[?,]/g, " ").trim();
  if (words.split(/\s+/).length < 3) return null;
  if (isMarked && isTag(folded)) return null;
  const rule = RULES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
  if (isMarked) return rule ?? "mark";
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
