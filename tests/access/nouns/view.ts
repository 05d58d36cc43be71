import { can, viewAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import type { ViewRow } from "#app/core/domain/access/policy/view.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { aView } from "#tests/support/factories.ts";
import { type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const VIEWS = ["viewId", "goneViewId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof VIEWS> {}
}

type Permission = keyof (typeof NOUNS)["view"];

async function seed({ teams: { one, two, inside }, people }: Cast): Promise<void> {
  for (const owner of Object.values(people)) {
    for (const isShared of [false, true]) await aView(owner, { isShared });
    for (const { id: teamId } of [one, two, inside]) await aView(owner, { isShared: true, teamId });
  }
}

/**
 * A view is its owner's; a shared one is everybody's to open, or its team's and the managers' above it, and an admin's to
 * keep in order.
 */
function isAllowed(actor: Member, permission: Permission, row: ViewRow): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  if (row.ownerId === actor.memberId) return true;
  if (!row.isShared) return false;
  if (actor.role === "admin") return true;
  if (permission === "view.change") return false;
  const teams = [...actor.teamIds, ...(actor.role === "manager" ? actor.scopeTeamIds : [])];
  return row.teamId === null || teams.includes(row.teamId);
}

export const view = nounCase<Permission>({
  rights: NOUNS.view,
  seed,
  load: () => db.savedView.findMany({ select: { ...viewAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.savedView.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT v.id FROM saved_view v WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

const views = part(VIEWS, async ({ owner }) => ({
  viewId: (await aView(owner)).id,
  goneViewId: (await aView(owner, { deletedAt: new Date() })).id,
}));

export const fixtures: Fixtures = {
  rules: { view },
  parts: [views],
};
