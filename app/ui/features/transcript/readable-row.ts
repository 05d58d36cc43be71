import { lacksMarks, type Readable, readableText } from "#app/core/domain/transcript/readable.ts";
import type { WordPage } from "#app/core/domain/transcript/wire-decode.ts";

type Rows = { isBare: boolean; names: readonly string[]; shown: Map<number, Readable> };
const pages = new WeakMap<WordPage, Rows>();

/** A segment as it is shown: as it was heard, unless its engine gives no punctuation. Made once for a page. */
export function readableRow(
  page: WordPage,
  segment: number,
  language: string,
  names: readonly string[],
): Readable {
  const text = page.text[segment - page.first] ?? "";
  let rows = pages.get(page);
  if (rows?.names !== names) {
    rows = { isBare: rows?.isBare ?? lacksMarks(page.text), names, shown: new Map() };
    pages.set(page, rows);
  }
  if (!rows.isBare) return { text, marks: [] };
  const known = rows.shown.get(segment);
  if (known) return known;
  const shown = readableText(text, language, names);
  rows.shown.set(segment, shown);
  return shown;
}
