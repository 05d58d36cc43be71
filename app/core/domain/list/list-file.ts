import { stringify } from "csv-stringify/sync";
import type { Member } from "../access/actor.ts";
import type { Cell, FileFormat, ListData } from "./list-data.ts";

/** @param heading of a CSV column; lines of JSON name columns by their codes */
type Wish<Query, Column> = {
  query: Query;
  format: FileFormat;
  heading: (column: Column) => string;
};

/**
 * A list as a file, in pieces as they are taken: CSV for spreadsheets (BOM, CRLF, formulas made harmless, product §8.7),
 * a JSON object a line, or an array of such objects.
 * @throws DomainError what `list.open` throws, before the first piece
 */
export async function writeList<Query, Row, Column extends string>(
  actor: Member,
  list: ListData<Query, Row, Column>,
  { query, format, heading }: Wish<Query, Column>,
): Promise<AsyncIterable<string>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
  const columns = Object.keys(list.columns) as Column[];
  const cells = (row: Row): Cell[] => columns.map((column) => list.columns[column](row, query));
  const pages = await list.open(actor, query, format);
  if (format === "csv") return asCsv(columns.map(heading), cells, pages);
  return format === "json" ? asJson(columns, cells, pages) : asJsonLines(columns, cells, pages);
}

async function* asCsv<Row>(
  heading: string[],
  cells: (row: Row) => Cell[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield csvLines([heading], true);
  for await (const page of pages) yield csvLines(page.map(cells), false);
}

/** Lines of a CSV as product §8.7 wants it. @param isFirst they begin the file */
export const csvLines = (lines: Cell[][], isFirst: boolean): string =>
  stringify(lines, {
    ...{ bom: isFirst, record_delimiter: "windows", escape_formulas: true },
    // The library quotes the line ends it writes, and no other: a text of several lines would be several rows.
    quoted_match: /[\r\n]/,
  });

async function* asJson<Row>(
  columns: readonly string[],
  cells: (row: Row) => Cell[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield "[";
  let between = "";
  for await (const lines of asJsonLines(columns, cells, pages))
    for (const line of lines.split("\n").filter(Boolean)) {
      yield `${between}${line}`;
      between = ",";
    }
  yield "]";
}

async function* asJsonLines<Row>(
  columns: readonly string[],
  cells: (row: Row) => Cell[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const write = (row: Row): string => {
    const values = cells(row);
    const entries = columns.map((column, at) => [column, values[at]]);
    return `${JSON.stringify(Object.fromEntries(entries))}\n`;
  };
  for await (const page of pages) yield page.map(write).join("");
}
