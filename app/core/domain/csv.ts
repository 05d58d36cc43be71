import { CsvError, parse } from "csv-parse/sync";
import { separatorOf, type Wanted } from "./csv-separator.ts";

/** `openRow`: the row whose quotation mark is never closed, from 1; what follows it cannot be told apart. */
type Csv = { rows: string[][]; openRow: null } | { rows: []; openRow: number };

/** How spreadsheets say which separator they wrote: a first line that is none of the list. */
const SAYS_SEPARATOR = /^\uFEFF?"?sep=([^\r\n"])"?(?=\r|\n|$)/i;
/** Of a list of one column; it is in no text. */
const NEVER = "\u001f";

/**
 * RFC 4180, as people's programs write it: with or without a byte order mark, any line end, rows of any length, separated
 * by commas, semicolons, tabs or bars. Empty lines are rows too, so that numbers are those of the file.
 * @param wanted what the list is about, where its separator is in doubt
 */
export function readCsv(text: string, wanted: Wanted = {}): Csv {
  const said = SAYS_SEPARATOR.exec(text);
  const body = said === null ? text : text.slice(said[0].length);
  try {
    const rows = parse(body, {
      bom: true,
      delimiter: said?.[1] ?? separatorOf(body, wanted) ?? NEVER,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    });
    return { rows, openRow: null };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { rows: [], openRow: Number(error["records"]) + 1 };
  }
}

/** A row with something in it. `line`: its number in the file, from 1. */
export type Line = { cells: string[]; line: number };

export const filledLines = (rows: readonly string[][]): Line[] =>
  rows
    .map((cells, at) => ({ cells, line: at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
