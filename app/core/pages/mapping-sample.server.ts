import {
  type CrmField,
  type CrmObject,
  type Vendor,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import type { ConnectionRef } from "#app/core/domain/connection/connection-row.server.ts";
import { callVendor, orAfter } from "#app/core/domain/connection/vendor-access.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { OpenRow } from "./mapping-views.ts";

type At = { vendor: Vendor; connection: ConnectionRef };

/**
 * Values of the record of a kind that was linked last, as they stand in the CRM: what a field holds says more than its
 * name. Null where there is none, or it cannot be read.
 */
export async function findSample(
  { vendor, connection }: At,
  object: CrmObject,
  fields: readonly CrmField[],
): Promise<OpenRow["sample"]> {
  const found = await lastOf(connection, object);
  if (found === null || found.external === null) return null;
  const { name: label, external } = found;
  const read = fields.filter(({ type }) => type !== "other");
  try {
    const record = await orAfter(
      callVendor(vendor, connection, (access) =>
        vendor.crm.findRecord(access, object, external, read),
      ),
      () => null,
    );
    return record && { label, values: record.values };
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    return null;
  }
}

function lastOf({ workspaceId, id: connectionId }: ConnectionRef, object: CrmObject) {
  const last = {
    where: { workspaceId, connectionId, external: { not: null }, deletedAt: null },
    orderBy: { updatedAt: "desc" as const },
    select: { name: true, external: true },
  };
  if (object === "deal") return db.deal.findFirst(last);
  // Those that only somebody's private calls made are nobody else's to see.
  const open = { ...last, where: { ...last.where, privateToId: null } };
  if (object === "contact") return db.contact.findFirst(open);
  return object === "company" ? db.company.findFirst(open) : Promise.resolve(null);
}
