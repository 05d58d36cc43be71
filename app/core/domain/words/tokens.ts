import { segmentWords } from "./words.ts";
import { foldText, UNSPACED } from "./fold.ts";

/**
 * One position of a text. A spaced word has one lexeme; a letter of an unspaced script has its pair
 * with the next letter (itself at the end of the run) and each word that begins there.
 * [from, to) are its characters in the text.
 */
export type Token = { lexemes: string[]; from: number; to: number };

const MAX_LEXEME = 64;
/** Numbers with thousands, words with apostrophes inside; everything else parts words. */
const RUN = /\d{1,3}(?:,\d{3})+(?![\d,])|[\p{L}\p{N}\p{M}]+(?:'\p{L}+)*/gu;
const PARTS = new RegExp(`(?:${UNSPACED.source})+|(?:(?!${UNSPACED.source})[\\s\\S])+`, "gu");

/** "Acme's" is Acme, "don't" is dont, "1,000" is 1000: the same in texts and in questions. */
const lexemeOf = (word: string) =>
  word.replace(/'s$/, "").replace(/[',]/g, "").slice(0, MAX_LEXEME);

export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

const lettersIn = (text: string) => Array.from(text).length;

type Run = { text: string; at: number[]; end: number };

/** Words of an unspaced run by the offset they begin at; cut as written, folded afterwards. */
function wordsOf(original: string, from: number): Map<number, string> {
  const words = new Map<number, string>();
  for (const { segment, index, isWordLike } of segmentWords(original)) {
    if (isWordLike === true) words.set(from + index, foldText(segment).text.slice(0, MAX_LEXEME));
  }
  return words;
}

function pushUnspaced({ text, at, end }: Run, original: string, into: Token[]) {
  const letters: { letter: string; index: number }[] = [];
  let index = 0;
  for (const letter of text) {
    letters.push({ letter, index });
    index += letter.length;
  }
  const begin = at[0] ?? 0;
  const words = wordsOf(original.slice(begin, end), begin);
  letters.forEach(({ letter, index }, n) => {
    const from = at[index] ?? begin;
    const next = letters[n + 1];
    const pair = letter + (next?.letter ?? "");
    const word = words.get(from);
    const to = next ? (at[next.index] ?? end) : end;
    into.push({ lexemes: word === undefined || word === pair ? [pair] : [pair, word], from, to });
  });
}

/** Cuts a text into positions and lexemes: words, and for unspaced scripts pairs of letters and words. */
export function tokenise(text: string): Token[] {
  const folded = foldText(text);
  const place = (n: number) => (n >= folded.text.length ? text.length : (folded.at?.[n] ?? n));
  const tokens: Token[] = [];
  for (const run of folded.text.matchAll(RUN)) {
    for (const part of run[0].matchAll(PARTS)) {
      const first = run.index + part.index;
      const last = first + part[0].length;
      if (!isUnspaced(part[0])) {
        const lexeme = lexemeOf(part[0]);
        if (lexeme !== "") tokens.push({ lexemes: [lexeme], from: place(first), to: place(last) });
        continue;
      }
      const at = Array.from({ length: part[0].length }, (_, n) => place(first + n));
      pushUnspaced({ text: part[0], at, end: place(last) }, text, tokens);
    }
  }
  return tokens;
}

/** One lexeme of a sequence: `at` positions after its first. */
export type Step = { lexeme: string; at: number; isPrefix: boolean };
/**
 * Lexemes that stand one after another, over `span` positions. `word`: a lexeme that says the same
 * alone, where the text was cut as the question was.
 */
export type Sequence = { steps: Step[]; span: number; word: string | null };

function stepsOf(tokens: readonly Token[], text: string): Sequence {
  const steps: Step[] = [];
  let word: string | null = null;
  tokens.forEach(({ lexemes, from, to }, n) => {
    const [lexeme = ""] = lexemes;
    const letters = text.slice(from, to);
    const last = tokens[n - 1];
    const goesOn =
      last !== undefined && last.to === from && isUnspaced(text.slice(last.from, last.to));
    const isEndOfRun = isUnspaced(letters) && lettersIn(lexeme) === 1;
    if (isEndOfRun && goesOn) return; // its pair with the letter before says it
    steps.push({ lexeme, at: n, isPrefix: isEndOfRun });
  });
  if (tokens.length > 2 && steps.length === tokens.length - 1 && isUnspaced(text)) {
    word = tokens[0]?.lexemes[1] ?? null;
    if (word !== null && lettersIn(word) !== tokens.length) word = null;
  }
  return { steps, span: tokens.length, word };
}

/** The words of a question as one sequence: a phrase. Null when nothing of it can be searched. */
export function phraseSequence(question: string): Sequence | null {
  const text = question.normalize("NFKC");
  const tokens = tokenise(text);
  return tokens.length === 0 ? null : stepsOf(tokens, text);
}

/**
 * A word of a question as sequences that must all be there: "node.js" is one of two steps,
 * 価格プラン two words, each found by its letters.
 */
export function wordSequences(text: string): Sequence[] {
  const pieces: string[] = [];
  for (const part of text.normalize("NFKC").matchAll(PARTS)) {
    if (!isUnspaced(part[0])) pieces.push(part[0]);
    else {
      for (const { segment, isWordLike } of segmentWords(part[0]))
        if (isWordLike === true) pieces.push(segment);
    }
  }
  return pieces.flatMap((piece) => phraseSequence(piece) ?? []);
}
