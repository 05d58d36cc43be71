import { can, dealAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { DealRow } from "#app/core/domain/access/policy/deal.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { aDeal, aDealStage } from "#tests/support/factories.ts";
import { aMockRecord } from "#tests/support/mock-crm.ts";
import { begin, type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const DEALS = ["dealId", "stageId", "goneDealId", "archivedStageId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof DEALS> {}
}

type Permission = keyof (typeof NOUNS)["deal"];

/** What the workspaces of the test are set to, one after the other. */
const SETTINGS = ["team", "workspace"] as const;
let workspaces = 0;

/** Whose × which team's × deleted. */
async function seed({ workspace, teams: { one, two, inside }, people }: Cast): Promise<void> {
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

/** A stage, and a deal of the owner's in it. */
const deals = part(DEALS, async ({ owner, workspace, team: { id: teamId } }) => {
  const { id: stageId } = await aDealStage(workspace);
  return {
    stageId,
    dealId: (await aDeal(owner, { stageId, teamId })).id,
    goneDealId: (await aDeal(owner, { stageId, teamId, deletedAt: new Date() })).id,
    archivedStageId: (await aDealStage(workspace, { archivedAt: new Date() })).id,
  };
});

export const fixtures: Fixtures = {
  rules: { deal },
  parts: [deals],
  beginnings: {
    "/setting/general import_deals": begin(({ actor: { workspaceId: id } }) => aDealStage({ id })),
    // A deal of a CRM is the call's owner's, as their e-mail address says there.
    "/playback/{callId} link_crm_deal": begin(
      async ({ owner: { workspaceId, memberId }, house: { mockRecordId: id } }) => {
        const { email } = await db.member.findFirstOrThrow({ where: { id: memberId } });
        const values = { Email: email.toLowerCase(), Name: "Owner" };
        const OwnerId = await aMockRecord({ workspaceId }, { object: "user", values });
        await db.mockRecord.updateMany({
          where: { workspaceId, id },
          data: { values: { Name: "A deal", OwnerId } },
        });
      },
    ),
  },
};
