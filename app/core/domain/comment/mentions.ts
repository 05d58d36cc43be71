import { fold } from "../words/fold.ts";

type Named = { id: string; name: string };
/** Where a text names people: [from, to) of "@Aki Tanaka". `ids`: all who are called so. */
export type Place = { from: number; to: number; ids: string[] };

const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]/u;

/**
 * The places where a text names somebody after an "@", as people write it: whole names, in any case, the longest that
 * fits. A name in letters that are written with spaces ends where its word ends; "@加藤さん" is 加藤.
 */
export function findMentions(body: string, people: readonly Named[]): Place[] {
  const byName = Map.groupBy(people, ({ name }) => key(name));
  const lengths = [...new Set(people.map(({ name }) => name.length))].sort((a, b) => b - a);
  const places: Place[] = [];
  for (let at = body.indexOf("@"); at >= 0; at = body.indexOf("@", at + 1)) {
    // An e-mail address is no mention.
    if (at > 0 && WORD.test(body.charAt(at - 1))) continue;
    for (const length of lengths) {
      const text = body.slice(at + 1, at + 1 + length);
      const found = text.length === length ? byName.get(key(text)) : undefined;
      if (!found || !endsAt(body, at + 1 + length)) continue;
      places.push({ from: at, to: at + 1 + length, ids: found.map(({ id }) => id) });
      at += length;
      break;
    }
  }
  return places;
}

const key = (name: string): string => fold(name).replace(/\s+/gu, " ");

const endsAt = (body: string, at: number): boolean =>
  !(WORD.test(body.charAt(at - 1)) && WORD.test(body.charAt(at)));
