/**
 * Where names could be misread, our own files mark them with a sign that is not seen (U+2060): behind the colon that ends
 * a name, and before words of no person. In a file with such marks there are no other names.
 */
export const MARK = "\u2060";
const NAMED = new RegExp(String.raw`^\s*([^\n]*?):${MARK}\s*`, "u");
const ANY_NAME = new RegExp(`:${MARK}`, "u");

export const hasMarks = (texts: readonly string[]): boolean =>
  texts.some((text) => text.trimStart().startsWith(MARK) || ANY_NAME.test(text));

/** `Name:` + mark taken off a text. */
export function readMarked(text: string): { name: string | null; rest: string } {
  const found = text.trimStart().startsWith(MARK) ? null : NAMED.exec(text);
  return found
    ? { name: found[1] ?? "", rest: text.slice(found[0].length) }
    : { name: null, rest: text.trimStart().replace(MARK, "") };
}

/** A text with its name, marked; neither holds a mark. */
export const marked = (name: string | null, text: string): string =>
  name === null ? `${MARK}${text}` : `${name}:${MARK} ${text}`;
