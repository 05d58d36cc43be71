import { noPauses } from "../words/pauses.ts";
import { englishQuestions } from "../words/question-rules-en.ts";
import { japaneseQuestion, japaneseSentences } from "../words/question-rules-ja.ts";
import { OPENERS } from "../words/question-words-en.ts";
import { baseLanguage } from "../words/lexicon.ts";

/**
 * A segment as people read it: `text` differs from what is stored in the case of letters only, so places in it stay
 * true; `marks` are written behind the first `at` characters, in order.
 */
export type Readable = { text: string; marks: { at: number; mark: string }[] };

const MARK = /[.,?!;:…。、？！，]["'”’)）」』]*(?=\s|$|[^\u0000-\u02ff])/u;
const OWN = /\p{L}|\p{N}/u;
/** A person who corrected a few words wrote marks where the engine has none. */
const FEW = 0.05;
const LEAST_WORDS = 3;

/** Does the engine give no punctuation? Judged by many segments: one may be cut anywhere. */
export function lacksMarks(texts: readonly string[]): boolean {
  const said = texts.filter((text) => OWN.test(text));
  return said.length > 0 && said.filter((text) => MARK.test(text)).length <= said.length * FEW;
}

const DAYS =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:january|february|april|june|july|august|september|october|november|december)$/;
const I = /^i(?:'(?:m|ll|d|ve))?$/;
/** Names that are words as well: "will", "mark it". */
const COMMON = new Set(
  "will mark may rose grace grant bill art dawn joy hope rich pat drew sue jack frank guy dean amber april june august summer hunter mason the and for you van von".split(
    " ",
  ),
);

/** Words of people's names by their lower case. */
function namesOf(names: readonly string[]): ReadonlyMap<string, string> {
  const parts = names.flatMap((name) => name.split(/[\s,()]+/));
  return new Map(
    parts
      .map((part): [string, string] => [part.toLowerCase(), part])
      .filter(([folded, part]) => part !== folded && part.length > 2 && !COMMON.has(folded)),
  );
}

type Placed = { text: string; from: number; to: number };
const placed = (text: string): Placed[] =>
  [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Where thoughts of a row without marks end: each question, and what was said before it. */
function endsOf(words: readonly Placed[]): { at: number; mark: string }[] {
  const texts = words.map(({ text }) => text);
  const questions = englishQuestions(texts, noPauses).map(({ from }) => {
    let start = from;
    while (start > 0 && OPENERS.has(words[start - 1]?.text.toLowerCase() ?? "")) start -= 1;
    return start;
  });
  const ends = questions.flatMap((start, n) => {
    const at = words[start - 1]?.to;
    if (at === undefined || (n === 0 && start < LEAST_WORDS)) return [];
    return [{ at, mark: n === 0 ? "." : "?" }];
  });
  const mark = questions.length > 0 ? "?" : ".";
  return [...ends, { at: words.at(-1)?.to ?? 0, mark }];
}

function english(text: string, names: readonly string[]): Readable {
  const words = placed(text);
  const known = namesOf(names);
  const marks = endsOf(words);
  const ends = new Set(marks.map(({ at }) => at));
  let shown = "";
  let isFirst = true;
  for (const { text: word, from, to } of words) {
    const folded = word.toLowerCase();
    const stem = folded.replace(/'s$/, "");
    const name = known.get(stem);
    const isProper = I.test(folded) || DAYS.test(stem);
    const written = name === undefined || word !== folded ? word : name + word.slice(stem.length);
    shown += text.slice(shown.length, from);
    shown += isFirst || isProper ? capital(written) : written;
    isFirst = ends.has(to);
  }
  // Some capitals are longer than their letter ("ŉ"); places must stay true.
  const whole = shown + text.slice(shown.length);
  return { text: whole.length === text.length ? whole : text, marks };
}

function japanese(text: string): Readable {
  const end = text.trimEnd().length;
  const marks = japaneseSentences(text.slice(0, end)).flatMap(({ from, to }) => {
    const isAsked = japaneseQuestion(text.slice(from, to)) !== null;
    if (isAsked) return [{ at: to, mark: "？" }];
    return to === end ? [{ at: to, mark: "。" }] : [];
  });
  return { text, marks };
}

/**
 * Sentence case, "I", names as people write them, question marks where the question rules hear one and a full stop at
 * the end, for a segment of an engine that gives none (`lacksMarks`). Other languages, and a segment that has marks
 * already, stay as they are.
 * @param names of the people of the call
 */
export function readableText(text: string, language: string, names: readonly string[]): Readable {
  const base = baseLanguage(language);
  if (!OWN.test(text) || MARK.test(text)) return { text, marks: [] };
  if (base === "ja") return japanese(text);
  return base === "en" ? english(text, names) : { text, marks: [] };
}

/** The whole of it as one text, for files. */
export function withMarks({ text, marks }: Readable): string {
  let from = 0;
  const parts = marks.map(({ at, mark }) => {
    const part = text.slice(from, at) + mark;
    from = at;
    return part;
  });
  return parts.join("") + text.slice(from);
}
