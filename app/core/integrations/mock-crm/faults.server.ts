import { type CrmField, VendorFault } from "#app/core/domain/connection/connection-types.ts";
import { type MockFault, SCHEMA_FAULTS } from "#app/core/domain/connection/mock-types.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";

/** Takes one of the faults that were asked for, once. */
export async function takeFault(
  workspaceId: string,
  among: readonly MockFault[],
): Promise<{ fault: string; field: string | null } | null> {
  const rows = await db.$queryRaw<{ fault: string; field: string | null }[]>`
    UPDATE mock_fault SET "left" = "left" - 1
    WHERE workspace_id = ${workspaceId}::uuid AND id = (
      SELECT id FROM mock_fault
      WHERE workspace_id = ${workspaceId}::uuid AND "left" > 0 AND fault IN (${Prisma.join(among)})
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING fault, field`;
  return rows[0] ?? null;
}

const WAIT_MS = 1_000;

/** What may happen to any request. @throws VendorFault */
export async function mayFail(workspaceId: string): Promise<void> {
  const taken = await takeFault(workspaceId, ["rate_limited", "expired_token", "unavailable"]);
  if (taken === null) return;
  if (taken.fault === "rate_limited")
    throw new VendorFault("rate_limited", { retryAfterMs: WAIT_MS });
  throw new VendorFault(taken.fault === "expired_token" ? "unauthorised" : "unavailable");
}

const REFUSALS = ["restricted_picklist", "too_long", "validation_rule", "locked"] as const;

/** What may happen to a write before it is applied. @throws VendorFault */
export async function mayRefuse(workspaceId: string, names: readonly string[]): Promise<void> {
  const taken = await takeFault(workspaceId, REFUSALS);
  const code = REFUSALS.find((one) => one === taken?.fault);
  if (code === undefined) return;
  throw new VendorFault(code, {
    field: taken?.field ?? names[0] ?? null,
    detail: "This fault was asked for in the settings of the demo CRM.",
  });
}

/** And after it was: the answer is lost. @throws VendorFault */
export async function mayLoseAnswer(workspaceId: string): Promise<void> {
  const taken = await takeFault(workspaceId, ["unavailable_after_write"]);
  if (taken !== null) throw new VendorFault("unavailable");
}

/** The name a renamed field has from then on. */
export const renamedTo = (name: string): string => `${name.replace(/__c$/, "")}_v2__c`;

/** The fields as they stand now, with what an admin there changed. */
export async function withSchemaFaults(
  workspaceId: string,
  fields: readonly CrmField[],
): Promise<CrmField[]> {
  const rows = await db.mockFault.findMany({
    where: { workspaceId, fault: { in: [...SCHEMA_FAULTS] }, left: { gt: 0 } },
    select: { fault: true, field: true },
  });
  const has = (fault: MockFault, name: string) =>
    rows.some((row) => row.fault === fault && row.field === name);
  return fields
    .filter(({ name }) => !has("field_deleted", name))
    .map((field) => {
      const named = has("field_renamed", field.name)
        ? { ...field, name: renamedTo(field.name) }
        : field;
      if (!has("option_removed", field.name)) return named;
      const [first, ...others] = field.options;
      return first ? { ...named, options: [{ ...first, isActive: false }, ...others] } : named;
    });
}
