import { Prisma } from "#app/core/platform/db.server.ts";
import { always, type ListRule, never, withFrame } from "./rule.ts";

/** What a rule about a colleague looks at; spread it into a `select`. */
export const memberAccess = {
  workspaceId: true,
  id: true,
  scrubbedAt: true,
  primaryTeamId: true,
  teamMembers: { select: { teamId: true } },
} as const satisfies Prisma.MemberSelect;

export type ColleagueRow = Prisma.MemberGetPayload<{ select: typeof memberAccess }>;
/** `sql` calls its table `m`. */
type MemberRule = ListRule<ColleagueRow, Prisma.MemberWhereInput>;

const any: MemberRule = { one: always, many: () => ({}), sql: () => Prisma.sql`true` };
const none: MemberRule = {
  one: never,
  many: () => ({ id: { in: [] } }),
  sql: () => Prisma.sql`false`,
};
const self: MemberRule = {
  one: (actor, row) => row.id === actor.memberId,
  many: (actor) => ({ id: actor.memberId }),
  sql: (actor) => Prisma.sql`m.id = ${actor.memberId}::uuid`,
};
/** People in the manager's teams and below, and the manager. */
const inScope: MemberRule = {
  one: (actor, row) =>
    row.id === actor.memberId ||
    [row.primaryTeamId, ...row.teamMembers.map(({ teamId }) => teamId)].some(
      (id) => id !== null && actor.scopeTeamIds.includes(id),
    ),
  many: (actor) => ({
    OR: [
      { id: actor.memberId },
      { primaryTeamId: { in: [...actor.scopeTeamIds] } },
      { teamMembers: { some: { teamId: { in: [...actor.scopeTeamIds] } } } },
    ],
  }),
  sql: (
    actor,
  ) => Prisma.sql`(m.id = ${actor.memberId}::uuid OR m.primary_team_id = ANY(${[...actor.scopeTeamIds]}::uuid[])
    OR m.id IN (SELECT t.member_id FROM team_member t WHERE t.workspace_id = ${actor.workspaceId}::uuid
      AND t.team_id = ANY(${[...actor.scopeTeamIds]}::uuid[])))`,
};

/** The same without the manager. */
const ledBy: MemberRule = {
  one: (actor, row) => row.id !== actor.memberId && inScope.one(actor, row),
  many: (actor) => ({ id: { not: actor.memberId }, AND: [inScope.many(actor)] }),
  sql: (actor) => Prisma.sql`(m.id <> ${actor.memberId}::uuid AND ${inScope.sql(actor)})`,
};

/** Scrubbed colleagues are nobody's. */
const frame: MemberRule = {
  one: (actor, row) => row.workspaceId === actor.workspaceId && row.scrubbedAt === null,
  many: (actor) => ({ workspaceId: actor.workspaceId, scrubbedAt: null }),
  sql: (actor) => Prisma.sql`m.workspace_id = ${actor.workspaceId}::uuid AND m.scrubbed_at IS NULL`,
};

/** product §3.3 and §12: members are the admins' to manage; a manager sees the people of their scope. */
export const member = withFrame(() => frame, {
  "member.read": { admin: any, manager: inScope, rep: self },
  /** Look at a colleague's card of team care: who leads them, and nobody else, whatever else they may (product §15.4). */
  "care.look": { admin: none, manager: ledBy, rep: none },
  "member.change": { admin: any, manager: none, rep: none },
});
