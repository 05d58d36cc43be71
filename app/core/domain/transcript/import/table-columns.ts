import { cellsOf, isClock, type TableRow } from "./table-cells.ts";
import type { Columns } from "./table-headings.ts";

export type Found = {
  columns: Columns;
  rows: TableRow[];
  leftOut: { line: number; content: string }[];
};

const LEAST_ROWS = 2;
const USUAL_SHARE = 0.6;
const NUMBERED = /^(speaker|spk|sprecher|intervenant|hablante|orador|話者|発言者)[\s_]?[\dA-Z]/i;

const clocksOf = (cells: readonly string[]): number[] =>
  cells.flatMap((cell, n) => (isClock(cell) ? [n] : []));
const isFilled = ({ content }: TableRow): boolean => content.trim() !== "";

/** Columns without known headings: one holds clocks, one names that return, one the words. */
export function findColumns(text: string): Found | null {
  for (const between of [/\t+/, /\t+| {2,}/]) {
    const found = columnsIn(splitLines(text, between));
    if (found) return found;
  }
  for (const separator of [";", "|", ","]) {
    if (!text.includes(separator)) continue;
    const found = columnsIn(cellsOf(text, separator));
    // A comma behind a clock may be a pause in what is said: names come before it, or return.
    if (found && areNames(found)) return found;
  }
  return null;
}

const splitLines = (text: string, between: RegExp): TableRow[] =>
  text.split("\n").map((content, n) => ({
    cells: content
      .trim()
      .split(between)
      .map((cell) => cell.replace(/^"(.*)"$/, "$1")),
    ...{ line: n + 1, content, separator: " " },
  }));

function areNames({ columns: { name, from }, rows }: Found): boolean {
  if (name === null) return false;
  if (from !== null && name < from) return true;
  const names = rows.map(({ cells }) => cells[name]?.trim() ?? "");
  return names.every((each) => NUMBERED.test(each)) || new Set(names).size * 2 <= names.length;
}

/** The columns of rows, most of which have a clock; a row without one is more of the words above it. */
export function columnsIn(all: readonly TableRow[]): Found | null {
  const filled = all.filter(isFilled);
  const timed = filled.filter(({ cells }) => cells.length > 2 && clocksOf(cells).length > 0);
  if (timed.length < LEAST_ROWS || timed.length < filled.length * USUAL_SHARE) return null;
  const columns = columnsOf(timed.map(({ cells }) => cells));
  if (columns === null) return null;
  const rows: TableRow[] = [];
  const leftOut: Found["leftOut"] = [];
  for (const row of filled) {
    const last = rows.at(-1);
    if (row.cells.length > columns.text && clocksOf(row.cells).includes(columns.from ?? 0))
      rows.push({ ...row, cells: joined(row, columns) });
    else if (last && row.cells.length <= columns.text) addLine(last, columns.text, row.content);
    else leftOut.push(row);
  }
  return { columns, rows, leftOut };
}

function addLine({ cells }: TableRow, column: number, content: string) {
  cells[column] = `${cells[column] ?? ""}\n${content}`;
}

/** What a wide gap or a comma in the words made a column of its own is words. */
const joined = ({ cells, separator }: TableRow, { text }: Columns): string[] =>
  cells.length > text + 1 && clocksOf(cells).every((n) => n < text)
    ? [...cells.slice(0, text), cells.slice(text).join(separator)]
    : [...cells];

function columnsOf(rows: readonly string[][]): Columns | null {
  const [first = []] = rows;
  const [from, to = null] = clocksOf(first);
  if (from === undefined) return null;
  const width = rows.reduce((least, cells) => Math.min(least, cells.length), Infinity);
  const others = Array.from({ length: width }, (_, n) => n).filter(
    (n) => n !== from && n !== to && rows.some((cells) => /\p{L}/u.test(cells[n] ?? "")),
  );
  // Words differ, end in stops, hold small words and are long; names return, or are numbered.
  const scores = new Map(others.map((column) => [column, scoresOf(rows, column)]));
  const byWords = others.toSorted((a, b) => {
    const [one, other] = [scores.get(a) ?? [], scores.get(b) ?? []];
    const at = one.findIndex((score, n) => score !== other[n]);
    return at < 0 ? b - a : (other[at] ?? 0) - (one[at] ?? 0);
  });
  const [text, name = null] = byWords;
  return text === undefined ? null : { name, from, to, text };
}

/** How much a column looks like words, the surest sign first. */
function scoresOf(rows: readonly string[][], column: number): number[] {
  const cells = rows.map((row) => row[column]?.trim() ?? "");
  const count = (pattern: RegExp) => cells.filter((cell) => pattern.test(cell)).length;
  return [
    -count(NUMBERED),
    new Set(cells).size,
    count(/[.?!。？！…]$/u),
    count(/(^|\s)\p{Ll}/u),
    cells.reduce((sum, cell) => sum + cell.length, 0),
  ];
}
