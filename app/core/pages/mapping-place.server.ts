import { demand } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { CrmField, CrmObject, Vendor } from "#app/core/domain/connection/connection-types.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import {
  findConnections,
  isWorking,
  type MappedConnection,
  providerOf,
} from "#app/core/domain/mapping/find-mapping.server.ts";
import { getMappedTemplate } from "#app/core/domain/mapping/mapped-template.server.ts";
import type { MappingPlace } from "#app/core/domain/mapping/mapping-writes.server.ts";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import { readFields } from "#app/core/domain/mapping/schema-cache.server.ts";
import { vendorOf } from "#app/core/integrations/registry.server.ts";
import { db } from "#app/core/platform/db.server.ts";

/** Which mapping a page is about; `connection`: the provider that is looked at, if not where it writes to. */
export type MappingAddress = { templateId: number; crm: CrmSlug; connection: string | null };

export const providersOf = (crm: CrmSlug): string[] =>
  crm === "salesforce" ? [providerOf(crm, false), providerOf(crm, true)] : [crm];

/** The provider that is looked at: as the address says, else where the mapping writes to. */
export const providerAt = ({ crm, connection }: MappingAddress, isSandbox: boolean): string =>
  providersOf(crm).find((one) => one === connection) ?? providerOf(crm, isSandbox);

/** Whom to ask, while it can be asked. */
export function askable(
  connection: MappedConnection | null,
): { vendor: Vendor; connection: MappedConnection } | null {
  const vendor = connection === null ? null : vendorOf(connection);
  return isWorking(connection) && vendor !== null ? { vendor, connection } : null;
}

/** A mapping for its writes: fields come from its CRM, live or as read a moment ago. */
export const placeOf = (actor: Member, address: MappingAddress): MappingPlace => ({
  templateId: address.templateId,
  crm: address.crm,
  fieldsOf: (object) => fieldsToCheck(actor, address, object),
});

async function fieldsToCheck(
  { workspaceId }: Member,
  address: MappingAddress,
  object: CrmObject,
): Promise<readonly CrmField[]> {
  const at = askable(await findAt(workspaceId, address));
  if (at === null) throw new DomainError("invalid_state");
  if (!at.vendor.crm.objects.includes(object))
    throw new DomainError("validation_failed", { object: ["invalid_choice"] });
  const { fields } = await readFields(at.vendor, at.connection, object);
  if (fields === null) throw new DomainError("provider_error");
  return fields;
}

/** The connection that is looked at; null where there is none. */
export async function findAt(
  workspaceId: string,
  address: MappingAddress,
): Promise<MappedConnection | null> {
  const { templateId, crm } = address;
  const [mapping, connections] = await Promise.all([
    db.mapping.findUnique({
      where: { workspaceId_templateId_crm: { workspaceId, templateId, crm } },
      select: { isSandbox: true },
    }),
    findConnections(db, workspaceId),
  ]);
  const provider = providerAt(address, mapping?.isSandbox ?? false);
  return connections.find((one) => one.provider === provider) ?? null;
}

/**
 * Reads the fields of every object anew.
 * @throws DomainError `forbidden`, `not_found`, `invalid_state` where it cannot be asked
 */
export async function refreshFields(actor: Member, address: MappingAddress): Promise<void> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  await getMappedTemplate(workspaceId, address.templateId);
  const at = askable(await findAt(workspaceId, address));
  if (at === null) throw new DomainError("invalid_state");
  const { vendor, connection } = at;
  await Promise.all(
    vendor.crm.objects.map((object) => readFields(vendor, connection, object, { isRefresh: true })),
  );
}
