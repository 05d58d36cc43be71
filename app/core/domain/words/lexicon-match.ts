import { lexicalTokens, type Lexicon, type LexiconEntry } from "./lexicon.ts";

/** `from` and `to` (exclusive) index the words given. */
export type LexiconMatch = { entry: LexiconEntry; from: number; to: number };
/** Finds entries in a row of words; built once for a lexicon and used for a whole call. */
export type Matcher = {
  /** Longest entry first, left to right, never overlapping; edges lie on word edges. */
  find(words: readonly string[]): LexiconMatch[];
  /** Fewest backchannel entries that cover all words exactly, or null when none do. */
  cover(words: readonly string[]): number | null;
};

type Token = { text: string; word: number };

function tokensOf(words: readonly string[]): Token[] {
  return words.flatMap((word, n) => lexicalTokens(word).map((text) => ({ text, word: n })));
}

function findEntries(tokens: readonly Token[], known: Map<string, LexiconEntry>, space: string) {
  const longest = Math.max(
    0,
    ...[...known.keys()].map((key) => (space ? key.split(space).length : key.length)),
  );
  const found: LexiconMatch[] = [];
  for (let at = 0; at < tokens.length; ) {
    let step = 1;
    for (let count = Math.min(longest, tokens.length - at); count > 0; count -= 1) {
      const run = tokens.slice(at, at + count);
      const entry = known.get(run.map(({ text }) => text).join(space));
      const [first, last] = [run[0], run[count - 1]];
      const next = tokens[at + count];
      // An entry that ends inside a word ("uh" of "uh-huh-like") is not that entry.
      if (!entry || !first || !last || next?.word === last.word) continue;
      if (at > 0 && tokens[at - 1]?.word === first.word) continue;
      found.push({ entry, from: first.word, to: last.word + 1 });
      step = count;
      break;
    }
    at += step;
  }
  return found;
}

/** Shortest exact cover of `text` by `entries`; with `space`, entries end at spaces only. */
function coverText(text: string, entries: readonly string[], space: string): number | null {
  const best: (number | null)[] = [0];
  for (let to = 1; to <= text.length; to += 1) {
    best[to] = null;
    for (const entry of entries) {
      const from = to - entry.length;
      const before = from <= 0 ? 0 : from - space.length;
      if (from < 0 || !text.startsWith(entry, from)) continue;
      if (space && to < text.length && text[to] !== space) continue;
      if (space && from > 0 && text[before] !== space) continue;
      const count = best[before];
      if (count === null || count === undefined) continue;
      best[to] = Math.min(best[to] ?? Infinity, count + 1);
    }
  }
  return text === "" ? null : (best[text.length] ?? null);
}

export function matcherOf(lexicon: Lexicon): Matcher {
  const space = lexicon.isSpaced ? " " : "";
  const known = new Map<string, LexiconEntry>();
  for (const entry of lexicon.entries) {
    const key = entry.tokens.join(space);
    // A word on both lists ("hmm") is found as a filler; covering looks at backchannels alone.
    if (entry.kind === "filler" || !known.has(key)) known.set(key, entry);
  }
  const covers = lexicon.entries
    .filter(({ kind }) => kind === "backchannel")
    .map(({ tokens }) => tokens.join(space));
  return {
    find: (words) => findEntries(tokensOf(words), known, space),
    cover: (words) =>
      coverText(
        tokensOf(words)
          .map(({ text }) => text)
          .join(space),
        covers,
        space,
      ),
  };
}
