import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, can, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { askFor, readAsked } from "./asking.server.ts";
import { changeIn, type FoundLibrary, libraryRow } from "./find-library.server.ts";
import { give, notifyFollowers } from "./giving.server.ts";
import { createItem } from "./items.server.ts";
import type { AskedItem } from "./library.schema.ts";
import type { AskedView } from "./library-views.ts";
import { take } from "./places.server.ts";
import { viewPreview } from "./preview.server.ts";
import {
  clipRow,
  findSource,
  judge,
  judgedOf,
  named,
  refuse,
  type Source,
  sourceIds,
} from "./sources.server.ts";

/**
 * Adds it as a wish: it is shown to curators alone until somebody who may give access to the call agrees.
 * @throws DomainError as `addItem`
 */
export const askItem = (
  actor: Member,
  libraryId: string,
  input: AskedItem,
): Promise<{ itemId: string }> =>
  changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const source = await findSource(tx, actor, input);
    const itemId = await createItem(tx, actor, library, source, input, true);
    await askFor(tx, actor, library, source, itemId);
    return { itemId };
  });

const askedRow = {
  ...{ id: true, callId: true, clipId: true, libraryId: true, why: true },
  ...{ addedById: true, askedById: true },
  addedBy: { select: { name: true } },
  askedBy: { select: { name: true } },
  library: { select: libraryRow },
} as const;

/** Who may share a call decides about it and about its clips, whose own audience plays no part. */
const ofTheirs = (actor: Member) => {
  const mine = withoutPrivate(actor);
  const call = { AND: [visible(mine, "call.read"), visible(mine, "call.share")] };
  return { OR: [{ call }, { clip: { deletedAt: null, call } }] };
};

/** Wishes for calls the actor may give access to, and for clips of them, the oldest first. */
export async function listAsked(actor: Member): Promise<AskedView[]> {
  const { workspaceId } = actor;
  const found = await db.libraryItem.findMany({
    where: {
      ...{ workspaceId, isAsked: true, deletedAt: null, library: { deletedAt: null } },
      ...ofTheirs(actor),
    },
    orderBy: { id: "asc" },
    take: LIMITS.views,
    select: askedRow,
  });
  if (found.length === 0) return [];
  const members = await listMemberActors(workspaceId);
  const views: AskedView[] = [];
  for (const { id, library, why, addedBy, askedBy, ...ids } of found) {
    const source = await askedSource(db, actor, ids);
    const preview = viewPreview(actor, members, library, source);
    views.push({ itemId: id, library: library.name, by: (askedBy ?? addedBy).name, why, preview });
  }
  return views;
}

/** What is wished for, as far as the actor may decide about its call. */
async function askedSource(
  tx: Pick<Tx, "call" | "clip">,
  actor: Member,
  ids: { callId: string | null; clipId: string | null },
): Promise<Source> {
  if (ids.clipId === null) return findSource(tx, actor, ids);
  const { clipId } = ids;
  const row = await tx.clip.findFirst({
    where: {
      ...{ workspaceId: actor.workspaceId, id: clipId, deletedAt: null },
      call: visible(actor, "call.read"),
    },
    select: clipRow,
  });
  if (!row) throw new DomainError("not_found");
  return { kind: "clip", id: clipId, row };
}

/** A wish for a call the actor may share, or for a clip of it; the library need not be theirs to read. */
async function findAsked(tx: Tx, actor: Member, itemId: string) {
  const { workspaceId } = actor;
  // What others decided meanwhile, of the item or of roles, is read once the library is locked.
  await tx.$executeRaw`SELECT 1 FROM library l WHERE l.workspace_id = ${workspaceId}::uuid
    AND l.id = (SELECT library_id FROM library_item i WHERE i.workspace_id = ${workspaceId}::uuid AND i.id = ${itemId}::uuid)
    FOR NO KEY UPDATE`;
  const call = visible(actor, "call.read");
  const item = await tx.libraryItem.findFirst({
    where: {
      ...{ workspaceId, id: itemId, isAsked: true, deletedAt: null },
      library: { deletedAt: null },
      OR: [{ call }, { clip: { deletedAt: null, call } }],
    },
    select: askedRow,
  });
  if (!item) throw new DomainError("not_found");
  const source = await askedSource(tx, actor, item);
  authorise(
    withoutPrivate(actor),
    "call.share",
    source.kind === "call" ? source.row : source.row.call,
  );
  return { ...item, source };
}

/**
 * Agrees to a wish, which gives the library's readers access.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (gives: audience_changed?n= where the number changed)
 */
export async function acceptItem(
  actor: Member,
  { itemId, gives }: { itemId: string; gives: number },
): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const { library, source, ...asked } = await findAsked(tx, actor, itemId);
    const members = await listMemberActors(workspaceId);
    const { gains } = judge(actor, members, library, judgedOf(source));
    if (gives !== gains.length) throw refuse("gives", `audience_changed?n=${gains.length}`);
    await tx.libraryItem.updateMany({
      where: { workspaceId, id: itemId },
      data: { isAsked: false, version: { increment: 1 } },
    });
    const ids = sourceIds(source);
    if (gains.length > 0) await give(tx, actor, library, ids, itemId);
    await record(
      tx,
      actor,
      "library.item_accepted",
      { kind: "library", id: library.id },
      { after: { item: itemId, ...named(ids), gains: gains.length } },
    );
    await notifyFollowers(tx, actor, library, ids, itemId);
    await readAsked(tx, workspaceId, [itemId]);
    await answer(tx, actor, "library_agreed", { library, itemId, source, ...asked });
  });
}

/** Takes a wish away, and lets know who asked. @throws DomainError `not_found`, `forbidden` */
export async function declineItem(actor: Member, itemId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { library, source, ...asked } = await findAsked(tx, actor, itemId);
    await take(tx, library, itemId);
    await record(
      tx,
      actor,
      "library.item_declined",
      { kind: "library", id: library.id },
      { before: { item: itemId, ...named(sourceIds(source)) } },
    );
    await readAsked(tx, actor.workspaceId, [itemId]);
    await answer(tx, actor, "library_declined", { library, itemId, source, ...asked });
  });
}

type Asked = {
  library: FoundLibrary;
  itemId: string;
  source: Source;
  addedById: string;
  askedById: string | null;
};

/** Who asked finds the answer in their notices, as long as they read the library: who changed a clip in it may not. */
async function answer(
  tx: Tx,
  { workspaceId, memberId: by }: Member,
  kind: "library_agreed" | "library_declined",
  { library, itemId, source, addedById, askedById }: Asked,
): Promise<void> {
  const asker = await findMemberActor(workspaceId, askedById ?? addedById);
  if (!asker || !can(asker, "library.read", library)) return;
  await notifyMembers(tx, { workspaceId, by }, [asker.memberId], {
    kind,
    target: { kind: source.kind, id: source.id },
    values: { libraryId: library.id, itemId },
  });
}
