import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { changeIn } from "./find-library.server.ts";
import { type FolderNode, heightOf, treeOf } from "./folder-tree.ts";
import type { FolderChange, NewFolder } from "./library.schema.ts";
import { refuse } from "./sources.server.ts";
import { DAY_MS, REQUIRED_DAYS } from "./required-days.ts";

/** Folders of a library as a tree is read. */
export const listFolders = async (
  tx: Pick<Tx, "libraryFolder">,
  { workspaceId, libraryId }: { workspaceId: string; libraryId: string },
): Promise<FolderNode[]> =>
  treeOf(
    await tx.libraryFolder.findMany({
      where: { workspaceId, libraryId },
      orderBy: [{ position: "asc" }, { id: "asc" }],
      select: { id: true, name: true, parentId: true },
    }),
  );

/** A folder and those below it. */
export const idsWithin = async (
  of: { workspaceId: string; libraryId: string },
  folderId: string,
): Promise<string[]> => (await listFolders(db, of)).find(({ id }) => id === folderId)?.within ?? [];

/**
 * Makes a folder behind the others.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (parentId: invalid_choice, too_deep)
 */
export const makeFolder = (
  actor: Member,
  libraryId: string,
  { name, parentId }: NewFolder,
): Promise<{ folderId: string }> =>
  changeIn(actor, libraryId, "library.curate", async (tx) => {
    const { workspaceId, memberId } = actor;
    const tree = await listFolders(tx, { workspaceId, libraryId });
    if (tree.length >= LIMITS.libraryFolders)
      throw limitReached(LIMITS.libraryFolders, tree.length);
    requireParent(tree, parentId, 1);
    const folderId = newId();
    await tx.libraryFolder.create({
      data: {
        ...{ id: folderId, workspaceId, libraryId, parentId, name },
        ...{ position: tree.length, createdBy: memberId },
      },
      select: { id: true },
    });
    await note(tx, actor, "library.folder_made", libraryId, {
      after: { folder: folderId, name, parent: parentId },
    });
    return { folderId };
  });

/**
 * Names a folder, and lays it in another with all that is in it.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (parentId: invalid_choice for one of its own, too_deep)
 */
export const changeFolder = (
  actor: Member,
  libraryId: string,
  { folderId, name, parentId }: FolderChange,
): Promise<void> =>
  changeIn(actor, libraryId, "library.curate", async (tx) => {
    const { workspaceId } = actor;
    const tree = await listFolders(tx, { workspaceId, libraryId });
    const folder = tree.find(({ id }) => id === folderId);
    if (!folder) throw new DomainError("not_found");
    if (parentId !== null && folder.within.includes(parentId))
      throw refuse("parentId", "invalid_choice");
    requireParent(tree, parentId, heightOf(tree, folder));
    await tx.libraryFolder.updateMany({
      where: { workspaceId, libraryId, id: folderId },
      data: { name, parentId, version: { increment: 1 } },
    });
    await note(tx, actor, "library.folder_changed", libraryId, {
      before: { name: folder.name, parent: folder.parentId },
      after: { folder: folderId, name, parent: parentId },
    });
  });

/** @param height levels that come to lie in the parent */
function requireParent(tree: readonly FolderNode[], parentId: string | null, height: number): void {
  if (parentId === null) return;
  const parent = tree.find(({ id }) => id === parentId);
  if (!parent) throw refuse("parentId", "invalid_choice");
  if (parent.depth + 1 + height > LIMITS.libraryFolderDepth)
    throw refuse("parentId", `too_deep?max=${LIMITS.libraryFolderDepth}`);
}

/**
 * Removes a folder; what is in it goes to the end of where it lay. One that is required viewing stays until that is ended.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (folderId: viewing_running)
 */
export const removeFolder = (actor: Member, libraryId: string, folderId: string): Promise<void> =>
  changeIn(actor, libraryId, "library.curate", async (tx) => {
    const { workspaceId } = actor;
    const folder = await tx.libraryFolder.findFirst({
      where: { workspaceId, libraryId, id: folderId },
      select: { name: true, parentId: true },
    });
    if (!folder) throw new DomainError("not_found");
    const running = {
      ...{ workspaceId, libraryId, folderId, deletedAt: null },
      dueOn: { gt: new Date(now().getTime() - REQUIRED_DAYS * DAY_MS) },
    };
    if ((await tx.requiredViewing.count({ where: running })) > 0)
      throw refuse("folderId", "viewing_running");
    const { parentId } = folder;
    const outside = await tx.libraryItem.count({
      where: { workspaceId, libraryId, folderId: parentId, deletedAt: null },
    });
    await tx.libraryItem.updateMany({
      where: { workspaceId, libraryId, folderId },
      data: { folderId: parentId, position: { increment: outside } },
    });
    await tx.libraryFolder.updateMany({
      where: { workspaceId, libraryId, parentId: folderId },
      data: { parentId, version: { increment: 1 } },
    });
    await tx.libraryFolder.deleteMany({ where: { workspaceId, id: folderId } });
    await note(tx, actor, "library.folder_removed", libraryId, {
      before: { folder: folderId, name: folder.name },
    });
  });

const note = (
  tx: Tx,
  actor: Member,
  event: "library.folder_made" | "library.folder_changed" | "library.folder_removed",
  libraryId: string,
  change: { before?: object; after?: object },
): Promise<void> => record(tx, actor, event, { kind: "library", id: libraryId }, change);
