import { type Sequence, type Token, tokenise } from "../words/tokens.ts";

/** [from, to) characters of a text. */
export type Mark = [number, number];
const SNIPPET_LENGTH = 200;
const LEAD = 60;

function standsAt(tokens: readonly Token[], n: number, { steps, word, span }: Sequence): boolean {
  if (word !== null && tokens[n]?.lexemes.includes(word) === true) return true;
  return (
    n + span <= tokens.length &&
    steps.every(({ lexeme, at, isPrefix }) =>
      tokens[n + at]?.lexemes.some((own) => (isPrefix ? own.startsWith(lexeme) : own === lexeme)),
    )
  );
}

/** Where the sequences stand in a text: sorted, joined where they touch. */
export function marksIn(text: string, sequences: readonly Sequence[]): Mark[] {
  const tokens = tokenise(text);
  const found: Mark[] = [];
  tokens.forEach((token, n) => {
    for (const sequence of sequences) {
      if (!standsAt(tokens, n, sequence)) continue;
      found.push([token.from, tokens[n + sequence.span - 1]?.to ?? token.to]);
    }
  });
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return found.reduce<Mark[]>((joined, [from, to]) => {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
    return joined;
  }, []);
}

/** Moves a cut out of a word and out of a surrogate pair. */
function edge(text: string, at: number, step: -1 | 1): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  for (let n = at; Math.abs(n - at) < 20 && n > 0 && n < text.length; n += step) {
    if (/\s/.test(text[n - 1] ?? "")) return n;
  }
  return /[\udc00-\udfff]/.test(text[at] ?? "") ? at + step : at;
}

/** A piece of the text around the first place found, marks as [start, end) in that piece. */
export function makeSnippet(text: string, sequences: readonly Sequence[], length = SNIPPET_LENGTH) {
  const marks = marksIn(text, sequences);
  if (text.length <= length) return { text, marks };
  const first = marks[0]?.[0] ?? 0;
  const from = first <= LEAD ? 0 : edge(text, Math.min(first - LEAD, text.length - length), 1);
  const to = edge(text, from + length, -1);
  const before = from > 0 ? "… " : "";
  const piece = `${before}${text.slice(from, to).trimEnd()}${to < text.length ? " …" : ""}`;
  const shift = before.length - from;
  return {
    text: piece,
    marks: marks
      .filter((mark) => mark[0] >= from && mark[1] <= to)
      .map(([a, b]): Mark => [a + shift, b + shift]),
  };
}
