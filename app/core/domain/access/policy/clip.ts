import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";
import { library, libraryAccess } from "./library.ts";
import { either, type ListRule, withFrame } from "./rule.ts";

/** What a rule about a clip looks at; spread it into a `select`. */
export const clipAccess = {
  workspaceId: true,
  ownerId: true,
  teamId: true,
  visibility: true,
  deletedAt: true,
  removedAt: true,
  call: { select: { state: true } },
  // What waits for somebody's word shows nothing to anybody.
  items: {
    where: { deletedAt: null, isAsked: false },
    select: { libraryId: true, library: { select: libraryAccess } },
  },
} as const satisfies Prisma.ClipSelect;

export type ClipRow = Prisma.ClipGetPayload<{ select: typeof clipAccess }>;
/** `sql` calls its table `cl`. */
type ClipRule = ListRule<ClipRow, Prisma.ClipWhereInput>;

const own: ClipRule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`cl.owner_id = ${actor.memberId}::uuid`,
};
const open: ClipRule = {
  one: (_, row) => row.visibility === "workspace",
  many: () => ({ visibility: "workspace" }),
  sql: () => Prisma.sql`cl.visibility = 'workspace'`,
};
const notPrivate: ClipRule = {
  one: (_, row) => row.visibility !== "private",
  many: () => ({ visibility: { not: "private" } }),
  sql: () => Prisma.sql`cl.visibility <> 'private'`,
};
const inTeams = (teams: (actor: Member) => readonly string[]): ClipRule => ({
  one: (actor, row) =>
    row.visibility !== "private" && row.teamId !== null && teams(actor).includes(row.teamId),
  many: (actor) => ({ visibility: { not: "private" }, teamId: { in: [...teams(actor)] } }),
  sql: (actor) =>
    Prisma.sql`(cl.visibility <> 'private' AND cl.team_id = ANY(${[...teams(actor)]}::uuid[]))`,
});
const ofTeam = inTeams((actor) => actor.teamIds);
const inScope = inTeams((actor) => actor.scopeTeamIds);

/**
 * In a library that the actor may read: it is there for its readers to play (decisions §13). A personal library gives no
 * access (decisions §14).
 */
const inLibrary = (role: Role): ClipRule => {
  const { frame: ofLibrary, rules } = library["library.read"];
  const reads = rules[role];
  return {
    one: (actor, clipRow) =>
      clipRow.items.some(
        ({ library: row }) =>
          row.kind !== "personal" && ofLibrary.one(actor, row) && reads.one(actor, row),
      ),
    many: (actor) => ({
      items: {
        some: {
          ...{ workspaceId: actor.workspaceId, deletedAt: null, isAsked: false },
          library: {
            AND: [{ kind: { not: "personal" } }, ofLibrary.many(actor), reads.many(actor)],
          },
        },
      },
    }),
    sql: (actor) => Prisma.sql`cl.id IN (SELECT li.clip_id FROM library_item li
      JOIN library lb ON lb.workspace_id = li.workspace_id AND lb.id = li.library_id
      WHERE li.workspace_id = ${actor.workspaceId}::uuid AND li.deleted_at IS NULL AND NOT li.is_asked
        AND lb.kind <> 'personal' AND ${ofLibrary.sql(actor)} AND ${reads.sql(actor)})`,
  };
};

/**
 * A clip outlives its call's trash, not its purge; what is removed for good does not come back, and what is private is
 * hidden from an admin with another member's eyes.
 */
const frame = (isDeleted: boolean): ClipRule => ({
  one: (actor, row) =>
    row.workspaceId === actor.workspaceId &&
    (row.deletedAt !== null) === isDeleted &&
    (!isDeleted || row.removedAt === null) &&
    row.call.state !== "purged" &&
    (actor.impersonator === null || row.visibility !== "private"),
  many: (actor) => ({
    workspaceId: actor.workspaceId,
    deletedAt: isDeleted ? { not: null } : null,
    ...(isDeleted && { removedAt: null }),
    call: { state: { not: "purged" } },
    ...(actor.impersonator !== null && { visibility: { not: "private" } }),
  }),
  sql: (actor) => Prisma.sql`cl.workspace_id = ${actor.workspaceId}::uuid
    AND ${isDeleted ? Prisma.sql`cl.deleted_at IS NOT NULL AND cl.removed_at IS NULL` : Prisma.sql`cl.deleted_at IS NULL`}
    AND EXISTS (SELECT 1 FROM call cc WHERE cc.workspace_id = cl.workspace_id AND cc.id = cl.call_id AND cc.state <> 'purged')
    AND ${actor.impersonator === null ? Prisma.sql`true` : Prisma.sql`cl.visibility <> 'private'`}`,
});

const kept: Record<Role, ClipRule> = {
  admin: either(notPrivate, own),
  manager: either(inScope, own),
  rep: own,
};
const seen: Record<Role, ClipRule> = {
  admin: either(notPrivate, own, inLibrary("admin")),
  manager: either(inScope, ofTeam, open, own, inLibrary("manager")),
  rep: either(ofTeam, open, own, inLibrary("rep")),
};

/**
 * product §3.2.6, §3.3: a clip's audience is its own and that of the libraries it is in, whoever may open its call. To change its pieces takes the right to
 * open the call besides, and to show them to more people than the call the right to share it.
 */
export const clip = withFrame((permission) => frame(permission === "clip.restore"), {
  "clip.read": seen,
  "clip.update": kept,
  "clip.restore": { ...kept },
});
