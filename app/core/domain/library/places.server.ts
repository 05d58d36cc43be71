import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { changeIn, type FoundLibrary } from "./find-library.server.ts";
import type { ItemMove } from "./library.schema.ts";
import { refuse } from "./sources.server.ts";

/** @throws DomainError `validation_failed` (folderId: invalid_choice) */
export async function requireFolder(
  tx: Pick<Tx, "libraryFolder">,
  { workspaceId, id: libraryId }: FoundLibrary,
  folderId: string | null,
): Promise<void> {
  if (folderId === null) return;
  const count = await tx.libraryFolder.count({ where: { workspaceId, libraryId, id: folderId } });
  if (count === 0) throw refuse("folderId", "invalid_choice");
}

/** How many a folder holds: the place behind its last one. */
export const countIn = (
  tx: Tx,
  { workspaceId, id: libraryId }: FoundLibrary,
  folderId: string | null,
): Promise<number> =>
  tx.libraryItem.count({ where: { workspaceId, libraryId, folderId, deletedAt: null } });

/** @throws DomainError `limit_reached` */
export async function requireRoom(
  tx: Tx,
  { workspaceId, id: libraryId }: FoundLibrary,
): Promise<void> {
  const count = await tx.libraryItem.count({ where: { workspaceId, libraryId, deletedAt: null } });
  if (count >= LIMITS.libraryItems) throw limitReached(LIMITS.libraryItems, count);
}

/** @throws DomainError `not_found` */
export async function requireItem(
  tx: Tx,
  { workspaceId, id: libraryId }: FoundLibrary,
  itemId: string,
  isRemoved = false,
) {
  const item = await tx.libraryItem.findFirst({
    where: {
      ...{ workspaceId, libraryId, id: itemId },
      deletedAt: isRemoved ? { not: null } : null,
    },
  });
  if (!item) throw new DomainError("not_found");
  return item;
}

/** Takes an item out of its order; those behind it move up. */
export async function take(tx: Tx, { workspaceId }: FoundLibrary, itemId: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (UPDATE library_item SET deleted_at = ${now()}, version = version + 1
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${itemId}::uuid RETURNING library_id, folder_id, position)
    UPDATE library_item i SET position = i.position - 1 FROM gone
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.library_id = gone.library_id AND i.deleted_at IS NULL
      AND i.id <> ${itemId}::uuid AND i.folder_id IS NOT DISTINCT FROM gone.folder_id AND i.position > gone.position`;
}

/**
 * Moves an item within its library.
 * @param move `place` from 1 on within the folder; beyond its end is its end
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (folderId: invalid_choice)
 */
export const moveItem = (
  actor: Member,
  libraryId: string,
  { itemId, folderId, place }: ItemMove,
): Promise<void> =>
  changeIn(actor, libraryId, "library.curate", async (tx, library) => {
    const { workspaceId } = actor;
    const before = await requireItem(tx, library, itemId);
    await requireFolder(tx, library, folderId);
    const isSame = before.folderId === folderId;
    const others = (await countIn(tx, library, folderId)) - (isSame ? 1 : 0);
    const to = Math.min(place - 1, others);
    if (isSame && to === before.position) return;
    await tx.$executeRaw`
      UPDATE library_item SET position = position - 1 WHERE workspace_id = ${workspaceId}::uuid AND library_id = ${libraryId}::uuid
        AND deleted_at IS NULL AND folder_id IS NOT DISTINCT FROM ${before.folderId}::uuid AND position > ${before.position} AND id <> ${itemId}::uuid`;
    await tx.$executeRaw`
      UPDATE library_item SET position = position + 1 WHERE workspace_id = ${workspaceId}::uuid AND library_id = ${libraryId}::uuid
        AND deleted_at IS NULL AND folder_id IS NOT DISTINCT FROM ${folderId}::uuid AND position >= ${to} AND id <> ${itemId}::uuid`;
    await tx.libraryItem.updateMany({
      where: { workspaceId, id: itemId },
      data: { folderId, position: to, version: { increment: 1 } },
    });
    await record(
      tx,
      actor,
      "library.item_moved",
      { kind: "library", id: libraryId },
      {
        before: { folder: before.folderId, place: before.position + 1 },
        after: { item: itemId, folder: folderId, place: to + 1 },
      },
    );
  });
