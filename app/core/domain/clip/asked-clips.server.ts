import { db, Prisma } from "#app/core/platform/db.server.ts";
import { visible, visibleSql } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";

/**
 * Clips for which a wider audience is asked of the actor, who may share their call: whatever the clip's own audience is,
 * what is decided about can be played. All of it is of a call that the actor may open.
 */
export const asked = (actor: Member): Prisma.ClipWhereInput => ({
  ...{ workspaceId: actor.workspaceId, deletedAt: null, wantedVisibility: { not: null } },
  ...(actor.impersonator !== null && { visibility: { not: "private" } }),
  call: visible(withoutPrivate(actor), "call.share"),
});

/** The same for a table `cl`. */
const askedSql = (
  actor: Member,
): Prisma.Sql => Prisma.sql`(cl.workspace_id = ${actor.workspaceId}::uuid
  AND cl.deleted_at IS NULL AND cl.wanted_visibility IS NOT NULL
  AND ${actor.impersonator === null ? Prisma.sql`true` : Prisma.sql`cl.visibility <> 'private'`}
  AND EXISTS (SELECT 1 FROM call c WHERE c.workspace_id = cl.workspace_id AND c.id = cl.call_id
    AND ${visibleSql(withoutPrivate(actor), "call.share")}))`;

/** Whether the actor sees a clip by its own audience. */
export const isClipSeen = async (actor: Member, clipId: string): Promise<boolean> =>
  (await db.clip.count({ where: { id: clipId, AND: visible(actor, "clip.read") } })) > 0;

/** Clips an actor may play: those they see, and those they are asked about. */
export const playable = (actor: Member): Prisma.ClipWhereInput => ({
  OR: [visible(actor, "clip.read"), asked(actor)],
});

/**
 * The same for a file `f` of a clip `cl`. Who is asked plays what was saved last and nothing else: that is what they agree
 * to.
 */
export const playableSql = (actor: Member): Prisma.Sql =>
  Prisma.sql`(${visibleSql(actor, "clip.read")} OR (f.revision = cl.revision AND ${askedSql(actor)}))`;
