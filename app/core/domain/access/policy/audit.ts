import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";

/** What a rule looks at: whose deed an entry tells of, and the teams they sit in. */
export type LoggedRow = {
  workspaceId: string;
  log: "system" | "user";
  actorKind: string;
  actor: string | null;
  teamIds: readonly string[];
};

/** `sql` names the table `e`. */
type LogRule = {
  one: (actor: Member, row: LoggedRow) => boolean;
  sql: (actor: Member) => Prisma.Sql;
};

const any: LogRule = { one: () => true, sql: () => Prisma.sql`true` };
const none: LogRule = { one: () => false, sql: () => Prisma.sql`false` };
const own: LogRule = {
  one: (actor, row) => row.actorKind === "member" && row.actor === actor.memberId,
  sql: (actor) => Prisma.sql`(e.actor_kind = 'member' AND e.actor = ${actor.memberId})`,
};
/** People in the manager's teams and below, and the manager. */
const inScope: LogRule = {
  one: (actor, row) =>
    own.one(actor, row) ||
    (row.actorKind === "member" && row.teamIds.some((id) => actor.scopeTeamIds.includes(id))),
  sql: (
    actor,
  ) => Prisma.sql`(e.actor_kind = 'member' AND (e.actor = ${actor.memberId} OR e.actor IN (
    SELECT m.id::text FROM member m WHERE m.workspace_id = ${actor.workspaceId}::uuid AND (
      m.primary_team_id = ANY(${[...actor.scopeTeamIds]}::uuid[]) OR m.id IN (
        SELECT t.member_id FROM team_member t WHERE t.workspace_id = ${actor.workspaceId}::uuid
          AND t.team_id = ANY(${[...actor.scopeTeamIds]}::uuid[])))))) `,
};

/** product §3.3: the system log is the admins', the user log the manager's people's and one's own. */
export const audit = {
  "systemlog.read": { admin: any, manager: none, rep: none },
  "userlog.read": { admin: any, manager: inScope, rep: own },
} satisfies Record<`${string}.${string}`, Record<Role, LogRule>>;
