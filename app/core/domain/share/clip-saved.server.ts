import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { can, clipAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
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

/** Links wait for who keeps the call, as far as they see the clip. */
async function notifyOfLinks(tx: Tx, actor: Member, clipId: string): Promise<void> {
  const { workspaceId, memberId: by } = actor;
  const clip = await tx.clip.findFirst({
    where: {
      ...{ workspaceId, id: clipId },
      links: {
        some: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
      },
    },
    select: { ...clipAccess, callId: true },
  });
  if (!clip) return;
  const call = await tx.call.findFirst({
    where: { workspaceId, id: clip.callId },
    select: { ownerId: true },
  });
  const members = await listMemberActors(workspaceId);
  const owner = members.find(({ memberId }) => memberId === call?.ownerId);
  if (!owner || !can(owner, "clip.read", clip)) return;
  await notifyMembers(tx, { workspaceId, by }, [owner.memberId], {
    kind: "clip_links_wait",
    ...{ target: { kind: "call", id: clip.callId }, values: { clipId } },
  });
}
