import { CsvError, parse } from "csv-parse/sync";

/** `openRow`: the row whose quotation mark is never closed, from 1; what follows it cannot be told apart. */
type Csv = { rows: string[][]; openRow: null } | { rows: []; openRow: number };

/**
 * RFC 4180, as people's programs write it: with or without a byte order mark, any line end, rows of any length. Empty
 * lines are rows too, so that numbers are those of the file.
 */
export function readCsv(text: string): Csv {
  try {
    const rows = parse(text, {
      bom: true,
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
