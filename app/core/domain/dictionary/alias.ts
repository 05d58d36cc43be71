import { fold, UNSPACED } from "../words/fold.ts";
import { cutWords, joinWords, spreadWords, type Word } from "../words/words.ts";

export type DictionaryTerm = {
  term: string;
  variants: readonly string[];
  isCaseSensitive: boolean;
};
type Entry = { term: string; written: string; isCaseSensitive: boolean };

/**
 * A trie over folded letters. One map holds all edges (`node · 65536 + letter` → node): 5,000 terms
 * with 10 variants each are some 400,000 edges.
 */
export type AliasTrie = { edges: Map<number, number>; ends: Map<number, Entry[]> };

const EDGES = /^([\p{P}\p{S}]*)(.*?)([\p{P}\p{S}]*)$/su;
const POSSESSIVE = /['’]s$/iu;

/** Hyphens read as spaces, and spaces between letters of unspaced scripts do not count. */
function spell(text: string): string {
  const plain = fold(text)
    .replace(/[\s\-‐‑_]+/gu, " ")
    .trim();
  return plain.replace(/ (?=(.))/gu, (space, next: string, at: number) =>
    UNSPACED.test(next) && UNSPACED.test(plain.charAt(at - 1)) ? "" : space,
  );
}
const step = (trie: AliasTrie, node: number, letter: number) =>
  trie.edges.get(node * 65_536 + letter);

function insert(trie: AliasTrie, entry: Entry) {
  let node = 0;
  const spelled = spell(entry.written);
  if (spelled === "") return;
  for (let n = 0; n < spelled.length; n += 1) {
    const letter = spelled.charCodeAt(n);
    const next = step(trie, node, letter) ?? trie.edges.size + 1;
    trie.edges.set(node * 65_536 + letter, next);
    node = next;
  }
  trie.ends.set(node, [...(trie.ends.get(node) ?? []), entry]);
}

/** Joins the terms with their variants. Where two say the same, a term goes before a variant. */
export function buildAliasTrie(terms: readonly DictionaryTerm[]): AliasTrie {
  const trie: AliasTrie = { edges: new Map(), ends: new Map() };
  for (const { term, isCaseSensitive } of terms)
    insert(trie, { term, written: term, isCaseSensitive });
  for (const { term, variants, isCaseSensitive } of terms) {
    for (const written of variants) insert(trie, { term, written, isCaseSensitive });
  }
  return trie;
}

type Token = { before: string; body: string; spelled: string; after: string; isSpaced: boolean };

function tokenOf({ text, isSpaced }: Word): Token {
  const [, before = "", body = "", after = ""] = EDGES.exec(text) ?? [];
  return { before, body, spelled: spell(body), after, isSpaced };
}

type Match = { to: number; term: string; suffix: string };

function walk(trie: AliasTrie, from: number, letters: string): number | undefined {
  let node: number | undefined = from;
  for (let n = 0; n < letters.length && node !== undefined; n += 1)
    node = step(trie, node, letters.charCodeAt(n));
  return node;
}

/** The entry that ends here: a case-sensitive one must be written as it is said to be. */
function endingAt(trie: AliasTrie, node: number | undefined, written: string): Entry | undefined {
  return node === undefined
    ? undefined
    : trie.ends.get(node)?.find((entry) => !entry.isCaseSensitive || entry.written === written);
}

function joint(left: Token, right: Token): string {
  const isUnspaced =
    UNSPACED.test(left.spelled.slice(-1)) && UNSPACED.test(right.spelled.charAt(0));
  return right.isSpaced && !isUnspaced ? " " : "";
}

/** The longest entry that begins at token `from`; punctuation inside stops it ("sales. Force"). */
function longest(trie: AliasTrie, tokens: readonly Token[], from: number): Match | null {
  let found: Match | null = null;
  let node: number | undefined = 0;
  let written = "";
  for (let n = from; n < tokens.length && node !== undefined; n += 1) {
    const token = tokens[n];
    const last = tokens[n - 1];
    if (!token || token.spelled === "") break;
    if (n > from && last) {
      if (last.after !== "" || token.before !== "") break;
      node = walk(trie, node, joint(last, token));
      if (node === undefined) break;
      written += token.isSpaced ? " " : "";
    }
    const suffix = POSSESSIVE.exec(token.body)?.[0] ?? "";
    const stem = token.body.slice(0, token.body.length - suffix.length);
    const atStem =
      suffix === "" ? undefined : endingAt(trie, walk(trie, node, spell(stem)), written + stem);
    node = walk(trie, node, token.spelled);
    written += token.body;
    const whole = endingAt(trie, node, written);
    if (whole) found = { to: n + 1, term: whole.term, suffix: "" };
    else if (atStem) found = { to: n + 1, term: atStem.term, suffix };
  }
  return found;
}

/** The term in place of the words: first start, last end, lowest confidence, punctuation around kept. */
function canonical(
  words: readonly Word[],
  { term, suffix }: Match,
  tokens: readonly Token[],
): Word[] {
  const confidences = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  const pieces = cutWords(
    `${tokens[0]?.before ?? ""}${term}${suffix}${tokens.at(-1)?.after ?? ""}`,
  );
  const span = { startMs: words[0]?.startMs ?? 0, endMs: words.at(-1)?.endMs ?? 0 };
  const timed = spreadWords(
    pieces,
    span,
    confidences.length === 0 ? null : Math.min(...confidences),
  );
  return timed.map((word, n) =>
    n === 0 ? { ...word, isSpaced: words[0]?.isSpaced ?? false } : word,
  );
}

export type Corrected = {
  words: Word[];
  /** The words as they came, when any was replaced: kept beside the text people read. */
  raw: Word[] | null;
  replaced: number;
};

/** Words as they came, and what should be written in their place; null where they stay. */
export type CutWords = { said: readonly Word[]; better: Word[] | null };

/** At each word the longest match first (speech §9). */
export function cutByDictionary(words: readonly Word[], trie: AliasTrie): CutWords[] {
  const tokens = words.map(tokenOf);
  const cut: CutWords[] = [];
  for (let n = 0; n < words.length; ) {
    const match = trie.edges.size === 0 ? null : longest(trie, tokens, n);
    const said = words.slice(n, match?.to ?? n + 1);
    const better = match ? canonical(said, match, tokens.slice(n, match.to)) : null;
    const isBetter = better !== null && joinWords(better) !== joinWords(said);
    cut.push({ said, better: isBetter ? better : null });
    n += said.length;
  }
  return cut;
}

/** Writes dictionary terms as they should be. */
export function applyDictionary(words: readonly Word[], trie: AliasTrie): Corrected {
  const cut = cutByDictionary(words, trie);
  const replaced = cut.filter(({ better }) => better !== null).length;
  return {
    words: cut.flatMap(({ said, better }) => better ?? said),
    raw: replaced > 0 ? [...words] : null,
    replaced,
  };
}
