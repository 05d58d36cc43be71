import { fold, UNSPACED } from "../words/fold.ts";
import { lexicalTokens } from "../words/lexicon.ts";

/** product §6. */
export const PHRASE_LENGTH = 120;
const MOST_WORDS = 12;
const MOST_APART = 20;

/** One word of a phrase, or one letter of an unspaced script. `isExact`: no other form of it counts. */
export type PhraseToken = { text: string; isExact: boolean };
/** `near` null: one row of words. Else two, at most that many words from one to the other, in either order. */
export type Phrase = {
  text: string;
  parts: readonly (readonly PhraseToken[])[];
  near: number | null;
};

export const PHRASE_FAULTS = [
  "empty",
  "too_long",
  "quote_open",
  "near_range",
  "near_side",
] as const;
type PhraseFault = (typeof PHRASE_FAULTS)[number];

const NEAR = /\s+near\/(\d+)\s+/giu;
const QUOTED = /["“”„«»「」『』]/u;
const PIECES = new RegExp(`(?:${UNSPACED.source})+|(?:(?!${UNSPACED.source})[\\s\\S])+`, "gu");

type Piece = { text: string; isUnspaced: boolean };

/** A word as trackers compare it: `fold`, no punctuation; letters of an unspaced script one by one. */
export const trackedTokens = (word: string): Piece[] =>
  lexicalTokens(fold(word)).flatMap((token) =>
    [...token.matchAll(PIECES)].flatMap(([text]): Piece[] =>
      UNSPACED.test(text)
        ? Array.from(text, (letter) => ({ text: letter, isUnspaced: true }))
        : [{ text, isUnspaced: false }],
    ),
  );

function tokensOf(part: string): PhraseToken[] | PhraseFault {
  const pieces = part.split(QUOTED);
  if (pieces.length % 2 === 0) return "quote_open";
  const tokens = pieces.flatMap((piece, n) =>
    trackedTokens(piece).map(({ text, isUnspaced }) => ({
      text,
      isExact: isUnspaced || n % 2 === 1,
    })),
  );
  return tokens;
}

/**
 * What somebody wrote as a phrase: `too expensive` in any form of its words, `"route lee"` just so,
 * `"other offer" near/4 price` within four words of each other.
 */
export function parsePhrase(text: string): Phrase | PhraseFault {
  const written = text.normalize("NFC").trim();
  if (written.length > PHRASE_LENGTH) return "too_long";
  const asked = [...written.matchAll(NEAR)];
  if (asked.length > 1 || (asked.length === 0 && /(?:^|\s)near\/\d*(?:\s|$)/iu.test(written)))
    return written.trim() === "" ? "empty" : "near_side";
  const near = asked[0] === undefined ? null : Number(asked[0][1]);
  if (near !== null && (near < 1 || near > MOST_APART)) return "near_range";
  const parts: PhraseToken[][] = [];
  for (const part of near === null ? [written] : written.split(/\s+near\/\d+\s+/iu)) {
    const tokens = tokensOf(part);
    if (typeof tokens === "string") return tokens;
    if (tokens.length === 0) return near === null ? "empty" : "near_side";
    if (tokens.filter(({ text: token }) => !UNSPACED.test(token)).length > MOST_WORDS)
      return "too_long";
    parts.push(tokens);
  }
  return { text: written, parts, near };
}
