import type { Tx } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { grantView } from "../call/grant.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { granteesOf } from "./audience.ts";
import type { FoundLibrary } from "./find-library.server.ts";
import { judge, sourceAccess, type SourceRef } from "./sources.server.ts";

/** Opens an item's call to the library's readers. A clip needs nothing: that it is there is the right. */
export async function give(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  { callId }: SourceRef,
  itemId: string,
): Promise<void> {
  if (callId === null) return;
  const { workspaceId, memberId: by } = actor;
  await grantView(tx, { workspaceId, callId }, granteesOf(library), { sourceId: itemId, by });
  await record(
    tx,
    actor,
    "call.access_given",
    { kind: "call", id: callId },
    { after: { library: library.id, level: "view", source: "library" } },
  );
}

/** Followers who can open the item by now, and the library. */
export async function notifyFollowers(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  { callId, clipId }: SourceRef,
  itemId: string,
): Promise<void> {
  const { workspaceId, memberId: by } = actor;
  const follows = await tx.libraryFollow.findMany({
    where: { workspaceId, libraryId: library.id },
    select: { memberId: true },
  });
  if (follows.length === 0) return;
  const followers = new Set(follows.map(({ memberId }) => memberId));
  const call =
    callId === null
      ? null
      : await tx.call.findFirst({ where: { workspaceId, id: callId }, select: callAccess });
  const clip =
    clipId === null
      ? null
      : await tx.clip.findFirst({ where: { workspaceId, id: clipId }, select: clipAccess });
  const told = (await listMemberActors(workspaceId)).filter(
    (member) =>
      followers.has(member.memberId) &&
      can(member, "library.read", library) &&
      ((call !== null && can(member, "call.read", call)) ||
        (clip !== null && can(member, "clip.read", clip))),
  );
  await notifyMembers(
    tx,
    { workspaceId, by },
    told.map(({ memberId }) => memberId),
    {
      kind: "library_item",
      target: clipId === null ? { kind: "call", id: callId ?? "" } : { kind: "clip", id: clipId },
      values: { libraryId: library.id, itemId },
    },
  );
}

/**
 * Gives access again by items that came back, where the actor may: the others wait as wishes.
 * @param itemIds null: every item of the library
 */
export async function reopenItems(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  itemIds: readonly string[] | null = null,
): Promise<void> {
  const { workspaceId } = actor;
  const items = await tx.libraryItem.findMany({
    where: {
      ...{ workspaceId, libraryId: library.id, deletedAt: null, isAsked: false },
      ...(itemIds && { id: { in: [...itemIds] } }),
    },
    select: { ...sourceAccess, id: true, callId: true, clipId: true },
  });
  const members = await listMemberActors(workspaceId);
  for (const { id, callId, clipId, ...judged } of items) {
    const { gains, mayGive } = judge(actor, members, library, judged);
    if (gains.length === 0) continue;
    if (mayGive) await give(tx, actor, library, { callId, clipId }, id);
    else await tx.libraryItem.updateMany({ where: { workspaceId, id }, data: { isAsked: true } });
  }
}
