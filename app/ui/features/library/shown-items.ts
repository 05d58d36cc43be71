import { useSearchParams } from "@remix-run/react";
import type { TFunction } from "i18next";
import type { FolderView, ItemView } from "#app/core/domain/library/library-views.ts";

/** Which items of a library are shown: of a folder, in none, or what wants tidying up. */
export const NO_FOLDER = "none";
export const STALE = "stale";
export const GONE = "gone";

/** The folder that the address names; null: all items. */
export function useFolder(folders: readonly FolderView[]): string | null {
  const [search] = useSearchParams();
  const wanted = search.get("folder");
  const isKnown =
    wanted === NO_FOLDER ||
    wanted === STALE ||
    wanted === GONE ||
    folders.some(({ id }) => id === wanted);
  return isKnown ? wanted : null;
}

/** Whether an item is in what the address names: in a folder, or in one below it. */
export const isShown = (
  item: ItemView,
  folder: string | null,
  folders: readonly FolderView[],
): boolean => {
  if (folder === null) return true;
  if (folder === STALE) return item.staleDays !== null;
  if (folder === GONE) return item.state === "gone";
  if (folder === NO_FOLDER || item.folderId === null)
    return folder === NO_FOLDER && item.folderId === null;
  return folders.find(({ id }) => id === folder)?.within.includes(item.folderId) ?? false;
};

/** Folder by folder, in the order of the list on the left; what is in none comes first. */
export function inOrder(items: readonly ItemView[], folders: readonly FolderView[]): ItemView[] {
  const order = new Map<string | null, number>([[null, -1]]);
  for (const [at, { id }] of folders.entries()) order.set(id, at);
  return items.toSorted((a, b) => (order.get(a.folderId) ?? 0) - (order.get(b.folderId) ?? 0));
}

/** The folder as a form sends it: none is an empty one. */
export const folderOf = (folder: string | null): string =>
  folder === null || folder === NO_FOLDER ? "" : folder;

/** What an item is called where its title is not the reader's to see. */
export const nameOf = (t: TFunction<"library">, { title, state, kind }: ItemView): string =>
  title ?? (state === "gone" ? t(`item.${kind}.gone`) : t("item.locked"));
