import { db } from "#app/core/platform/db.server.ts";
import {
  type CrmPort,
  type CrmRecord,
  type CrmValue,
  isCrmFieldType,
  isCrmObject,
  type Vendor,
  type VendorAccess,
  VendorFault,
} from "../connection/connection-types.ts";
import { callVendor } from "../connection/vendor-access.server.ts";
import type { WriteRow } from "./write-row.server.ts";

/** The providers there are, by slug; pages and worker hand them in. */
export type CrmProviders = Readonly<Partial<Record<string, Vendor>>>;

/** The CRM of one change, ready to be asked. @throws VendorFault of every request */
export type Crm = {
  slug: string;
  port: CrmPort;
  ask: <T>(run: (access: VendorAccess) => Promise<T>) => Promise<T>;
};

/** @throws VendorFault `unauthorised` where there is no connection any more */
export async function openCrm(
  providers: CrmProviders,
  { workspaceId, connectionId }: Pick<WriteRow, "workspaceId" | "connectionId">,
): Promise<Crm> {
  const connection =
    connectionId === null
      ? null
      : await db.connection.findFirst({
          where: { workspaceId, id: connectionId },
          select: { id: true, provider: true },
        });
  const provider = connection === null ? undefined : providers[connection.provider];
  if (connection === null || provider === undefined) throw new VendorFault("unauthorised");
  return {
    slug: provider.slug,
    port: provider.crm,
    ask: (run) => callVendor(provider, { workspaceId, id: connection.id }, run),
  };
}

/** What stands in one field now, who changed it last, and the id of the record: of one that was merged another. */
export type Stands = { id: string; value: CrmValue; by: string | null; at: string | null };

/** @throws VendorFault `not_found` where the record is gone */
export async function readField(
  { port, ask }: Crm,
  { object, record, field, fieldType }: Pick<WriteRow, "object" | "record" | "field" | "fieldType">,
): Promise<Stands> {
  if (!isCrmObject(object) || !isCrmFieldType(fieldType) || record === null)
    throw new VendorFault("not_found");
  const found: CrmRecord | null = await ask((access) =>
    port.findRecord(access, object, record, [{ name: field, type: fieldType }]),
  );
  if (found === null) throw new VendorFault("not_found");
  const { id, values, modifiedBy: by, modifiedAt: at } = found;
  return { id, value: values[field] ?? null, by, at };
}

/** @throws VendorFault */
export async function writeField(
  { port, ask }: Crm,
  { object, record, field, fieldType }: Pick<WriteRow, "object" | "record" | "field" | "fieldType">,
  value: CrmValue,
): Promise<void> {
  if (!isCrmObject(object) || record === null) throw new VendorFault("not_found");
  const types = isCrmFieldType(fieldType) ? { [field]: fieldType } : {};
  await ask((access) => port.updateRecord(access, object, record, { [field]: value }, types));
}
