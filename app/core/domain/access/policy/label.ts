import { Prisma } from "#app/core/platform/db.server.ts";
import { always, either, type ListRule, never, withFrame } from "./rule.ts";

/** What a rule about a label looks at; spread it into a `select`. */
export const labelAccess = {
  workspaceId: true,
  teamId: true,
} as const satisfies Prisma.LabelSelect;

export type LabelRow = Prisma.LabelGetPayload<{ select: typeof labelAccess }>;
/** `sql` calls its table `l`. */
type LabelRule = ListRule<LabelRow, Prisma.LabelWhereInput>;

const any: LabelRule = { one: always, many: () => ({}), sql: () => Prisma.sql`true` };
const none: LabelRule = {
  one: never,
  many: () => ({ id: { in: [] } }),
  sql: () => Prisma.sql`false`,
};
const ofWorkspace: LabelRule = {
  one: (_, row) => row.teamId === null,
  many: () => ({ teamId: null }),
  sql: () => Prisma.sql`l.team_id IS NULL`,
};
const ofTeam: LabelRule = {
  one: (actor, row) => row.teamId !== null && actor.teamIds.includes(row.teamId),
  many: (actor) => ({ teamId: { in: [...actor.teamIds] } }),
  sql: (actor) => Prisma.sql`l.team_id = ANY(${[...actor.teamIds]}::uuid[])`,
};
const inScope: LabelRule = {
  one: (actor, row) => row.teamId !== null && actor.scopeTeamIds.includes(row.teamId),
  many: (actor) => ({ teamId: { in: [...actor.scopeTeamIds] } }),
  sql: (actor) => Prisma.sql`l.team_id = ANY(${[...actor.scopeTeamIds]}::uuid[])`,
};

const frame: LabelRule = {
  one: (actor, row) => row.workspaceId === actor.workspaceId,
  many: (actor) => ({ workspaceId: actor.workspaceId }),
  sql: (actor) => Prisma.sql`l.workspace_id = ${actor.workspaceId}::uuid`,
};

/** product §3.3: labels are the admins' to manage, and a manager's for the teams of their scope. */
export const label = withFrame(() => frame, {
  "label.read": {
    admin: any,
    manager: either(ofWorkspace, ofTeam, inScope),
    rep: either(ofWorkspace, ofTeam),
  },
  "label.change": { admin: any, manager: inScope, rep: none },
});
