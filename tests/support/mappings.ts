import type { CrmSlug, WriteRule } from "#app/core/domain/mapping/mapping-types.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

type NewRow = {
  section?: string;
  object?: string;
  field?: string;
  fieldLabel?: string;
  fieldType?: string;
  rule?: WriteRule;
  review?: "auto" | "owner" | "manager";
  options?: object;
};
type Wishes = { templateId: number; crm?: CrmSlug; rows: readonly NewRow[]; dryRunLeft?: number };

/** A mapping that stands, as if an admin had made it. @returns the ids of its rows */
export async function aMapping(
  { id: workspaceId }: { id: string },
  { templateId, crm = "mock", rows, dryRunLeft = 0 }: Wishes,
): Promise<string[]> {
  const mappingId = newId();
  await db.mapping.create({
    data: { workspaceId, id: mappingId, templateId, crm, dryRunLeft },
    select: { id: true },
  });
  const made = rows.map((row, ord) => ({
    ...{ workspaceId, id: newId(), mappingId, ord, section: "pain", object: "deal" },
    ...{ field: "Pain_Points__c", fieldLabel: "Pain points", fieldType: "longtext" },
    ...{ rule: "fill_if_empty" as const, review: "owner" as const, options: {} },
    ...row,
  }));
  await db.mappingRow.createMany({ data: made });
  return made.map(({ id }) => id);
}
