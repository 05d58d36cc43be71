import { db } from "#app/core/platform/db.server.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { providerOf } from "../mapping/find-mapping.server.ts";
import type { WriteRow } from "./write-row.server.ts";

/**
 * Why an approved change must not be sent after all, a code of the catalogue `crm`: what was true when it was approved is
 * not true any more.
 */
export async function refusalOf(write: WriteRow): Promise<string | null> {
  const { workspaceId, callId, call, dealId, decidedById } = write;
  if (call.state === "trashed" || call.state === "purged") return "call_gone";
  if (call.visibility === "private" && decidedById !== call.ownerId) return "private_call";
  // An automatic change is made in the owner's name.
  if (decidedById === null && (await findMemberActor(workspaceId, call.ownerId)) === null)
    return "owner_gone";
  if (await isRowChanged(write)) return "row_changed";
  if (await isReplaced(write)) return "replaced";
  if (dealId === null) return null;
  const linked = await db.callDeal.count({
    where: { workspaceId, callId, dealId, isPrimary: true },
  });
  return linked > 0 ? null : "relinked";
}

/** The mapping writes the row nowhere any more, to another field, or into another account. */
export async function isRowChanged({
  workspaceId,
  rowId,
  field,
  connectionId,
}: Pick<WriteRow, "workspaceId" | "rowId" | "field" | "connectionId">): Promise<boolean> {
  const row = await db.mappingRow.findFirst({
    where: { workspaceId, id: rowId },
    select: {
      ...{ removedAt: true, rule: true, field: true },
      mapping: { select: { crm: true, isSandbox: true } },
    },
  });
  if (!row || row.removedAt !== null || row.rule === "never" || row.field !== field) return true;
  if (connectionId === null) return false;
  const connection = await db.connection.findFirst({
    where: { workspaceId, id: connectionId },
    select: { provider: true },
  });
  const { crm, isSandbox } = row.mapping;
  return connection !== null && connection.provider !== providerOf(crm, isSandbox);
}

/** A later summary's value for the same field was approved, or is there already. */
async function isReplaced(write: WriteRow): Promise<boolean> {
  const { workspaceId, callId, rowId, id, connectionId, dealId, createdAt } = write;
  const later = await db.crmWrite.count({
    where: {
      ...{ workspaceId, callId, rowId, connectionId, dealId, id: { gt: id } },
      ...{ createdAt: { gt: createdAt }, state: { in: ["approved", "writing", "written"] } },
    },
  });
  return later > 0;
}
