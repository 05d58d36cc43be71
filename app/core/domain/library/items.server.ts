import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { endView } from "../call/grant.server.ts";
import { readAsked } from "./asking.server.ts";
import { changeIn, type FoundLibrary } from "./find-library.server.ts";
import { give, notifyFollowers, reopenItems } from "./giving.server.ts";
import type { AskedItem, ItemNote, NewItem } from "./library.schema.ts";
import { countIn, requireFolder, requireItem, requireRoom, take } from "./places.server.ts";
import { isThere } from "./preview.server.ts";
import {
  durationOf,
  findSource,
  judge,
  judgedOf,
  named,
  refuse,
  requireWord,
  type Source,
  sourceIds,
} from "./sources.server.ts";

/**
 * Adds a call, a range of one, or a clip at the end of a folder. Where that lets people hear it who could not, the actor
 * needs the right to give it and says how many: a number that is not true any more asks again.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (callId: item_there, cannot_give,
 * invalid_choice; gives: audience_changed?n=; t1Ms: range_reversed, range_outside; folderId: invalid_choice)
 */
export const addItem = (
  actor: Member,
  libraryId: string,
  input: NewItem,
): Promise<{ itemId: string }> =>
  changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const source = await findSource(tx, actor, input);
    const members = await listMemberActors(actor.workspaceId);
    const judged = judge(actor, members, library, judgedOf(source));
    requireWord(judged, input.gives);
    const gains = judged.gains.length;
    const ids = sourceIds(source);
    const itemId = await createItem(tx, actor, library, source, input, false);
    if (gains > 0) await give(tx, actor, library, ids, itemId);
    await record(
      tx,
      actor,
      "library.item_added",
      { kind: "library", id: libraryId },
      { after: { item: itemId, ...named(ids), gains } },
    );
    await notifyFollowers(tx, actor, library, ids, itemId);
    return { itemId };
  });

/** @throws DomainError `limit_reached`, `validation_failed` (callId, t1Ms, folderId) as `addItem` */
export async function createItem(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  source: Source,
  { folderId, t0Ms, t1Ms, why }: AskedItem,
  isAsked: boolean,
): Promise<string> {
  const { workspaceId, memberId } = actor;
  const ids = sourceIds(source);
  if ((t0Ms === null) !== (t1Ms === null) || (t0Ms !== null && t1Ms !== null && t1Ms <= t0Ms))
    throw refuse("t1Ms", "range_reversed");
  if (t1Ms !== null && (source.kind === "clip" || t1Ms > durationOf(source)))
    throw refuse("t1Ms", "range_outside");
  if (await isThere(tx, library, { ...ids, t0Ms, t1Ms })) throw refuse("callId", "item_there");
  await requireFolder(tx, library, folderId);
  await requireRoom(tx, library);
  const id = newId();
  await tx.libraryItem.create({
    data: {
      ...{ id, workspaceId, libraryId: library.id, folderId, ...ids, t0Ms, t1Ms, why, isAsked },
      ...{ title: source.row.title, addedById: memberId, createdBy: memberId },
      position: await countIn(tx, library, folderId),
    },
    select: { id: true },
  });
  return id;
}

/** Takes an item out, and the access it gave. @throws DomainError `not_found`, `forbidden` */
export const removeItem = (
  actor: Member,
  libraryId: string,
  itemId: string,
): Promise<{ facts: { title: string } }> =>
  changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const { title } = await takeItemOut(tx, actor, library, itemId);
    return { facts: { title } };
  });

/** @throws DomainError `not_found` */
export async function takeItemOut(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  itemId: string,
): Promise<{ title: string }> {
  const { title, callId, clipId } = await requireItem(tx, library, itemId);
  const grants = await endView(tx, actor.workspaceId, [itemId]);
  await take(tx, library, itemId);
  await readAsked(tx, actor.workspaceId, [itemId]);
  await record(
    tx,
    actor,
    "library.item_removed",
    { kind: "library", id: library.id },
    { before: { item: itemId, ...named({ callId, clipId }), grants } },
  );
  if (grants > 0 && callId !== null)
    await record(
      tx,
      actor,
      "call.access_taken_back",
      { kind: "call", id: callId },
      { before: { library: library.id, level: "view", source: "library" } },
    );
  return { title };
}

/**
 * The undo of that, at the end of its folder. Access comes back where the actor may give it; else the owner is asked.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (itemId: item_there, added again since)
 */
export const restoreItem = (actor: Member, libraryId: string, itemId: string): Promise<void> =>
  changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const { folderId, ...item } = await requireItem(tx, library, itemId, true);
    const { workspaceId } = actor;
    if (await isThere(tx, library, item)) throw refuse("itemId", "item_there");
    await requireRoom(tx, library);
    const position = await countIn(tx, library, folderId);
    await tx.libraryItem.updateMany({
      where: { workspaceId, id: itemId },
      data: { deletedAt: null, position, version: { increment: 1 } },
    });
    await reopenItems(tx, actor, library, [itemId]);
    await record(
      tx,
      actor,
      "library.item_restored",
      { kind: "library", id: libraryId },
      { after: { item: itemId } },
    );
  });

/** Says why an item is good. @throws DomainError `not_found`, `forbidden` */
export const noteItem = (
  actor: Member,
  libraryId: string,
  { itemId, why }: ItemNote,
): Promise<void> =>
  changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const { why: before } = await requireItem(tx, library, itemId);
    if (before === why) return;
    await tx.libraryItem.updateMany({
      where: { workspaceId: actor.workspaceId, id: itemId },
      data: { why, version: { increment: 1 } },
    });
    await record(
      tx,
      actor,
      "library.item_changed",
      { kind: "library", id: libraryId },
      { after: { item: itemId } },
    );
  });
