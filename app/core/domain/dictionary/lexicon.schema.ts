import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { LEXICON_KINDS, lexicalTokens } from "../words/lexicon.ts";

/** Those that calls are measured in. */
export const LEXICON_LANGUAGES = ["en", "ja"] as const;
export type LexiconLanguage = (typeof LEXICON_LANGUAGES)[number];

const MOST_LETTERS = 120;
const MOST_WORDS = 12;

/** The words of a form, one a line or with commas between them, each once. A star at the end: often an ordinary word. */
export const lexiconWordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n,、]/u)
      .map((word) =>
        word
          .normalize("NFC")
          .trim()
          .replace(/\s*[*＊]+$/u, "*"),
      )
      .filter((word) => word !== ""),
  ),
];

/** Why a word cannot be listened for, as a form code; null where it can. */
export function lexiconFault(word: string): string | null {
  const tokens = lexicalTokens(word);
  const why =
    tokens.length === 0
      ? "empty"
      : word.length > MOST_LETTERS || tokens.length > MOST_WORDS
        ? "too_long"
        : null;
  if (why === null) return null;
  return `invalid?${new URLSearchParams({ why, phrase: word.slice(0, MOST_LETTERS) }).toString()}`;
}

// A list without a word is never meant: nothing would be counted any more.
const words = z.string().transform((text, context) => {
  const found = lexiconWordsOf(text);
  const fault =
    found.length === 0
      ? "required"
      : found.length > LIMITS.lexiconWords
        ? `too_many_entries?n=${LIMITS.lexiconWords}`
        : found.map(lexiconFault).find((code) => code !== null);
  if (typeof fault === "string") context.addIssue({ code: "custom", message: fault });
  return found;
});

const ofList = {
  language: z.enum(LEXICON_LANGUAGES),
  list: z.enum(LEXICON_KINDS),
};
export const changeLexiconForm = z.object({
  intent: z.literal("change_lexicon"),
  ...ofList,
  words,
  /** The list that was changed, by its hash: one that somebody else changed meanwhile is not. */
  seen: z.string().regex(/^[0-9a-f]{16}$/),
});
export const previewLexiconForm = z.object({ ...ofList, words });
/** The same for the browser, where the form may also ask for a preview. */
export const lexiconPageForm = changeLexiconForm.extend({
  intent: z.enum(["change_lexicon", "preview_lexicon"]),
});
export const restoreLexiconForm = z.object(ofList);
export const recountLexiconForm = z.object({ language: ofList.language });

export type LexiconChangeForm = Omit<z.output<typeof changeLexiconForm>, "intent">;
export type LexiconAsked = z.output<typeof previewLexiconForm>;
export type LexiconList = z.output<typeof restoreLexiconForm>;
