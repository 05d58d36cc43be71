import { filledLines, readCsv } from "../csv.ts";
import { emailField, nameField } from "../fields.schema.ts";
import { formCode } from "../form-code.ts";
import { LIMITS } from "../limits.ts";
import { fold } from "../words/fold.ts";
import { hasAt, isEmailHeading, isHeading, readColumns, type Written } from "./import-columns.ts";
import { goesOn, mailboxesOf, mailboxOf } from "./mailboxes.ts";
import type { ImportRow } from "./member-views.ts";

type Role = ImportRow["role"];
/** As they are called in a list, and on the screens of each language. */
const ROLES: ReadonlyMap<string, Role> = new Map(
  (
    [
      ["admin", ["admin", "administrator", "管理者"]],
      ["manager", ["manager", "マネージャー", "マネージャ"]],
      ["rep", ["rep", "sales rep", "営業担当", "担当者"]],
    ] as const
  ).flatMap(([role, names]) => names.map((name) => [fold(name), role] as const)),
);

/** What rows are held against. `emails`: of those who are members already, in small letters. */
export type Known = { emails: ReadonlySet<string>; teams: readonly { id: string; name: string }[] };
/** `faults`: form codes of the whole file. `unused`: headings of columns that nothing is taken from. */
export type ReadMembers = { faults: string[]; rows: ImportRow[]; unused: string[] };

/**
 * Reads a list of people: columns under headings, `email,name,role,team` without, or addresses as a mail program has
 * them. Name and role may be empty: the name is then the address's, the role rep. Teams are named as they are called, in
 * whichever case.
 * @returns form codes of the whole file, or its rows with theirs; lines count from 1 as an editor shows them
 */
export function readMembersCsv(text: string, known: Known): ReadMembers {
  const pasted = readAddresses(text);
  const { fault, people, unused } =
    pasted === null ? readTable(text) : { fault: null, people: pasted, unused: [] };
  const refused = fault ?? faultOf(people);
  if (refused !== null) return { faults: [refused], rows: [], unused: [] };
  const seen = new Set<string>();
  const rows = people.map((written) => {
    const row = readRow(written, known);
    if (seen.has(row.email)) row.faults.push("twice");
    seen.add(row.email);
    return row;
  });
  return { faults: [], rows, unused };
}

function faultOf(people: readonly Written[]): string | null {
  if (people.length === 0) return "file_empty";
  if (people.length > LIMITS.members) return `too_many_rows?n=${LIMITS.members}`;
  return people.some(({ email }) => hasAt(email)) ? null : "no_addresses";
}

function readTable(text: string): { fault: string | null; people: Written[]; unused: string[] } {
  const isValue = (cell: string) =>
    (hasAt(cell) && emailField.safeParse(mailboxOf(cell).email).success) || ROLES.has(fold(cell));
  const { rows, openRow } = readCsv(text, { isHeading, isValue });
  if (openRow !== null) return { fault: `quote_open?n=${openRow}`, people: [], unused: [] };
  return { fault: null, ...readColumns(rows) };
}

/** Lines of addresses alone, one or many on each. */
function readAddresses(text: string): Written[] | null {
  const rows = text.split(/\r\n?|\n/).map((line) => [line.replace(/^\uFEFF/, "")]);
  const lines = filledLines(rows).map(({ cells: [cell = ""], line }) => ({ cell, line }));
  const people: Written[] = [];
  let open = "";
  for (const [at, { cell, line }] of lines.entries()) {
    if (at === 0 && isEmailHeading(cell)) continue;
    const read = mailboxesOf(open + cell.trimStart());
    if (read === null) return null;
    open = read.open;
    for (const { email, name } of read.found)
      people.push({ line, email, name, role: "", team: "" });
    if (open !== "" && (people.length === 0 || !goesOn(cell, lines[at + 1]?.cell))) return null;
  }
  return people.length === 0 ? null : people;
}

const plain = (address: string): string => address.normalize("NFKC").trim().toLowerCase();

function readRow(written: Written, known: Known): ImportRow {
  const faults: string[] = [];
  const mailbox = mailboxOf(written.email);
  const email = emailField.safeParse(mailbox.email, { error: formCode });
  if (!email.success) faults.push(written.email === "" ? "email_missing" : "invalid_email");
  else if (known.emails.has(email.data)) faults.push("already_member");
  // An address is no name: the same once more says none, another may be whom the line is about.
  const isSame = plain(written.name) === plain(mailbox.email);
  if (hasAt(written.name) && !isSame && email.success) faults.push("invalid_email");
  const called = written.name === "" || hasAt(written.name) ? mailbox.name : written.name;
  const name = nameField.safeParse(called);
  if (!name.success && called !== "") faults.push("name_too_long");
  const role = ROLES.get(fold(written.role));
  if (role === undefined && written.role !== "") faults.push("unknown_role");
  const wanted = written.team.normalize("NFC").toLowerCase();
  const team = known.teams.find((one) => one.name.toLowerCase() === wanted);
  if (wanted !== "" && team === undefined) faults.push("unknown_team");
  return {
    line: written.line,
    email: email.success ? email.data : written.email.slice(0, 320),
    name: name.success ? name.data : called.slice(0, 200),
    role: role ?? "rep",
    wrote: role === undefined && written.role !== "" ? written.role.slice(0, 100) : null,
    team: written.team.slice(0, 100),
    teamId: wanted === "" ? null : (team?.id ?? null),
    faults,
  };
}
