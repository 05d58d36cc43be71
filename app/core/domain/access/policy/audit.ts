import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../actor.ts";
import { type CallRow, mentioned } from "./call.ts";
import { always, type ListRule, never, withFrame } from "./rule.ts";

/**
 * What a rule about an entry looks at: whose act it is, the teams they sit in, and the calls it tells of: that of its
 * target (a call, recording, guest, comment or private clip) and the one its facts name. Null: a call that is not found.
 */
export type LogRow = {
  workspaceId: string;
  log: "system" | "user";
  actorKind: string;
  actor: string | null;
  teamIds: readonly string[];
  calls: readonly (CallRow | null)[];
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

/** What an id looks like; targets of other kinds are texts of any form. */
const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const asId = (text: Prisma.Sql) => Prisma.sql`CASE WHEN ${text} ~ ${UUID} THEN (${text})::uuid END`;
const target = asId(Prisma.sql`e.target`);
/** The call of an entry's target, as an id, where the target is one of a call's. */
const callOfEntry = Prisma.sql`(CASE e.target_kind
  WHEN 'call' THEN ${target}
  WHEN 'recording' THEN (SELECT r.call_id FROM recording r WHERE r.workspace_id = e.workspace_id AND r.id = ${target})
  WHEN 'guest' THEN (SELECT gu.call_id FROM guest gu WHERE gu.workspace_id = e.workspace_id AND gu.id = ${target})
  WHEN 'comment' THEN (SELECT x.call_id FROM comment x WHERE x.workspace_id = e.workspace_id AND x.id = ${target})
  WHEN 'clip' THEN (SELECT k.call_id FROM clip k WHERE k.workspace_id = e.workspace_id AND k.id = ${target})
END)`;
/** A clip that is not private has an audience of its own, whoever may know of its call (decisions §13). */
const isOpenClip = Prisma.sql`(e.target_kind = 'clip' AND EXISTS (
  SELECT 1 FROM clip k WHERE k.workspace_id = e.workspace_id AND k.id = ${target} AND k.visibility <> 'private'))`;
/** The call that an entry's facts name, as text. */
const factCall = Prisma.sql`(CASE WHEN e.after LIKE '%"call":"%' THEN e.after::jsonb ->> 'call'
  WHEN e.before LIKE '%"call":"%' THEN e.before::jsonb ->> 'call' END)`;

/** One's own eyes alone: who views as somebody else reads nothing private of theirs. */
const isOwnAct = (actor: Member, row: LogRow) => actor.impersonator === null && own.one(actor, row);
const ownActs = (actor: Member) =>
  actor.impersonator === null ? own.sql(actor) : Prisma.sql`false`;

/**
 * Of private calls the log tells those who may see them, and of one's own acts whatever they were done to. What is not
 * found may have been private: such an entry is its actor's alone.
 */
const tellsOf: LogRule = {
  one: (actor, row) =>
    isOwnAct(actor, row) || row.calls.every((call) => call !== null && mentioned.one(actor, call)),
  sql: (actor) => {
    const known = (id: Prisma.Sql) =>
      Prisma.sql`EXISTS (SELECT 1 FROM call c WHERE c.id = ${id} AND ${mentioned.sql(actor)})`;
    return Prisma.sql`(${ownActs(actor)} OR (
      (e.target_kind IS NULL OR e.target_kind NOT IN ('call', 'recording', 'guest', 'comment', 'clip')
        OR ${isOpenClip} OR ${known(callOfEntry)})
      AND (${factCall} IS NULL OR ${known(asId(factCall))})))`;
  },
};
const logOf = { "systemlog.read": "system", "userlog.read": "user" } as const;
const frame = (permission: keyof typeof logOf): LogRule => ({
  one: (actor, row) =>
    row.workspaceId === actor.workspaceId &&
    row.log === logOf[permission] &&
    tellsOf.one(actor, row),
  sql: (actor) =>
    Prisma.sql`e.workspace_id = ${actor.workspaceId}::uuid AND e.log = ${logOf[permission]}::audit_log AND ${tellsOf.sql(actor)}`,
});

/** product §3.3: the system log is the admins', the user log the manager's people's and one's own. */
export const audit = withFrame(frame, {
  "systemlog.read": { admin: any, manager: none, rep: none },
  "userlog.read": { admin: any, manager: inScope, rep: own },
});
