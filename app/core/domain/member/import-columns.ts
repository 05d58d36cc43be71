import { filledLines, type Line } from "../csv.ts";
import { headingsOf } from "../headings.ts";
import { fold, UNSPACED } from "../words/fold.ts";

type Column = "email" | "name" | "first" | "last" | "role" | "team";
/** A line as it was written. */
export type Written = { line: number; email: string; name: string; role: string; team: string };

/** Of lists made by hand, and of what Google Workspace and Entra export. */
const headingOf = headingsOf<Column>([
  [
    "email",
    [
      ...["email", "email address", "work email", "primary email", "user email", "mail"],
      ...["mail address", "adresse e-mail", "e-mail-adresse", "correo electrónico"],
      ...["メールアドレス", "メール", "Eメール", "Eメールアドレス", "電子メール"],
      "user principal name",
    ],
  ],
  ["name", ["name", "full name", "display name", "氏名", "名前", "表示名", "nom", "nombre"]],
  ["first", ["first name", "given name", "vorname", "prénom", "名"]],
  ["last", ["last name", "surname", "family name", "nachname", "apellidos", "姓"]],
  ["role", ["role", "user role", "役割", "ロール", "権限", "rolle", "rol", "ruolo"]],
  ["team", ["team", "チーム", "department", "部署", "部門", "abteilung", "group"]],
]);
/** Addresses under these are of others, or private: no one is invited at them. */
const NOT_TO_INVITE =
  /manager|supervisor|recovery|secondary|alternate|personal|vorgesetzt|responsable|上司/;
const isNotToInvite = (cell: string | undefined): boolean =>
  cell !== undefined && NOT_TO_INVITE.test(cell.normalize("NFKC").toLowerCase());
export const isHeading = (cell: string): boolean => headingOf(cell) !== undefined;
export const isEmailHeading = (cell: string): boolean =>
  headingOf(cell)?.column === "email" && !isNotToInvite(cell);

export const hasAt = (cell: string | undefined): boolean => /[@＠]/u.test(cell ?? "");
const trimmed = (cells: readonly string[], at: number): string => cells[at]?.trim() ?? "";

/** What `badRowsCsv` adds to lines that come back. */
const OWN_NOTE = "problem";
const MOST_LETTERS = 60;
/** That are named: a directory exports dozens. */
const MOST_UNUSED = 30;

/**
 * Finds what is in which column: by the headings, which may come in any order, or by the column that has the addresses,
 * where there are no headings.
 * @returns `unused`: headings of columns that say something, but nothing that is asked
 */
export function readColumns(rows: readonly string[][]): { people: Written[]; unused: string[] } {
  const lines = filledLines(rows);
  const heading = lines[0]?.cells ?? [];
  if (heading.some(hasAt) || !heading.some(isHeading))
    return { people: withoutHeading(lines), unused: [] };
  const body = lines.slice(1);
  const named = columnsOf(heading, body);
  const used = new Set([...named.values()].flat());
  const unused = heading
    .map((cell) => cell.trim())
    .filter(
      (cell, at) =>
        !used.has(at) &&
        !["", OWN_NOTE].includes(cell.toLowerCase()) &&
        body.some(({ cells }) => trimmed(cells, at) !== ""),
    );
  return {
    people: body.map((line) => underHeadings(line, named)),
    unused: unused.slice(0, MOST_UNUSED).map((cell) => cell.slice(0, MOST_LETTERS)),
  };
}

type Columns = ReadonlyMap<Column, number[]>;
/** Where each is, the best first. Addresses under some other heading are found by what they are. */
function columnsOf(heading: readonly string[], body: readonly Line[]): Columns {
  const named = Map.groupBy(
    heading
      .flatMap((cell, at) => {
        const found = headingOf(cell);
        const isOther = found?.column === "email" && !isEmailHeading(cell);
        return found === undefined || isOther ? [] : [{ ...found, at }];
      })
      .toSorted((a, b) => a.rank - b.rank),
    ({ column }) => column,
  );
  const columns = new Map([...named].map(([column, all]) => [column, all.map(({ at }) => at)]));
  const emails = columns.get("email") ?? [];
  const isThere = emails.some((at) => body.some(({ cells }) => hasAt(cells[at])));
  const found = isThere ? null : addressColumn(body, heading);
  return found === null ? columns : columns.set("email", [found, ...emails]);
}

/** The column with the most addresses, of those whose heading does not speak against it. */
function addressColumn(lines: readonly Line[], heading: readonly string[]): number | null {
  const counts: number[] = [];
  for (const { cells } of lines)
    cells.forEach((cell, at) => {
      if (hasAt(cell) && (hasAt(heading[at]) || !isNotToInvite(heading[at])))
        counts[at] = (counts[at] ?? 0) + 1;
    });
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  return most === 0 ? null : counts.indexOf(most);
}

function underHeadings({ cells, line }: Line, columns: Columns): Written {
  const all = (column: Column) => (columns.get(column) ?? []).map((at) => trimmed(cells, at));
  const first = (column: Column) => all(column).find((cell) => cell !== "") ?? "";
  return {
    line,
    email: all("email").find(hasAt) ?? first("email"),
    name: nameOf({ whole: first("name"), given: first("first"), family: first("last") }),
    role: first("role"),
    team: first("team"),
  };
}

/** Beside "Vorname" a "Name" of one word is the family's; beside 名 and 姓, and of such letters, the family's goes first. */
function nameOf({ whole, given, family }: Record<"whole" | "given" | "family", string>): string {
  const isOne = (given === "") !== (family === "");
  if (whole !== "" && !(isOne && isFamily(whole, given + family))) return whole;
  const [before, after] = family === "" ? [given, whole] : [given === "" ? whole : given, family];
  const inOrder = UNSPACED.test(after) ? [after, before] : [before, after];
  return inOrder.filter((part) => part !== "").join(" ");
}

/** A name of one word that is not the other, nor has it where no spaces are written. */
function isFamily(whole: string, other: string): boolean {
  const [one, part] = [fold(whole), fold(other)];
  if (/[\s,]/.test(one) || one === part) return false;
  return !(UNSPACED.test(one) && one.includes(part));
}

/** The address, the name, role and team; or the name, the address, role and team. */
function withoutHeading(lines: readonly Line[]): Written[] {
  const email = addressColumn(lines, lines[0]?.cells ?? []);
  if (email === null)
    return lines.map(({ line }) => ({ line, email: "", name: "", role: "", team: "" }));
  const role = email === 0 ? 2 : email + 1;
  return lines.map(({ cells, line }) => ({
    line,
    email: trimmed(cells, email),
    name: email === 0 ? trimmed(cells, 1) : wordsBefore(cells, email),
    role: trimmed(cells, role),
    team: trimmed(cells, role + 1),
  }));
}

/** Given and family name may have a column each; a number is neither. */
const wordsBefore = (cells: readonly string[], at: number): string =>
  cells
    .slice(Math.max(0, at - 2), at)
    .map((cell) => cell.trim())
    .filter((cell) => /\p{L}/u.test(cell))
    .join(" ");
