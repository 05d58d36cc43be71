import type { ImportRow } from "#app/core/domain/member/member-views.ts";

/** What a spreadsheet would run is text to it behind an apostrophe. */
const harmless = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string): string => `"${harmless(cell).replaceAll('"', '""')}"`;

/** The lines to correct, with what is wrong with each, in the form they are read in (product §8.7). */
export const badRowsCsv = (
  rows: readonly ImportRow[],
  reasonOf: (fault: string) => string,
): string =>
  `\uFEFF${[
    ["email", "name", "role", "team", "problem"],
    ...rows.map(({ email, name, role, wrote, team, faults }) => [
      email,
      name,
      wrote ?? role,
      team,
      faults.map(reasonOf).join(" "),
    ]),
  ]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("")}`;
