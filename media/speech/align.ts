/** Forced alignment: grammar text, word placement, acceptance, and the spread fallback (speech.md §4.8). Pure. */
import { primaryLanguage, type Word } from "./engine.ts";
import { spokenForms } from "./spoken-forms.ts";

/** Score per frame of a right text is −11…−16 (worst −28), of a wrong one −59…−77 (best −55). */
export const ACCEPT_ABOVE = -40;

/** One written token that is spoken, with its forms; tokens without sound are not here. */
export type Spoken = { text: string; forms: string[][] };

/** Written tokens of a text, split at white space. */
export function spokenTokens(text: string): Spoken[] {
  return text
    .split(/\s+/)
    .map((token) => ({ text: token, forms: spokenForms(token) }))
    .filter(({ forms }) => forms.length > 0);
}

/** Every word the forms use. */
export function wordsOf(tokens: readonly Spoken[]): string[] {
  return [...new Set(tokens.flatMap(({ forms }) => forms.flat()))];
}

/** Leaves out forms with a word that has no pronunciation; undefined if a token then has none. */
export function keepPronounceable(
  tokens: readonly Spoken[],
  canSay: (word: string) => boolean,
): Spoken[] | undefined {
  const kept = tokens.map(({ text, forms }) => ({
    text,
    forms: forms.filter((form) => form.every(canSay)),
  }));
  return kept.length > 0 && kept.every(({ forms }) => forms.length > 0) ? kept : undefined;
}

/** A chain of states in the FSG format; the forms of one token are parallel paths. */
export function grammar(id: string, tokens: readonly Spoken[]): string {
  const arcs: string[] = [];
  let state = 0;
  let next = 1;
  for (const { forms } of tokens) {
    const end = next++;
    for (const words of forms) {
      let from = state;
      words.forEach((word, n) => {
        const to = n === words.length - 1 ? end : next++;
        arcs.push(`TRANSITION ${from} ${to} 1.0 ${word}`);
        from = to;
      });
    }
    state = end;
  }
  const head = [`FSG_BEGIN ${id}`, `NUM_STATES ${next}`, "START_STATE 0", `FINAL_STATE ${state}`];
  return [...head, ...arcs, "FSG_END", ""].join("\n");
}

/**
 * Gives each token the time of the decoded words it was spoken as, from the first start to the last
 * end; longer forms first. Undefined when the words do not fit the tokens.
 */
export function placeWords(
  tokens: readonly Spoken[],
  decoded: readonly Word[],
): Word[] | undefined {
  const hopeless = new Set<string>();
  const place = (token: number, at: number): Word[] | undefined => {
    const spoken = tokens[token];
    if (spoken === undefined) return at === decoded.length ? [] : undefined;
    if (hopeless.has(`${token} ${at}`)) return undefined;
    for (const form of spoken.forms.toSorted((a, b) => b.length - a.length)) {
      const first = decoded[at];
      const last = decoded[at + form.length - 1];
      if (first === undefined || last === undefined) continue;
      if (!form.every((word, n) => decoded[at + n]?.text === word)) continue;
      const rest = place(token + 1, at + form.length);
      const word = { text: spoken.text, startMs: first.startMs, endMs: last.endMs };
      if (rest !== undefined) return [word, ...rest];
    }
    hopeless.add(`${token} ${at}`);
    return undefined;
  };
  return place(0, 0);
}

/** Whether the sound is this text: hypothesis score per 10 ms frame between first start and last end. */
export function isAccepted(score: number, words: readonly Word[]): boolean {
  const frames = ((words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)) / 10;
  return frames > 0 && score / frames > ACCEPT_ABOVE;
}

/** Shares a range among the words of a text by their letters (texts without spaces: by characters). */
export function spread(
  text: string,
  range: { startMs: number; endMs: number },
  language: string,
): Word[] {
  const words = splitWords(text, language);
  const total = words.reduce((sum, word) => sum + word.length, 0);
  const length = range.endMs - range.startMs;
  let before = 0;
  return words.map((word) => {
    const startMs = range.startMs + Math.round((length * before) / total);
    before += word.length;
    return { text: word, startMs, endMs: range.startMs + Math.round((length * before) / total) };
  });
}

/** White space where the language has it; otherwise dictionary words, punctuation with the word before. */
export function splitWords(text: string, language: string): string[] {
  if (!["ja", "zh", "yue", "th"].includes(primaryLanguage(language))) {
    return text.split(/\s+/).filter(Boolean);
  }
  const words: string[] = [];
  for (const part of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    const piece = part.segment.trim();
    if (piece === "") continue;
    if (part.isWordLike || words.length === 0) words.push(piece);
    else words.push(`${words.pop() ?? ""}${piece}`);
  }
  return words;
}
