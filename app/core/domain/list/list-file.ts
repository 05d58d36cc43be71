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
 * or a JSON object a line.
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
  return format === "csv"
    ? asCsv(columns.map(heading), cells, pages)
    : asJsonLines(columns, cells, pages);
}

async function* asCsv<Row>(
  heading: string[],
  cells: (row: Row) => Cell[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const write = (lines: Cell[][], isFirst: boolean): string =>
    stringify(lines, { bom: isFirst, record_delimiter: "windows", escape_formulas: true });
  yield write([heading], true);
  for await (const page of pages) yield write(page.map(cells), false);
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
