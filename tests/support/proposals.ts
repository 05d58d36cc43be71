import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { A_GRANT, aConnection } from "./connections.ts";

/** What the deal of the demo's CRM holds, and what a call proposes in its place. */
export const HOLDS = "Send both offers";

/** A change that a call proposes for a deal of the demo's CRM, where nobody has decided yet. @returns its id */
export async function aProposal({
  workspaceId,
  id: callId,
}: {
  workspaceId: string;
  id: string;
}): Promise<string> {
  const connectionId =
    (await db.connection.findFirst({ where: { workspaceId, provider: "mock" } }))?.id ??
    (await aConnection(
      { workspaceId },
      { provider: "mock", grant: { ...A_GRANT, apiUrl: `mock:${workspaceId}` } },
    ));
  const record = newId();
  await db.mockRecord.create({
    data: {
      ...{ workspaceId, id: record, object: "deal", modifiedAt: new Date() },
      values: { Name: "Fleet rollout", NextStep: HOLDS },
    },
  });
  const mapping = { workspaceId, templateId: 1, crm: "mock" as const };
  const { id: mappingId } =
    (await db.mapping.findFirst({ where: mapping })) ??
    (await db.mapping.create({ data: { ...mapping, id: newId(), dryRunLeft: 0 } }));
  const field = {
    ...{ object: "deal", field: "NextStep", fieldLabel: "Next step", fieldType: "text" },
    ...{ rule: "overwrite" as const, review: "owner" as const },
  };
  const rowId = newId();
  await db.mappingRow.create({
    data: { workspaceId, id: rowId, mappingId, ord: 0, section: "agenda", ...field },
  });
  const id = newId();
  await db.crmWrite.create({
    data: {
      ...{ workspaceId, id, callId, rowId, connectionId, templateId: 1, templateVersion: 1 },
      ...{ ...field, record, recordLabel: "Fleet rollout", state: "in_review" },
      ...{ before: { value: "Send deck" }, proposed: { value: HOLDS }, after: { value: HOLDS } },
      idempotencyKey: `${callId}:1.1:${rowId}`,
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  return id;
}
