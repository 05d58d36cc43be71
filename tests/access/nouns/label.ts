import { can, labelAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { LabelRow } from "#app/core/domain/access/policy/label.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { aLabel } from "#tests/support/factories.ts";
import { type House, nounCase } from "./noun-case.ts";

type Permission = keyof (typeof NOUNS)["label"];

async function seed({ workspace, teams: { one, two, inside } }: House): Promise<void> {
  for (const team of [null, one, two, inside])
    await aLabel(workspace, { teamId: team?.id ?? null });
}

/** product §3.3, by hand: a label of a team is there for its people, and for the managers and admins above them. */
function isAllowed(actor: Member, permission: Permission, row: LabelRow): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  if (actor.role === "admin") return true;
  const isManaged =
    actor.role === "manager" && actor.scopeTeamIds.some((teamId) => teamId === row.teamId);
  if (permission === "label.change") return isManaged;
  return row.teamId === null || isManaged || actor.teamIds.includes(row.teamId);
}

export const label = nounCase<Permission>({
  rights: NOUNS.label,
  seed,
  load: () => db.label.findMany({ select: { ...labelAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.label.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT l.id FROM label l WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});
