import { rows } from "#app/core/platform/db.server.ts";
import { readCursor } from "./cursor.ts";
import { countBehindSql, cursorAt, type List, pageSql } from "./list.server.ts";

/** Rows beyond this are a job of their own (product §8.7). */
const MOST_ROWS = 50_000;
const PAGE = 1_000;

export type Export<Row> = {
  /** How many rows there are to come. */
  count: number;
  pages: AsyncIterable<Row[]>;
};

/**
 * All rows of a list, a page at a time as they are taken, so that neither side holds them all.
 * The first page is read and the rest counted at once: what fails does so before an answer begins, and the log can name
 * the number before the first row leaves.
 * @param after a cursor; one that cannot be read is the beginning
 * @param view what is made of a row
 */
export async function openExport<Row extends { id: string }, View>(
  list: List<Row>,
  after: string | null,
  view: (row: Row) => View,
): Promise<Export<View>> {
  const from = after === null ? null : readCursor(after, list.order.kind);
  const first = await rows<Row>(pageSql(list, from, PAGE));
  const isWhole = first.length < PAGE;
  const [counted] = isWhole ? [] : await rows<{ n: number }>(countBehindSql(list, from, MOST_ROWS));
  return { count: counted?.n ?? first.length, pages: follow(list, first, view) };
}

async function* follow<Row extends { id: string }, View>(
  list: List<Row>,
  first: Row[],
  view: (row: Row) => View,
): AsyncGenerator<View[]> {
  let page = first;
  for (let sent = 0; page.length > 0; ) {
    yield page.map(view);
    sent += page.length;
    const last = page.at(-1);
    if (page.length < PAGE || sent >= MOST_ROWS || !last) return;
    page = await rows<Row>(pageSql(list, cursorAt(list, last), Math.min(PAGE, MOST_ROWS - sent)));
  }
}
