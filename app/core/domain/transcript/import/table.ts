import { IMPORT_LIMITS, type Parsed, type Unit } from "./import-result.ts";
import { tooMany } from "./json-limit.ts";
import { cellsOf, separatorIn, type TableRow } from "./table-cells.ts";
import { columnsIn, findColumns, type Found } from "./table-columns.ts";
import { type Columns, columnsUnder, heading } from "./table-headings.ts";
import { readMarkdown } from "./table-markdown.ts";
import { rangeIn, type Read, tableTimes, timesIn } from "./table-times.ts";
import type { TimeReader } from "./time-text.ts";

type Table = Found & { headings: string[] };

/**
 * A table of who said what when: comma, semicolon, tab or bar between, under headings in any order (Premiere, whisper) and
 * several languages, or columns without known headings of which one holds clocks.
 * @param unit how bare numbers are meant, where no heading says it; found from how fast people speak unless given
 * @returns null where the text is no such table
 */
export function parseTable(text: string, reader: TimeReader, unit?: Unit): Parsed | null {
  const table = tableIn(text);
  if (table === null) return null;
  const { headings, columns, rows } = table;
  if (rows.length > IMPORT_LIMITS.segments) return tooMany();
  const times = tableTimes(rows, columns, { reader, headings, unit });
  const parsed = cuesOf(table, times.read);
  for (const { line, content } of table.leftOut)
    parsed.leftOut.push({ at: { line }, text: content.trim() });
  parsed.leftOut.sort((a, b) => a.at.line - b.at.line);
  return { ...parsed, ...(times.unit && { unit: times.unit }) };
}

function tableIn(text: string): Table | null {
  const markdown = readMarkdown(text);
  if (markdown) {
    const headings = markdown.head.map(heading);
    const known = columnsUnder(headings);
    if (known) return { ...markdown, headings, columns: known };
    const found = columnsIn(markdown.rows);
    return found && { ...found, headings, leftOut: [...markdown.leftOut, ...found.leftOut] };
  }
  const found = headedIn(text);
  if (found) return found;
  const columns = findColumns(text);
  return columns && { ...columns, headings: [] };
}

function headedIn(text: string): Table | null {
  const separator = separatorIn(text);
  if (separator === null) return null;
  const [head, ...rows] = cellsOf(text, separator).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ""),
  );
  const headings = head?.cells.map(heading) ?? [];
  while (headings.at(-1) === "") headings.pop();
  const columns = columnsUnder(headings);
  return columns && { headings, columns, rows, leftOut: [] };
}

/** Cells beyond the headings belong to the words where those are last; null where it is not sure which cell is what. */
function fitted(row: TableRow, { headings, columns }: Table, read: Read): TableRow | null {
  const width = headings.length;
  const surplus = row.cells.slice(width);
  if (width === 0 || surplus.every((cell) => cell.trim() === "")) return row;
  const [from, to] = timesIn(row, columns);
  const isTimed = [from, to].every((cell) => cell === "" || read(cell) !== null);
  if (columns.text !== width - 1 || !isTimed) return null;
  const text = row.cells.slice(columns.text).join(row.separator);
  return { ...row, cells: [...row.cells.slice(0, columns.text), text] };
}

type TableCues = {
  cues: Parsed["cues"];
  faults: Parsed["faults"];
  leftOut: { at: { line: number }; text: string }[];
};

const nameIn = ({ cells }: TableRow, { name }: Columns): string | null => {
  const text = name === null ? "" : (cells[name]?.trim() ?? "").replace(/[:：]$/, "").trim();
  return text === "" ? null : text;
};

function cuesOf(table: Table, read: Read): TableCues {
  const { columns } = table;
  const parsed: TableCues = { cues: [], faults: [], leftOut: unusedWords(table) };
  for (const given of table.rows) {
    const row = fitted(given, table, read);
    const text = row?.cells[columns.text]?.trim() ?? "";
    if (row !== null && text !== "") {
      const times = rangeIn(row, columns, read, parsed.faults);
      parsed.cues.push({ speaker: nameIn(row, columns), ...times, text, line: row.line });
    } else if (row === null || hasOther(row, columns)) {
      parsed.leftOut.push({ at: { line: given.line }, text: given.content.trim() });
    }
  }
  return parsed;
}

const WORDS = /\p{L}\s+\p{L}|\p{Lo}{4}/u;

/** Of each column that is no part of a turn and has words all the same: its heading, and the first of them. */
function unusedWords({ headings, columns, rows }: Table): TableCues["leftOut"] {
  const used = new Set([columns.name, columns.from, columns.to, columns.text]);
  return headings.flatMap((said, n) => {
    const row = used.has(n) ? undefined : rows.find(({ cells }) => WORDS.test(cells[n] ?? ""));
    return row ? [{ at: { line: row.line }, text: `${said}: ${row.cells[n] ?? ""}` }] : [];
  });
}

/** Whether a row without words has something that may be words: a cell beside its name and times, or too few cells. */
const hasOther = ({ cells }: TableRow, { name, from, to, text }: Columns): boolean =>
  cells.some(
    (cell, n) =>
      /[\p{L}\p{N}]/u.test(cell) &&
      (cells.length <= text || (/\p{L}/u.test(cell) && n !== name && n !== from && n !== to)),
  );
