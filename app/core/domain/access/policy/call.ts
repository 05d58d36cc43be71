import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";
import { either, type ListRule, never, withFrame } from "./rule.ts";

/** What a call's rules look at; spread it into a `select`. */
export const callAccess = {
  workspaceId: true,
  kind: true,
  state: true,
  visibility: true,
  ownerId: true,
  teamId: true,
  participants: { select: { memberId: true } },
  callGrants: { select: { memberId: true, teamId: true, level: true } },
} as const satisfies Prisma.CallSelect;

export type CallRow = Prisma.CallGetPayload<{ select: typeof callAccess }>;
/** A call's rights travel with its owner, team, people and grants (product §3.2). `sql` calls its table `c`. */
type CallRule = ListRule<CallRow, Prisma.CallWhereInput>;

const own: CallRule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`c.owner_id = ${actor.memberId}::uuid`,
};
const tookPart: CallRule = {
  one: (actor, row) => row.participants.some(({ memberId }) => memberId === actor.memberId),
  many: (actor) => ({ participants: { some: { memberId: actor.memberId } } }),
  sql: (actor) =>
    Prisma.sql`c.id IN (SELECT call_id FROM participant WHERE workspace_id = ${actor.workspaceId}::uuid AND member_id = ${actor.memberId}::uuid)`,
};
/** To a person, a team, or everyone: the last names nobody. */
const granted = (level: "view" | "edit"): CallRule => {
  const isEnough = (grant: { level: string }) => level === "view" || grant.level === "edit";
  const wanted = level === "view" ? {} : { level: "edit" as const };
  const minimum = level === "view" ? Prisma.empty : Prisma.sql`AND level = 'edit'`;
  return {
    one: (actor, row) =>
      row.callGrants.some(
        (grant) =>
          isEnough(grant) &&
          (grant.memberId === actor.memberId ||
            (grant.teamId !== null && actor.teamIds.includes(grant.teamId)) ||
            (grant.memberId === null && grant.teamId === null)),
      ),
    many: (actor) => ({
      callGrants: {
        some: {
          ...wanted,
          OR: [
            { memberId: actor.memberId },
            { teamId: { in: [...actor.teamIds] } },
            { memberId: null, teamId: null },
          ],
        },
      },
    }),
    sql: (actor) => Prisma.sql`(
      c.id IN (SELECT call_id FROM call_grant WHERE workspace_id = ${actor.workspaceId}::uuid AND member_id = ${actor.memberId}::uuid ${minimum})
      OR c.id IN (SELECT call_id FROM call_grant WHERE workspace_id = ${actor.workspaceId}::uuid AND team_id = ANY(${[...actor.teamIds]}::uuid[]) ${minimum})
      OR c.id IN (SELECT call_id FROM call_grant WHERE workspace_id = ${actor.workspaceId}::uuid AND member_id IS NULL AND team_id IS NULL ${minimum}))`,
  };
};
const nobody: CallRule = {
  one: never,
  many: () => ({ id: { in: [] } }),
  sql: () => Prisma.sql`false`,
};
const open: CallRule = {
  one: (_, row) => row.visibility === "workspace",
  many: () => ({ visibility: "workspace" }),
  sql: () => Prisma.sql`c.visibility = 'workspace'`,
};
const notPrivate: CallRule = {
  one: (_, row) => row.visibility !== "private",
  many: () => ({ visibility: { not: "private" } }),
  sql: () => Prisma.sql`c.visibility <> 'private'`,
};
/** The rest of the workspace, for an admin who said why, for an hour (product §3.2.4). */
const privately: CallRule = {
  one: (actor) => actor.privateUntil !== null,
  many: (actor) =>
    actor.privateUntil === null ? nobody.many(actor) : { workspaceId: actor.workspaceId },
  sql: (actor) => (actor.privateUntil === null ? Prisma.sql`false` : Prisma.sql`true`),
};
const inTeams = (teams: (actor: Member) => readonly string[]): CallRule => ({
  one: (actor, row) =>
    row.visibility !== "private" && row.teamId !== null && teams(actor).includes(row.teamId),
  many: (actor) => ({ visibility: { not: "private" }, teamId: { in: [...teams(actor)] } }),
  sql: (actor) =>
    Prisma.sql`(c.visibility <> 'private' AND c.team_id = ANY(${[...teams(actor)]}::uuid[]))`,
});
const ofTeam = inTeams((actor) => actor.teamIds);
const inScope = inTeams((actor) => actor.scopeTeamIds);

