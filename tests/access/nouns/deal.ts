import { can, dealAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { DealRow } from "#app/core/domain/access/policy/deal.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { aDeal, aDealStage } from "#tests/support/factories.ts";
import { type House, nounCase } from "./noun-case.ts";

type Permission = keyof (typeof NOUNS)["deal"];

/** What the workspaces of the test are set to, one after the other. */
const SETTINGS = ["team", "workspace"] as const;
let workspaces = 0;

/** Whose × which team's × deleted. */
async function seed({ workspace, teams: { one, two, inside }, people }: House): Promise<void> {
  await db.workspace.update({
    where: { id: workspace.id },
    data: { dealVisibility: SETTINGS[workspaces++ % SETTINGS.length] ?? "team" },
  });
  const { id: stageId } = await aDealStage(workspace);
  for (const owner of Object.values(people))
    for (const team of [null, one, two, inside])
      for (const deletedAt of [null, new Date()])
        await aDeal(owner, { stageId, teamId: team?.id ?? null, deletedAt });
}

/** product §3.3, by hand. */
export function isAllowed(actor: Member, permission: Permission, row: DealRow): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  if ((row.deletedAt !== null) !== (permission === "deal.restore")) return false;
  if (actor.role === "admin" || row.ownerId === actor.memberId) return true;
  const isOf = (teams: readonly string[]) => row.teamId !== null && teams.includes(row.teamId);
  if (actor.role === "manager" && isOf(actor.scopeTeamIds)) return true;
  const setting = row.workspace.dealVisibility;
  return (
    permission === "deal.read" &&
    (setting === "workspace" || (setting === "team" && isOf(actor.teamIds)))
  );
}

export const deal = nounCase<Permission>({
  rights: NOUNS.deal,
  seed,
  load: () => db.deal.findMany({ select: { ...dealAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.deal.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT d.id FROM deal d WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});
