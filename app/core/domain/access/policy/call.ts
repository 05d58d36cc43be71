import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../actor.ts";
import { either, never, type Rule, type Rules } from "./rule.ts";

/**
 * A call's rights travel with its owner, team, people and grants (product §3.2). `one`, `many` and `sql`
 * say the same three times: for a loaded row, a Prisma filter, and the hot lists, whose table alias is `c`.
 */
const own: Rule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`c.owner_id = ${actor.memberId}::uuid`,
};
const tookPart: Rule = {
  one: (actor, row) => row.participants.some(({ memberId }) => memberId === actor.memberId),
  many: (actor) => ({ participants: { some: { memberId: actor.memberId } } }),
  sql: (actor) =>
    Prisma.sql`c.id IN (SELECT call_id FROM participant WHERE workspace_id = ${actor.workspaceId}::uuid AND member_id = ${actor.memberId}::uuid)`,
};
const granted = (level: "view" | "edit"): Rule => {
  const isEnough = (grant: { level: string }) => level === "view" || grant.level === "edit";
  const wanted = level === "view" ? {} : { level: "edit" as const };
  const minimum = level === "view" ? Prisma.empty : Prisma.sql`AND level = 'edit'`;
  return {
    one: (actor, row) =>
      row.callGrants.some(
        (grant) =>
          isEnough(grant) &&
          (grant.memberId === actor.memberId ||
            (grant.teamId !== null && actor.teamIds.includes(grant.teamId))),
      ),
    many: (actor) => ({
      callGrants: {
        some: {
          ...wanted,
          OR: [{ memberId: actor.memberId }, { teamId: { in: [...actor.teamIds] } }],
        },
      },
    }),
    sql: (actor) => Prisma.sql`(
      c.id IN (SELECT call_id FROM call_grant WHERE workspace_id = ${actor.workspaceId}::uuid AND member_id = ${actor.memberId}::uuid ${minimum})
      OR c.id IN (SELECT call_id FROM call_grant WHERE workspace_id = ${actor.workspaceId}::uuid AND team_id = ANY(${[...actor.teamIds]}::uuid[]) ${minimum}))`,
  };
};
const nobody: Rule = {
  one: never,
  many: () => ({ id: { in: [] } }),
  sql: () => Prisma.sql`false`,
};
const open: Rule = {
  one: (_, row) => row.visibility === "workspace",
  many: () => ({ visibility: "workspace" }),
  sql: () => Prisma.sql`c.visibility = 'workspace'`,
};
const notPrivate: Rule = {
  one: (_, row) => row.visibility !== "private",
  many: () => ({ visibility: { not: "private" } }),
  sql: () => Prisma.sql`c.visibility <> 'private'`,
};
/** The rest of the workspace, for an admin who said why, for an hour (product §3.2.4). */
const privately: Rule = {
  one: (actor) => actor.privateUntil !== null,
  many: (actor) =>
    actor.privateUntil === null ? nobody.many(actor) : { workspaceId: actor.workspaceId },
  sql: (actor) => (actor.privateUntil === null ? Prisma.sql`false` : Prisma.sql`true`),
};
const inTeams = (teams: (actor: Member) => readonly string[]): Rule => ({
  one: (actor, row) =>
    row.visibility !== "private" && row.teamId !== null && teams(actor).includes(row.teamId),
  many: (actor) => ({ visibility: { not: "private" }, teamId: { in: [...teams(actor)] } }),
  sql: (actor) =>
    Prisma.sql`(c.visibility <> 'private' AND c.team_id = ANY(${[...teams(actor)]}::uuid[]))`,
});
const ofTeam = inTeams((actor) => actor.teamIds);
const inScope = inTeams((actor) => actor.scopeTeamIds);

/** Private calls are there for their people alone. */
const watched = {
  admin: either(notPrivate, own, tookPart, granted("view")),
  manager: either(inScope, ofTeam, open, own, tookPart, granted("view")),
  rep: either(ofTeam, open, own, tookPart, granted("view")),
};
const seen = { ...watched, admin: either(watched.admin, privately) };
const kept = { admin: seen.admin, manager: either(inScope, own), rep: own };
const edited = {
  admin: seen.admin,
  manager: either(inScope, own, granted("edit")),
  rep: either(own, granted("edit")),
};

const speaking = either(own, tookPart, granted("edit"));
const byOwner = { admin: own, manager: own, rep: own };

/** The call and all that hangs on it (product §3.3). */
export const call = {
  "call.read": seen,
  "call.update": edited,
  "call.delete": kept,
  "call.transfer": kept,
  "recording.read": kept,
  "recording.retry": kept,
  "media.play": seen,
  "media.original": { ...kept },
  "transcript.read": seen,
  "transcript.export": seen,
  "transcript.update": {
    admin: seen.admin,
    manager: either(inScope, own, granted("edit"), tookPart),
    rep: either(own, granted("edit"), tookPart),
  },
  "summary.read": seen,
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
} satisfies Rules;
