import { emailField, nameField } from "../fields.schema.ts";
import { readCsv } from "../csv.ts";
import { formCode } from "../form-code.ts";
import { LIMITS } from "../limits.ts";
import type { ImportRow } from "./member-views.ts";

const COLUMNS = ["email", "name", "role", "team"] as const;
const ROLES = ["admin", "manager", "rep"] as const;

/** What rows are held against. `emails`: of those who are members already, in small letters. */
export type Known = { emails: ReadonlySet<string>; teams: readonly { id: string; name: string }[] };

/**
 * Reads `email,name,role,team`; a header may reorder or leave out all but the address. Name and role may be empty: the
 * name is then the address's, the role rep. Teams are named as they are called, in whichever case.
 * @returns form codes of the whole file, or its rows with theirs; lines count from 1 as an editor shows them
 */
export function readMembersCsv(
  text: string,
  known: Known,
): { faults: string[]; rows: ImportRow[] } {
  const { rows: table, openRow } = readCsv(text);
  if (openRow !== null) return { faults: [`quote_open?n=${openRow}`], rows: [] };
  const header = table[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const hasHeader = header.includes("email");
  const columns: readonly string[] = hasHeader ? header : COLUMNS;
  const body = table
    .map((cells, at) => ({ cells, line: at + 1 }))
    .slice(hasHeader ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (body.length === 0) return { faults: ["file_empty"], rows: [] };
  if (body.length > LIMITS.members)
    return { faults: [`too_many_rows?n=${LIMITS.members}`], rows: [] };
  const seen = new Set<string>();
  const rows = body.map(({ cells, line }) => {
    const row = readRow((name) => cells[columns.indexOf(name)]?.trim() ?? "", known);
    if (seen.has(row.email)) row.faults.push("twice");
    seen.add(row.email);
    return { line, ...row };
  });
  return { faults: [], rows };
}

function readRow(cell: (name: string) => string, known: Known): Omit<ImportRow, "line"> {
  const faults: string[] = [];
  const email = emailField.safeParse(cell("email"), { error: formCode });
  if (!email.success) faults.push(cell("email") === "" ? "email_missing" : "invalid_email");
  else if (known.emails.has(email.data)) faults.push("already_member");
  const name = nameField.safeParse(cell("name"));
  if (!name.success && cell("name") !== "") faults.push("name_too_long");
  const wanted = cell("role").toLowerCase();
  const role = ROLES.find((one) => one === wanted);
  if (role === undefined && wanted !== "") faults.push("unknown_role");
  const team = known.teams.filter(
    (one) => one.name.toLowerCase() === cell("team").normalize("NFC").toLowerCase(),
  );
  if (cell("team") !== "" && team.length === 0) faults.push("unknown_team");
  return {
    email: email.success ? email.data : cell("email").slice(0, 320),
    name: name.success ? name.data : cell("name").slice(0, 200),
    role: role ?? "rep",
    wrote: role === undefined && wanted !== "" ? cell("role").slice(0, 100) : null,
    team: cell("team").slice(0, 100),
    teamId: team[0]?.id ?? null,
    faults,
  };
}
