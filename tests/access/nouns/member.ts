import { can, memberAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { ColleagueRow } from "#app/core/domain/access/policy/member.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { aMember } from "#tests/support/factories.ts";
import { type House, nounCase } from "./noun-case.ts";

type Permission = keyof (typeof NOUNS)["member"];

/** Besides the people themselves: of a team in one way only, of several, not there yet, gone, and scrubbed. */
async function seed({ workspace, teams: { one, two, inside } }: House): Promise<void> {
  for (const teams of [[], [one], [two], [inside], [two, one]]) {
    await aMember(workspace, { teams });
    for (const state of ["invited", "deactivated"] as const) {
      const { memberId } = await aMember(workspace, { teams });
      await db.member.updateMany({ where: { id: memberId }, data: { state } });
    }
    const { memberId } = await aMember(workspace, { teams });
    await db.member.updateMany({ where: { id: memberId }, data: { scrubbedAt: new Date() } });
  }
  await aMember(workspace, { primaryTeamId: one.id });
  const { memberId } = await aMember(workspace, { teams: [one] });
  await db.member.updateMany({ where: { id: memberId }, data: { primaryTeamId: null } });
}

/** product §3.3 and §12, by hand. */
function isAllowed(actor: Member, permission: Permission, row: ColleagueRow): boolean {
  if (row.workspaceId !== actor.workspaceId || row.scrubbedAt !== null) return false;
  if (permission === "care.look" && (actor.role !== "manager" || row.id === actor.memberId))
    return false;
  if (actor.role === "admin") return true;
  if (permission === "member.change") return false;
  if (row.id === actor.memberId) return true;
  const sitsIn = new Set(row.teamMembers.map(({ teamId }) => teamId));
  if (row.primaryTeamId !== null) sitsIn.add(row.primaryTeamId);
  return actor.role === "manager" && actor.scopeTeamIds.some((id) => sitsIn.has(id));
}

const load = () => db.member.findMany({ select: memberAccess });

export const member = nounCase<Permission>({
  rights: NOUNS.member,
  seed,
  load,
  one: can,
  many: (actor, permission) =>
    db.member.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT m.id FROM member m WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});
