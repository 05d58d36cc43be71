import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  type CrmField,
  type CrmObject,
  type Vendor,
  VendorFault,
  type VendorFaultCode,
} from "../connection/connection-types.ts";
import type { ConnectionRef } from "../connection/connection-row.server.ts";
import { callVendor, orAfter } from "../connection/vendor-access.server.ts";
import { crmFields } from "./crm-field.ts";

/** product §6 */
const FRESH_MS = 15 * 60_000;

export type CachedFields = {
  /** Null: they were never read. */
  fields: CrmField[] | null;
  readAt: Date | null;
  /** Why they could not be read now; null where they were, or need not be. */
  fault: VendorFaultCode | null;
};

/** The fields of an object as last read; nobody is asked. */
export async function findCachedFields(
  { workspaceId, id }: ConnectionRef,
  object: CrmObject,
): Promise<CachedFields> {
  const row = await db.crmSchema.findUnique({
    where: keyOf({ workspaceId, id }, object),
    select: { fields: true, readAt: true },
  });
  const parsed = row === null ? null : crmFields.safeParse(row.fields);
  if (row === null || parsed?.success !== true) return { fields: null, readAt: null, fault: null };
  return { fields: parsed.data, readAt: row.readAt, fault: null };
}

const keyOf = ({ workspaceId, id: connectionId }: ConnectionRef, object: CrmObject) => ({
  workspaceId_connectionId_object: { workspaceId, connectionId, object },
});

/**
 * The fields of an object: as read within 15 minutes, else read now. Where the CRM does not answer, those last read are
 * given, with the reason.
 * @param isRefresh they are read whatever their age
 * @param isForPage a CRM that takes long is not waited for: those last read are given, and what it says is kept for later
 */
export async function readFields(
  vendor: Vendor,
  ref: ConnectionRef,
  object: CrmObject,
  { isRefresh = false, isForPage = false }: { isRefresh?: boolean; isForPage?: boolean } = {},
): Promise<CachedFields> {
  const cached = await findCachedFields(ref, object);
  const age = cached.readAt === null ? Infinity : now().getTime() - cached.readAt.getTime();
  if (!isRefresh && age < FRESH_MS) return cached;
  const reading = readLive(vendor, ref, object, cached);
  return isForPage ? orAfter(reading, () => ({ ...cached, fault: "unavailable" })) : reading;
}

async function readLive(
  vendor: Vendor,
  ref: ConnectionRef,
  object: CrmObject,
  cached: CachedFields,
): Promise<CachedFields> {
  try {
    const fields = await callVendor(vendor, ref, (access) => vendor.crm.listFields(access, object));
    const readAt = now();
    await db.crmSchema.upsert({
      where: keyOf(ref, object),
      create: {
        ...{ workspaceId: ref.workspaceId, connectionId: ref.id, object },
        ...{ fields, readAt },
      },
      update: { fields, readAt },
      select: { readAt: true },
    });
    return { fields, readAt, fault: null };
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    return { ...cached, fault: error.code };
  }
}
