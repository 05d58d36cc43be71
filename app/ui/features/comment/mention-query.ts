import type { Mentionable } from "#app/core/domain/comment/comment-views.ts";
import { fold } from "#app/core/domain/words/fold.ts";

/** A name that is being typed after an "@": from where on, and what there is of it. */
export type MentionQuery = { from: number; text: string };
const MOST = 8;
/** Two words: given name and family name. */
const TYPED = /(?:^|[^\p{L}\p{N}_])@([^\s@]{0,40}(?:[ \u3000][^\s@]{0,40})?)$/u;

/** The mention before the caret; null where there is none. */
export function mentionAt(body: string, caret: number): MentionQuery | null {
  const found = TYPED.exec(body.slice(0, caret));
  const text = found?.[1];
  return text === undefined ? null : { from: caret - text.length - 1, text };
}

/** Who may be meant: names that begin so, then names of which a later word does. */
export function matching(people: readonly Mentionable[], text: string): Mentionable[] {
  const wanted = fold(text);
  const rank = ({ name }: Mentionable): number => {
    const known = fold(name);
    if (known.startsWith(wanted)) return 0;
    return known.split(/[\s\u3000]/u).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((entry) => entry.rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ person }) => person);
}
