import { Prisma } from "#app/core/platform/db.server.ts";
import { always, type ListRule, never, withFrame } from "./rule.ts";

/** What a rule about an entry looks at: whose deed it tells of, and the teams they sit in. */
export type LogRow = {
  workspaceId: string;
  log: "system" | "user";
  actorKind: string;
  actor: string | null;
  teamIds: readonly string[];
};

/** Entries name their actor in text, so the teams cannot be a Prisma filter; `sql` calls its table `e`. */
type LogRule = Omit<ListRule<LogRow, never>, "many">;

const any: LogRule = { one: always, sql: () => Prisma.sql`true` };
const none: LogRule = { one: never, sql: () => Prisma.sql`false` };
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

const logOf = { "systemlog.read": "system", "userlog.read": "user" } as const;
const frame = (permission: keyof typeof logOf): LogRule => ({
  one: (actor, row) => row.workspaceId === actor.workspaceId && row.log === logOf[permission],
  sql: (actor) =>
    Prisma.sql`e.workspace_id = ${actor.workspaceId}::uuid AND e.log = ${logOf[permission]}::audit_log`,
});

/** product §3.3: the system log is the admins', the user log the manager's people's and one's own. */
export const audit = withFrame(frame, {
  "systemlog.read": { admin: any, manager: none, rep: none },
  "userlog.read": { admin: any, manager: inScope, rep: own },
});
