import { Prisma, type Tx } from "./db.server.ts";

/**
 * Deletes every row of a workspace, in the order its foreign keys ask for: a new table needs no line anywhere.
 * @param kept tables whose rows stay
 * @throws Error when foreign keys without a cascade run in a circle
 */
export async function deleteTenantRows(
  tx: Tx,
  workspaceId: string,
  kept: ReadonlySet<string>,
): Promise<void> {
  const tables = await tx.$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`;
  const references = await tx.$queryRaw<Reference[]>`
    SELECT DISTINCT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent, c.confdeltype IN ('a', 'r') AS is_strict
    FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`;
  for (const table of childrenFirst(
    tables.map(({ name }) => name).filter((name) => !kept.has(name)),
    references,
  ))
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE workspace_id = ${workspaceId}::uuid`;
}

/** `is_strict`: without a cascade. */
type Reference = { child: string; parent: string; is_strict: boolean };

/**
 * Each table after all that refer to it. A cascade counts like any other reference: it would take rows of one table while
 * those of another still refer to them. Where cascades run in a circle, the others alone decide.
 */
function childrenFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const left = new Set(tables);
  const sorted: string[] = [];
  const freeBy = (known: readonly Reference[]): string[] =>
    [...left].filter(
      (table) => !known.some(({ child, parent }) => parent === table && left.has(child)),
    );
  const strict = references.filter(({ is_strict: isStrict }) => isStrict);
  while (left.size > 0) {
    const unreferenced = freeBy(references);
    const free = unreferenced.length > 0 ? unreferenced : freeBy(strict);
    if (free.length === 0)
      throw new Error(`foreign keys in a circle: ${[...left].toSorted().join(", ")}`);
    for (const table of free) left.delete(table);
    sorted.push(...free);
  }
  return sorted;
}