/** Each way to see a call, by the name that a list of who sees it gives it. */
const ways = {
  scope: inScope,
  team: ofTeam,
  workspace: open,
  owner: own,
  tookPart,
  grant: granted("view"),
  admin: notPrivate,
} satisfies Record<string, CallRule>;
export type CallWay = keyof typeof ways;
const PERSONAL = ["owner", "tookPart", "grant"] as const;
const waysOf: Record<Role, readonly CallWay[]> = {
  admin: ["admin", ...PERSONAL],
  manager: ["scope", "team", "workspace", ...PERSONAL],
  rep: ["team", "workspace", ...PERSONAL],
};
/** Every way by which a member sees a call, private access aside; none: they do not see it. */
export const waysToCall = (actor: Member, row: CallRow): CallWay[] =>
  frame("call.read").one(actor, row)
    ? waysOf[actor.role].filter((way) => ways[way].one(actor, row))
    : [];

const seenBy = (role: Role): CallRule => either(...waysOf[role].map((way) => ways[way]));
/** Private calls are there for their people alone. */
const watched = { admin: seenBy("admin"), manager: seenBy("manager"), rep: seenBy("rep") };
const seen: Record<Role, CallRule> = { ...watched, admin: either(watched.admin, privately) };
/** Of a private call that an admin only was given, the grant's level says what they may do (product §3.3). */
const administered: CallRule = either(notPrivate, own, tookPart, privately);
const kept = { admin: administered, manager: either(inScope, own), rep: own };
const edited = {
  admin: either(administered, granted("edit")),
  manager: either(inScope, own, granted("edit")),
  rep: either(own, granted("edit")),
};

const speaking = either(own, tookPart, granted("edit"));
/** What leaves the call for others to see: in one's charge, and one's own; of a private call one's own alone. */
const counted = {
  admin: either(notPrivate, own),
  manager: either(inScope, own),
  rep: own,
};
const byOwner = { admin: own, manager: own, rep: own };

/** Of a private call: its people, those it was given to, and an admin with private access. */
const privyTo: Record<Role, CallRule> = {
  admin: either(own, tookPart, granted("view"), privately),
  manager: either(own, tookPart, granted("view")),
  rep: either(own, tookPart, granted("view")),
};
/**
 * Whose log tells of the call, in whatever state it is: a deletion is told of too. Private calls are known to those who
 * may see them alone (product §3.2), and to nobody who views as somebody else.
 */
export const mentioned: CallRule = {
  one: (actor, row) =>
    row.workspaceId === actor.workspaceId &&
    (row.visibility !== "private" ||
      (actor.impersonator === null && privyTo[actor.role].one(actor, row))),
  many: (actor) => ({
    workspaceId: actor.workspaceId,
    OR: [
      notPrivate.many(actor),
      actor.impersonator === null ? privyTo[actor.role].many(actor) : nobody.many(actor),
    ],
  }),
  sql: (
    actor,
  ) => Prisma.sql`(c.workspace_id = ${actor.workspaceId}::uuid AND (${notPrivate.sql(actor)}
    OR ${actor.impersonator === null ? privyTo[actor.role].sql(actor) : nobody.sql(actor)}))`,
};

