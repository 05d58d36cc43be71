import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { changeIn, findLibrary, type FoundLibrary, lockLibrary } from "./find-library.server.ts";
import { treeOf } from "./folder-tree.ts";
import { give, notifyFollowers } from "./giving.server.ts";
import { createItem, takeItemOut } from "./items.server.ts";
import type { ManyClips } from "./library.schema.ts";
import type { AudienceOfMany, LibraryChoice } from "./library-views.ts";
import { isThere } from "./preview.server.ts";
import { askFor } from "./asking.server.ts";
import {
  findSource,
  judge,
  type Judged,
  judgedOf,
  named,
  refuse,
  type Source,
  sourceIds,
} from "./sources.server.ts";

/** Where many calls go. `agreed`: members of whom the actor said that they may gain access. */
export type ManyOrder = { libraryId: string; folderId: string | null; agreed: readonly string[] };

/** Libraries the actor may add to, with their folders, by name. */
export async function listCurated(actor: Member): Promise<LibraryChoice[]> {
  const found = await db.library.findMany({
    where: { AND: [visible(actor, "library.read"), visible(actor, "library.curate")] },
    orderBy: [{ folded: "asc" }, { id: "asc" }],
    take: LIMITS.libraries,
    select: {
      ...{ id: true, name: true },
      folders: {
        orderBy: [{ position: "asc" }, { id: "asc" }],
        select: { id: true, name: true, parentId: true },
      },
    },
  });
  return found.map(({ folders, ...library }) => ({
    ...library,
    folders: treeOf(folders).map(({ id, path }) => ({ id, path })),
  }));
}

/**
 * What adding whole calls to a library would do, before it is done; `addCallIn` judges each by the same function.
 * @param callIds those the actor can't see are left out
 * @throws DomainError `not_found` (of all calls, too), `forbidden`, `validation_failed` (callIds: nothing_selected),
 * `limit_reached` for more than there is room for
 */
export async function previewCalls(
  actor: Member,
  libraryId: string,
  callIds: readonly string[],
): Promise<AudienceOfMany> {
  if (callIds.length === 0) throw refuse("callIds", "nothing_selected");
  const library = await findLibrary(db, actor, libraryId, "library.curate");
  const seen = await db.call.findMany({
    where: { id: { in: [...callIds] }, AND: visible(actor, "call.read") },
    select: { ...callAccess, id: true },
  });
  const held = { callId: { in: seen.map(({ id }) => id) }, t0Ms: null };
  const sources = seen.map((call) => ({ id: call.id, call, clip: null }));
  return audienceOf(actor, library, sources, held);
}

/** The same of clips. @throws DomainError as `previewCalls` */
export async function previewClips(
  actor: Member,
  libraryId: string,
  clipIds: readonly string[],
): Promise<AudienceOfMany> {
  const library = await findLibrary(db, actor, libraryId, "library.curate");
  const seen = await db.clip.findMany({
    where: { id: { in: [...clipIds] }, AND: visible(actor, "clip.read") },
    select: { ...clipAccess, id: true, call: { select: callAccess } },
  });
  const held = { clipId: { in: seen.map(({ id }) => id) } };
  const sources = seen.map((clip) => ({ id: clip.id, call: null, clip }));
  return audienceOf(actor, library, sources, held);
}

/** @param held which items are one of them already */
async function audienceOf(
  actor: Member,
  library: FoundLibrary,
  seen: readonly (Judged & { id: string })[],
  held: Prisma.LibraryItemWhereInput,
): Promise<AudienceOfMany> {
  if (seen.length === 0) throw new DomainError("not_found");
  const { workspaceId, id: libraryId } = library;
  const inside = { workspaceId, libraryId, deletedAt: null };
  const [count, there] = await Promise.all([
    db.libraryItem.count({ where: inside }),
    db.libraryItem.findMany({
      where: { ...inside, ...held },
      select: { callId: true, clipId: true },
    }),
  ]);
  const isInside = new Set(there.map(({ callId, clipId }) => clipId ?? callId));
  const sources = seen.filter(({ id }) => !isInside.has(id));
  if (count + sources.length > LIMITS.libraryItems)
    throw limitReached(LIMITS.libraryItems, count + sources.length, "libraryId");
  const members = await listMemberActors(workspaceId);
  const readers = members.filter((member) => can(member, "library.read", library));
  const gains = new Map<string, string>();
  let asks = 0;
  for (const { call, clip } of sources) {
    const judged = judge(actor, readers, library, { call, clip });
    if (judged.gains.length > 0 && !judged.mayGive) asks += 1;
    else for (const { memberId, name } of judged.gains) gains.set(memberId, name);
  }
  return {
    ...{ count: sources.length, there: isInside.size, asks },
    gains: [...gains].map(([id, name]) => ({ id, name })),
  };
}

