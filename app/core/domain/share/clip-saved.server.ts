import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { ClipEdit } from "../clip/clip.schema.ts";
import { saveClipIn } from "../clip/clip-writes.server.ts";
import { askAgain } from "../library/clip-changed.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";

/**
 * Saves a clip. Where its sound or words change and the actor may not share its call, its libraries and links wait for
 * who may; the call's owner is notified.
 * @throws as `saveClipIn`
 */
export const saveClip = (actor: Member, clipId: string, input: ClipEdit): Promise<void> =>
  db.$transaction(async (tx) => {
    const { isHeard, isConfirmed } = await saveClipIn(tx, actor, clipId, input);
    if (!isHeard) return;
    await askAgain(tx, actor, clipId);
    if (!isConfirmed) await notifyOfLinks(tx, actor, clipId);
  });

async function notifyOfLinks(tx: Tx, actor: Member, clipId: string): Promise<void> {
  const { workspaceId, memberId: by } = actor;
  const link = await tx.sharedLink.findFirst({
    where: {
      ...{ workspaceId, clipId, revokedAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
    },
    select: { call: { select: { id: true, ownerId: true } } },
  });
  if (!link?.call) return;
  const { id, ownerId } = link.call;
  await notifyMembers(tx, { workspaceId, by }, [ownerId], {
    kind: "clip_links_wait",
    ...{ target: { kind: "call", id }, values: { clipId } },
  });
}
