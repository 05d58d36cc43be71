import type { TableRow } from "./table-cells.ts";

/** Marks of the rule below the headings, and nothing else. */
const RULE_MARKS = /^[\s|:-]+$/;
const RULE_CELL = /^:?-+:?$/;
const MOST_RULE_CHARS = 1_000;

function isRule(line: string): boolean {
  if (line.length > MOST_RULE_CHARS || !line.includes("|") || !RULE_MARKS.test(line)) return false;
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .every((cell) => RULE_CELL.test(cell.trim()));
}

const ROW = /^\s*\|?(.*?)\|?\s*$/;

export type Markdown = {
  head: string[];
  rows: TableRow[];
  leftOut: { line: number; content: string }[];
};

const cellsIn = (line: string): string[] =>
  (ROW.exec(line)?.[1] ?? "").split(/(?<!\\)\|/).map((cell) =>
    cell
      .replaceAll("\\|", "|")
      .replace(/<br\s*\/?>/gi, "\n")
      .trim(),
  );

/** A table between bars, under headings and a rule; null without one. Text around it is left out. */
export function readMarkdown(text: string): Markdown | null {
  const lines = text.split("\n");
  const rule = lines.findIndex(isRule);
  const above = lines[rule - 1];
  if (above?.includes("|") !== true) return null;
  const rows: TableRow[] = [];
  const leftOut: Markdown["leftOut"] = [];
  for (const [n, content] of lines.entries()) {
    const line = n + 1;
    if (content.trim() === "" || n === rule - 1 || isRule(content)) continue;
    if (n > rule && content.includes("|"))
      rows.push({ cells: cellsIn(content), line, content, separator: "|" });
    else leftOut.push({ line, content });
  }
  return { head: cellsIn(above), rows, leftOut };
}