/**
 * The word of the actor that so many people gain access.
 * @returns who they are @throws DomainError as `previewCalls`, `validation_failed` (gives: audience_changed?n=)
 */
export async function agreeToMany(
  actor: Member,
  libraryId: string,
  callIds: readonly string[],
  gives: number,
): Promise<string[]> {
  const { gains } = await previewCalls(actor, libraryId, callIds);
  if (gains.length !== gives) throw refuse("gives", `audience_changed?n=${gains.length}`);
  return gains.map(({ id }) => id);
}

/** `isAsked`: the owner of the call is asked first. */
type Added = { itemId: string; isAsked: boolean };

/**
 * Adds a whole call at the end of a folder. It gives access where the actor may and said so of everybody who gains it;
 * else it waits for the call's owner.
 * @returns the item, and whether it waits; null where the call is in the library already
 * @throws DomainError `not_found`, `limit_reached`, `validation_failed` (libraryId: library_gone; folderId: invalid_choice)
 */
export async function addCallIn(
  tx: Tx,
  actor: Member,
  callId: string,
  { libraryId, folderId, agreed }: ManyOrder,
): Promise<Added | null> {
  const source = await findSource(tx, actor, { callId, clipId: null });
  const library = await lockLibrary(tx, actor, libraryId, "library.curate").catch(gone);
  const members = await listMemberActors(actor.workspaceId);
  return addIn(tx, actor, library, source, { folderId, agreed, members });
}

/**
 * Adds clips at the end of a folder, with the actor's word that so many people gain access by them. Those that are there
 * stay; those that are not the actor's to give wait for the owners of their calls.
 * @returns how many came into the library
 * @throws DomainError as `previewClips`, `validation_failed` (gives: audience_changed?n=; folderId: invalid_choice)
 */
export async function addClips(
  actor: Member,
  libraryId: string,
  { clipIds, folderId, gives }: ManyClips,
): Promise<{ facts: { count: string } }> {
  const { gains } = await previewClips(actor, libraryId, clipIds);
  if (gains.length !== gives) throw refuse("gives", `audience_changed?n=${gains.length}`);
  const agreed = gains.map(({ id }) => id);
  return changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const members = await listMemberActors(actor.workspaceId);
    let count = 0;
    for (const clipId of clipIds) {
      const source = await findSource(tx, actor, { callId: null, clipId });
      const added = await addIn(tx, actor, library, source, { folderId, agreed, members });
      if (added !== null) count += 1;
    }
    return { facts: { count: String(count) } };
  });
}

async function addIn(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  source: Source,
  {
    folderId,
    agreed,
    members,
  }: Pick<ManyOrder, "folderId" | "agreed"> & { members: readonly Member[] },
): Promise<Added | null> {
  const whole = { folderId, t0Ms: null, t1Ms: null, why: "", ...sourceIds(source) };
  if (await isThere(tx, library, whole)) return null;
  const { gains, mayGive } = judge(actor, members, library, judgedOf(source));
  const isAgreed = mayGive && gains.every(({ memberId }) => agreed.includes(memberId));
  const isAsked = gains.length > 0 && !isAgreed;
  const itemId = await createItem(tx, actor, library, source, whole, isAsked);
  if (isAsked) {
    await askFor(tx, actor, library, source, itemId);
    return { itemId, isAsked };
  }
  if (gains.length > 0) await give(tx, actor, library, whole, itemId);
  await record(
    tx,
    actor,
    "library.item_added",
    { kind: "library", id: library.id },
    { after: { item: itemId, ...named(whole), gains: gains.length } },
  );
  await notifyFollowers(tx, actor, library, whole, itemId, members);
  return { itemId, isAsked };
}

/** The undo of that. @returns false where it was taken out since @throws DomainError `validation_failed` (libraryId: library_gone) */
export async function removeCallIn(
  tx: Tx,
  actor: Member,
  { libraryId }: ManyOrder,
  itemId: string,
): Promise<boolean> {
  const library = await lockLibrary(tx, actor, libraryId, "library.curate").catch(gone);
  const where = { workspaceId: actor.workspaceId, libraryId, id: itemId, deletedAt: null };
  if ((await tx.libraryItem.count({ where })) === 0) return false;
  await takeItemOut(tx, actor, library, itemId);
  return true;
}

/** A row of many says of which thing it is told: the call is there. */
function gone(error: unknown): never {
  if (error instanceof DomainError && ["not_found", "forbidden"].includes(error.code))
    throw refuse("libraryId", "library_gone");
  throw error;
}
