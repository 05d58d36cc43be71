import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../actor.ts";
import { either, type ListRule, withFrame } from "./rule.ts";

/** What a rule about a saved view looks at; spread it into a `select`. */
export const viewAccess = {
  workspaceId: true,
  ownerId: true,
  isShared: true,
  teamId: true,
} as const satisfies Prisma.SavedViewSelect;

export type ViewRow = Prisma.SavedViewGetPayload<{ select: typeof viewAccess }>;
/** `sql` calls its table `v`. */
type ViewRule = ListRule<ViewRow, Prisma.SavedViewWhereInput>;

const own: ViewRule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`v.owner_id = ${actor.memberId}::uuid`,
};
const shared: ViewRule = {
  one: (_, row) => row.isShared,
  many: () => ({ isShared: true }),
  sql: () => Prisma.sql`v.is_shared`,
};
const sharedWithAll: ViewRule = {
  one: (_, row) => row.isShared && row.teamId === null,
  many: () => ({ isShared: true, teamId: null }),
  sql: () => Prisma.sql`(v.is_shared AND v.team_id IS NULL)`,
};
/** Only a shared view has a team. */
const inTeams = (teams: (actor: Member) => readonly string[]): ViewRule => ({
  one: (actor, row) => row.teamId !== null && teams(actor).includes(row.teamId),
  many: (actor) => ({ teamId: { in: [...teams(actor)] } }),
  sql: (actor) => Prisma.sql`v.team_id = ANY(${[...teams(actor)]}::uuid[])`,
});
const ofTeam = inTeams((actor) => actor.teamIds);
const inScope = inTeams((actor) => actor.scopeTeamIds);
const frame: ViewRule = {
  one: (actor, row) => row.workspaceId === actor.workspaceId,
  many: (actor) => ({ workspaceId: actor.workspaceId }),
  sql: (actor) => Prisma.sql`v.workspace_id = ${actor.workspaceId}::uuid`,
};

/**
 * A view is its owner's. One that is shared with a team is that team's to open, and the managers' above it; one that is
 * shared with the workspace is everybody's. An admin keeps all that are shared in order.
 */
export const view = withFrame(() => frame, {
  "view.read": {
    admin: either(own, shared),
    manager: either(own, sharedWithAll, ofTeam, inScope),
    rep: either(own, sharedWithAll, ofTeam),
  },
  "view.change": { admin: either(own, shared), manager: own, rep: own },
});