/** The call and all that hangs on it (product §3.3). */
const rules = {
  "call.read": seen,
  "call.update": edited,
  "call.delete": kept,
  "call.transfer": kept,
  /** Give others access, and take it back. */
  "call.share": kept,
  "call.restore": kept,
  /** Show the call, or a part of it, to somebody outside. */
  "link.create": edited,
  /** And everything about a link of another member. */
  "link.change": kept,
  "recording.read": kept,
  "recording.retry": kept,
  /**
   * Counts in figures: of the people in one's charge, and one's own. A private call counts for its owner alone, whoever
   * else may see it (product §3.2).
   */
  "analytics.read": counted,
  /** What the call says about records of a CRM, and what became of it. */
  "crm.read": seen,
  /** Decide about it where the owner is asked. Of a private call that is its owner's alone (product §17). */
  "crm.review": counted,
  /** And where a manager is asked. */
  "crm.approve": { admin: notPrivate, manager: inScope, rep: nobody },
  /** Put back what stood there before. */
  "crm.revert": { ...counted },
  "media.play": seen,
  /** Make a clip of it, and change the pieces of one. */
  "clip.create": seen,
  "media.original": { ...kept },
  "transcript.read": seen,
  "transcript.export": seen,
  "transcript.update": {
    admin: either(administered, granted("edit")),
    manager: either(inScope, own, granted("edit"), tookPart),
    rep: either(own, granted("edit"), tookPart),
  },
  "summary.read": seen,
  /** Comment on the call; what may be done with a comment is asked of its row. */
  "comment.write": seen,
  /** Who opened the call; the user log is another way to the same (product §3.3). */
  "views.read": { admin: own, manager: own, rep: either(own, tookPart) },
  /** Who comes in and who goes: the door is the host's. */
  "guest.admit": byOwner,
  /** The running call's page and stream. A private one is there for its people alone. */
  "live.read": watched,
  /** Pause and resume the recording, lock, rename, end for all. */
  "live.host": byOwner,
  "live.join": { admin: speaking, manager: speaking, rep: speaking },
  /** Only with a manager's scope, whoever asks (product §3.3). */
  "live.listen": { admin: inScope, manager: inScope, rep: nobody },
};

/** The trash and what was purged are nobody's, but for who takes a call out of the trash again. */
const inTrash: CallRule = {
  one: (_, row) => row.state === "trashed",
  many: () => ({ state: "trashed" }),
  sql: () => Prisma.sql`c.state = 'trashed'`,
};
const inUse: CallRule = {
  one: (_, row) => row.state !== "trashed" && row.state !== "purged",
  many: () => ({ state: { notIn: ["trashed", "purged"] } }),
  sql: () => Prisma.sql`c.state NOT IN ('trashed', 'purged')`,
};

/** What a browser records is its owner's alone until it is stopped, private access or not. */
const stopped: CallRule = {
  one: (actor, row) =>
    row.kind !== "recorder" || row.state !== "live" || row.ownerId === actor.memberId,
  many: (actor) => ({
    NOT: { kind: "recorder", state: "live", ownerId: { not: actor.memberId } },
  }),
  sql: (actor) =>
    Prisma.sql`NOT (c.kind = 'recorder' AND c.state = 'live' AND c.owner_id <> ${actor.memberId}::uuid)`,
};

/** Nothing private for who views as somebody else. */
const frame = (permission: keyof typeof rules): CallRule => {
  const state = permission === "call.restore" ? inTrash : inUse;
  return {
    one: (actor, row) =>
      row.workspaceId === actor.workspaceId &&
      (actor.impersonator === null || row.visibility !== "private") &&
      stopped.one(actor, row) &&
      state.one(actor, row),
    many: (actor) => ({
      workspaceId: actor.workspaceId,
      ...(actor.impersonator !== null && { visibility: { not: "private" } }),
      ...stopped.many(actor),
      ...state.many(actor),
    }),
    sql: (
      actor,
    ) => Prisma.sql`c.workspace_id = ${actor.workspaceId}::uuid AND ${state.sql(actor)} AND ${stopped.sql(actor)}
      AND ${actor.impersonator === null ? Prisma.sql`true` : Prisma.sql`c.visibility <> 'private'`}`,
  };
};

export const call = withFrame(frame, rules);
