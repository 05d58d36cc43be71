import { filledLines, readCsv } from "../csv.ts";
import { formCode } from "../form-code.ts";
import { headingsOf } from "../headings.ts";
import { fold } from "../words/fold.ts";
import { type NewTerm, type TermCategory, termSchema } from "./dictionary.schema.ts";
import type { CsvFault } from "./term-views.ts";

/** In this order where there is no header. */
export const COLUMNS = [
  "term",
  "variants",
  "language",
  "category",
  "boost",
  "case_sensitive",
] as const;
type Column = (typeof COLUMNS)[number];
/** As they are exported, and as the screens name them. */
const headingOf = headingsOf<Column>([
  ["term", ["term", "用語", "正しい表記"]],
  ["variants", ["variants", "sounds like", "聞こえ方・別表記", "別表記"]],
  ["language", ["language", "言語"]],
  ["category", ["category", "分類"]],
  ["boost", ["boost", "weight", "重み"]],
  ["case_sensitive", ["case sensitive", "大文字と小文字を区別する"]],
]);
const isHeading = (cell: string): boolean => headingOf(cell) !== undefined;
const categoryOf = headingsOf<TermCategory>([
  ["product", ["product", "製品"]],
  ["competitor", ["competitor", "競合"]],
  ["person", ["person", "人名"]],
  ["filler", ["filler", "つなぎことば"]],
  ["abuse", ["abuse", "暴言"]],
  ["other", ["other", "その他"]],
]);
/** Spreadsheets write a truth in their own language. */
const isTrue = (text: string) => /^(1|true|yes|on|wahr|vrai|はい)$/.test(fold(text.trim()));

/**
 * Terms of a CSV `term,variants,language,category,boost,case_sensitive`, variants joined by `;`. A
 * header, also a Japanese one, may reorder or leave out columns; all good rows come back, bad ones with their reasons.
 */
export function parseTermsCsv(
  text: string,
  language: string,
): { terms: NewTerm[]; faults: CsvFault[] } {
  const { rows: table, openRow } = readCsv(text, { isHeading, joins: ";" });
  if (openRow !== null)
    return { terms: [], faults: [{ row: openRow, reason: `quote_open?n=${openRow}` }] };
  const lines = filledLines(table);
  const header = lines[0]?.cells.map((cell) => headingOf(cell)?.column) ?? [];
  const hasHeader = header.includes("term");
  const columns = hasHeader ? header : COLUMNS;
  const terms: NewTerm[] = [];
  const faults: CsvFault[] = [];
  for (const { cells, line } of lines.slice(hasHeader ? 1 : 0)) {
    const cell = (name: Column) => cells[columns.indexOf(name)]?.trim() ?? "";
    const category = categoryOf(cell("category"))?.column ?? cell("category");
    const parsed = termSchema.safeParse(
      {
        term: cell("term"),
        variants: cell("variants")
          .split(";")
          .map((variant) => variant.trim())
          .filter((variant) => variant !== ""),
        language,
        ...(cell("language") === "" ? {} : { language: cell("language") }),
        ...(category === "" ? {} : { category }),
        ...(cell("boost") === "" ? {} : { boost: cell("boost") }),
        isCaseSensitive: isTrue(cell("case_sensitive")),
      },
      { error: formCode },
    );
    if (parsed.success) terms.push(parsed.data);
    else faults.push({ row: line, reason: parsed.error.issues[0]?.message ?? "invalid" });
  }
  return { terms, faults };
}
