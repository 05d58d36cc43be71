import { readCsv } from "../csv.ts";
import { formCode } from "../form-code.ts";
import { type NewTerm, termSchema } from "./dictionary.schema.ts";
import type { CsvFault } from "./term-views.ts";

/** In this order where there is no header. */
export const COLUMNS = ["term", "variants", "language", "category", "boost", "case_sensitive"];
const isTrue = (text: string) => /^(1|true|yes|on)$/i.test(text.trim());

/**
 * Terms of a CSV `term,variants,language,category,boost,case_sensitive`, variants joined by `;`. A
 * header may reorder or leave out columns; all good rows come back, bad ones with their reasons.
 */
export function parseTermsCsv(
  text: string,
  language: string,
): { terms: NewTerm[]; faults: CsvFault[] } {
  const { rows: table, openRow } = readCsv(text);
  if (openRow !== null)
    return { terms: [], faults: [{ row: openRow, reason: `quote_open?n=${openRow}` }] };
  const header = table[0]?.map((name) => name.trim().toLowerCase().replace(/\s+/g, "_")) ?? [];
  const hasHeader = header.includes("term");
  const columns = hasHeader ? header : COLUMNS;
  const terms: NewTerm[] = [];
  const faults: CsvFault[] = [];
  table.forEach((cells, n) => {
    if ((hasHeader && n === 0) || cells.every((cell) => cell.trim() === "")) return;
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? "";
    const given = (name: string) => (cell(name) === "" ? {} : { [name]: cell(name).toLowerCase() });
    const parsed = termSchema.safeParse(
      {
        term: cell("term"),
        variants: cell("variants")
          .split(";")
          .map((variant) => variant.trim())
          .filter((variant) => variant !== ""),
        language,
        ...(cell("language") === "" ? {} : { language: cell("language") }),
        ...given("category"),
        ...given("boost"),
        isCaseSensitive: isTrue(cell("case_sensitive")),
      },
      { error: formCode },
    );
    if (parsed.success) terms.push(parsed.data);
    else faults.push({ row: n + 1, reason: parsed.error.issues[0]?.message ?? "invalid" });
  });
  return { terms, faults };
}
