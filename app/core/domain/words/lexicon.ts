import { EN } from "./lexicon-en.ts";
import { JA } from "./lexicon-ja.ts";
import type { WordLists } from "./word-lists.ts";

export const LEXICON_KINDS = ["filler", "backchannel"] as const;
export type LexiconKind = (typeof LEXICON_KINDS)[number];
/** `tokens` are folded (`lexicalTokens`); `text` is the entry as it is shown. */
export type LexiconEntry = {
  text: string;
  kind: LexiconKind;
  isUnsure: boolean;
  tokens: readonly string[];
};
/** `isSpaced`: words are written with spaces between them (en), or not (ja). */
export type Lexicon = { language: string; isSpaced: boolean; entries: readonly LexiconEntry[] };
/** A workspace's own words: table `lexicon_word`. */
export type LexiconChange = { kind: LexiconKind; text: string; isRemoved: boolean };

const DEFAULTS: Readonly<Record<string, WordLists>> = { en: EN, ja: JA };

/** "en-US" → "en". */
export const baseLanguage = (language: string): string =>
  language.toLowerCase().split(/[-_]/)[0] ?? "";

/**
 * A word as lexicons compare it (data §8): NFKC, lower case, no punctuation, katakana as hiragana,
 * wave dashes as the long vowel mark and runs of it as one. "mm-hmm" is two tokens.
 */
export function lexicalTokens(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[〜~―—]/g, "ー")
    .replace(/ー+/g, "ー")
    .replace(/(?<=[\p{L}\p{N}])['’](?=\p{L})/gu, "")
    .split(/[^\p{L}\p{N}\p{M}ー]+/u)
    .filter((token) => token !== "" && token !== "ー");
}

function entriesOf(list: string, kind: LexiconKind): LexiconEntry[] {
  return list
    .split(/[,、]/u)
    .map((raw) => raw.trim())
    .filter((raw) => raw !== "")
    .map((raw) => {
      const text = raw.replace(/\*$/, "");
      return { text, kind, isUnsure: raw.endsWith("*"), tokens: lexicalTokens(text) };
    });
}

/** An entry as people write it, the star with it. */
export const entryText = ({ text, isUnsure }: Pick<LexiconEntry, "text" | "isUnsure">): string =>
  isUnsure ? `${text}*` : text;

const idOf = (entry: { kind: LexiconKind; tokens: readonly string[] }) =>
  `${entry.kind}\t${entry.tokens.join(" ")}`;

/**
 * The word lists of a language with a workspace's additions and removals; null for a language
 * without defaults and without additions.
 */
export function lexiconOf(
  language: string,
  changes: readonly LexiconChange[] = [],
): Lexicon | null {
  const base = baseLanguage(language);
  const lists = DEFAULTS[base];
  const byId = new Map<string, LexiconEntry>();
  const put = (entry: LexiconEntry) => entry.tokens.length > 0 && byId.set(idOf(entry), entry);
  if (lists) {
    entriesOf(lists.backchannels, "backchannel").forEach(put);
    entriesOf(lists.fillers, "filler").forEach(put);
  }
  for (const change of changes) {
    for (const entry of entriesOf(change.text, change.kind)) {
      if (change.isRemoved) byId.delete(idOf(entry));
      else put(entry);
    }
  }
  if (byId.size === 0) return null;
  return { language: base, isSpaced: base !== "ja", entries: [...byId.values()] };
}

/** 64-bit FNV-1a of the union in use, 16 hex digits: the same words give the same name in any order. */
export function lexiconHash(lexicon: Lexicon | null): string {
  const lines = (lexicon?.entries ?? [])
    .map((entry) => `${idOf(entry)}\t${entry.isUnsure ? "*" : ""}`)
    .sort();
  const bytes = new TextEncoder().encode([lexicon?.language ?? "", ...lines].join("\n"));
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}
