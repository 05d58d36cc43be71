import type { Tx } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { grantView, grantViews } from "../call/grant.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { askFor, noteAsked } from "./asking.server.ts";
import { granteesOf } from "./audience.ts";
import type { FoundLibrary } from "./find-library.server.ts";
import {
  approverOf,
  callRow,
  clipRow,
  judge,
  type Source,
  sourceOf,
  type SourceRef,
} from "./sources.server.ts";

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
  await noteGiven(tx, actor, library, callId);
}

const noteGiven = (tx: Tx, actor: Member, library: FoundLibrary, callId: string): Promise<void> =>
  record(
    tx,
    actor,
    "call.access_given",
    { kind: "call", id: callId },
    { after: { library: library.id, level: "view", source: "library" } },
  );

/** Followers who can open the item by now, and the library. @param everyone every active member, where they are at hand */
export async function notifyFollowers(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  { callId, clipId }: SourceRef,
  itemId: string,
  everyone?: readonly Member[],
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
  const told = (everyone ?? (await listMemberActors(workspaceId))).filter(
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
 * Gives access again by items that came back, where the actor may: of the others, and of what waited before, the owners are
 * asked.
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
      ...{ workspaceId, libraryId: library.id, deletedAt: null },
      ...(itemIds && { id: { in: [...itemIds] } }),
    },
    select: {
      ...{ id: true, isAsked: true },
      call: { select: callRow },
      clip: { select: clipRow },
    },
  });
  const members = (await listMemberActors(workspaceId)).filter((member) =>
    can(member, "library.read", library),
  );
  const given: { callId: string; sourceId: string }[] = [];
  const asked: string[] = [];
  /** The first item of each owner: one notice leads to all that waits for them. */
  const first = new Map<string, { source: Source; itemId: string }>();
  for (const { id, isAsked, call, clip } of items) {
    const { gains, mayGive } = judge(actor, members, library, { call, clip });
    const source = sourceOf({ call, clip });
    if (source === null || (!isAsked && gains.length === 0)) continue;
    if (!isAsked && mayGive) {
      if (call) given.push({ callId: call.id, sourceId: id });
      continue;
    }
    asked.push(id);
    const { id: ownerId } = approverOf(source);
    if (!first.has(ownerId)) first.set(ownerId, { source, itemId: id });
    else await noteAsked(tx, actor, library, source, id);
  }
  await tx.libraryItem.updateMany({
    where: { workspaceId, id: { in: asked } },
    data: { isAsked: true, askedById: actor.memberId },
  });
  for (const { source, itemId } of first.values()) await askFor(tx, actor, library, source, itemId);
  await grantViews(tx, { workspaceId, by: actor.memberId }, given, granteesOf(library));
  for (const { callId } of given) await noteGiven(tx, actor, library, callId);
}
