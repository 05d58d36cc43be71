import { can, labelAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { LabelRow } from "#app/core/domain/access/policy/label.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aLabel } from "#tests/support/factories.ts";
import { type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const LABELS = [
  "labelId",
  "givenId",
  "teamLabelId",
  "archivedId",
  "intoId",
  "mergedId",
  "groupId",
] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof LABELS> {}
}

type Permission = keyof (typeof NOUNS)["label"];

async function seed({ workspace, teams: { one, two, inside } }: Cast): Promise<void> {
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

/** Two for calls of everyone, of which one is on the call, and one in each state of the team below. */
const labels = part(LABELS, async ({ workspace, id }) => {
  const workspaceId = workspace.id;
  const teamId = await id("teamId");
  const ofTeam = async (more: Parameters<typeof aLabel>[1] = {}) =>
    (await aLabel(workspace, { teamId, ...more })).id;
  const { id: givenId } = await aLabel(workspace);
  await db.callLabel.create({
    data: { workspaceId, callId: await id("callId"), labelId: givenId, isByHand: true },
  });
  const intoId = await ofTeam();
  const groupId = newId();
  const name = `Group ${groupId}`;
  await db.labelGroup.create({ data: { id: groupId, workspaceId, name, folded: name } });
  return {
    ...{ intoId, groupId, givenId },
    labelId: (await aLabel(workspace)).id,
    teamLabelId: await ofTeam(),
    archivedId: await ofTeam({ archivedAt: new Date() }),
    mergedId: await ofTeam({ mergedInto: intoId, mergedAt: new Date() }),
  };
});

export const fixtures: Fixtures = {
  rules: { label },
  parts: [labels],
};
