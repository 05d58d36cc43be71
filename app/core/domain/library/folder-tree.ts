export type FolderRow = { id: string; name: string; parentId: string | null };
/** `depth`: 0 of those in no other. `path`: names from the outermost one. `within`: its id and those of all below it. */
export type FolderNode = FolderRow & { depth: number; path: string; within: string[] };

/**
 * Folders as a tree is read: each one before those in it.
 * @param rows in the order of each level
 */
export function treeOf(rows: readonly FolderRow[]): FolderNode[] {
  const inside = Map.groupBy(rows, ({ parentId }) => parentId);
  const read = (parentId: string | null, depth: number, before: string): FolderNode[] =>
    (inside.get(parentId) ?? []).flatMap((row) => {
      const path = `${before}${row.name}`;
      const below = read(row.id, depth + 1, `${path} / `);
      return [{ ...row, depth, path, within: [row.id, ...below.map(({ id }) => id)] }, ...below];
    });
  return read(null, 0, "");
}

/** How many levels a folder has, its own among them. */
export const heightOf = (tree: readonly FolderNode[], { depth, within }: FolderNode): number =>
  Math.max(...tree.filter(({ id }) => within.includes(id)).map((one) => one.depth)) - depth + 1;
