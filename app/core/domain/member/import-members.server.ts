import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { demandSeats } from "../account/seats.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { readMembersCsv } from "./import-csv.ts";
import { addInvited } from "./invite.server.ts";
import type { ImportCheck } from "./member-views.ts";

/** Far within the five seconds a transaction may take: each row makes a member, a code, a letter and a job. */
const AT_ONCE = 25;

/**
 * Reads a list of people and says what would become of each line; nothing is changed.
 * @throws DomainError `forbidden`, `validation_failed` (text: file_empty, too_many_rows, quote_open, no_addresses), `limit_reached`
 */
export async function checkImport(actor: Member, text: string): Promise<ImportCheck> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  const [members, teams] = await Promise.all([
    db.member.findMany({ where: { workspaceId, scrubbedAt: null }, select: { email: true } }),
    db.team.findMany({
      where: { workspaceId, deletedAt: null },
      select: { id: true, name: true },
    }),
  ]);
  const emails = new Set(members.map(({ email }) => email));
  const { faults, rows, unused } = readMembersCsv(text, { emails, teams });
  if (faults.length > 0) throw new DomainError("validation_failed", { text: faults });
  const good = rows.filter((row) => row.faults.length === 0).length;
  await demandSeats(db, workspaceId, good);
  return { rows, good, bad: rows.length - good, unused };
}

/**
 * Invites everybody whose line is right; the list is checked anew, so that what changed meanwhile counts. Sent twice, it
 * finds members and invites nobody again.
 * @returns what `checkImport` says of the list at this moment
 * @throws DomainError as `checkImport`
 */
export async function runImport(actor: Member, text: string): Promise<ImportCheck> {
  const check = await checkImport(actor, text);
  const good = check.rows.filter(({ faults }) => faults.length === 0);
  for (let from = 0; from < good.length; from += AT_ONCE)
    await db.$transaction(async (tx) => {
      for (const { email, name, role, teamId } of good.slice(from, from + AT_ONCE))
        await addInvited(tx, actor, {
          email,
          role,
          teamId,
          ...(name !== "" && { name }),
        });
    });
  await db.$transaction((tx) =>
    record(tx, actor, "member.imported", undefined, {
      after: { invited: good.length, refused: check.bad },
    }),
  );
  return check;
}
