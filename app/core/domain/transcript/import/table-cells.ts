import { separatorOf } from "#app/core/domain/csv-separator.ts";
import { readCsv } from "#app/core/domain/csv.ts";
import { IMPORT_LIMITS } from "./import-result.ts";
import { CLOCK } from "./table-times.ts";
import { isHeading } from "./table-headings.ts";

/** `line`: where the row begins, from 1. `separator`: what lies between its cells. */
export type TableRow = { cells: string[]; line: number; content: string; separator: string };

const SAYS_SEPARATOR = /^\uFEFF?"?sep=([^\r\n"])"?(?=\r?\n|$)/i;

export const isClock = (cell: string): boolean => CLOCK.test(cell.trim());

/** What separates the cells of a text, where its first line says so or has headings; null where it cannot be one. */
export function separatorIn(text: string): string | null {
  const said = SAYS_SEPARATOR.exec(text)?.[1];
  if (said !== undefined) return said;
  const first = /^\s*(.*)$/m.exec(text)?.[1] ?? "";
  return /[,;\t|]/.test(first) ? separatorOf(text, { isHeading, isValue: isClock }) : null;
}

/** Cells of each row; null where a quotation mark is never closed. Most files have none, and 100,000 rows. */
const rowsIn = (text: string, separator: string): string[][] | null => {
  if (!text.includes('"')) return text.split("\n").map((line) => line.split(separator));
  const { rows, openRow } = readCsv(`sep=${separator}\n${text}`);
  return openRow === null ? rows.slice(1) : null;
};

const stripped = (cell: string): string => cell.trim().replace(/^"|"$/g, "").replaceAll('""', '"');

/** Whether a mark that was not closed has swallowed the rows below: a line inside a cell is a row itself. */
const isSwallowed = (cells: readonly string[], width: number, separator: string): boolean =>
  cells.some(
    (cell) =>
      cell.includes("\n") &&
      cell.split("\n").some((line, n) => {
        const inner = n === 0 ? [] : line.split(separator);
        return inner.length >= Math.max(3, width) && inner.some((each) => isClock(stripped(each)));
      }),
  );

/**
 * The rows of a text, empty ones too. Where a quotation mark is never closed, or closed rows later, each line is a row,
 * and marks in those that do not close are taken off.
 */
export function cellsOf(given: string, separator: string): TableRow[] {
  const text = given.replace(SAYS_SEPARATOR, "").replace(/\r\n?/g, "\n");
  const rows = rowsIn(text, separator);
  const width = rows?.[0]?.length ?? 0;
  if (rows === null || rows.some((cells) => isSwallowed(cells, width, separator))) {
    const lines = text.split("\n");
    // Of too many no cell is wanted.
    const isTooLong = lines.length > IMPORT_LIMITS.segments * 2;
    return lines.map((content, n) => {
      const read = isTooLong || !content.includes('"') ? null : rowsIn(content, separator)?.[0];
      const cells = read ?? content.split(separator).map(stripped);
      return { cells, line: n + 1, content, separator };
    });
  }
  let line = 1;
  return rows.map((cells) => {
    const row = {
      cells,
      line,
      content: cells.join(separator === "\t" ? "\t" : `${separator} `),
      separator,
    };
    for (const cell of cells) line += cell.split("\n").length - 1;
    line += 1;
    return row;
  });
}
