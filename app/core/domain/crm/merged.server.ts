import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { CrmPort, VendorAccess } from "../connection/connection-types.ts";
import type { CrmCompany, CrmContact } from "../connection/crm-search-types.ts";
import type { CrmRef } from "./keep-found.server.ts";

type Ask = <T>(run: (port: CrmPort, access: VendorAccess) => Promise<T>) => Promise<T>;
type Kept = { id: string; external: string };

/** More records of one call are not asked about. */
const MOST = 10;

/**
 * Contacts and companies that the CRM has merged, or deleted, since they were kept: those that share an address or a
 * domain with what was found now, under another id. Each is asked for once, and follows; left as they are, two would
 * have one address, and neither would be matched by it any more.
 * @throws VendorFault
 */
export async function followMerged(
  ask: Ask,
  ref: CrmRef,
  found: { contacts: readonly CrmContact[]; companies: readonly CrmCompany[] },
): Promise<void> {
  const { workspaceId, connectionId } = ref;
  const ofCrm = { workspaceId, connectionId, deletedAt: null };
  const select = { id: true, external: true } as const;
  const [contacts, companies] = await Promise.all([
    db.contact.findMany({
      where: {
        ...{ ...ofCrm, external: { notIn: found.contacts.map(({ id }) => id) } },
        contactAddresses: {
          some: { kind: "email", value: { in: found.contacts.flatMap(({ emails }) => emails) } },
        },
      },
      ...{ select, take: MOST },
    }),
    db.company.findMany({
      where: {
        ...{ ...ofCrm, external: { notIn: found.companies.map(({ id }) => id) } },
        companyDomains: {
          some: { domain: { in: found.companies.flatMap(({ domains }) => domains) } },
        },
      },
      ...{ select, take: MOST },
    }),
  ]);
  for (const contact of contacts) {
    const { external } = contact;
    if (external === null) continue;
    const id = await ask((port, access) => port.currentId(access, "contact", external));
    if (id !== external) await moveContact(ref, { id: contact.id, external }, id);
  }
  for (const company of companies) {
    const { external } = company;
    if (external === null) continue;
    const id = await ask((port, access) => port.currentId(access, "company", external));
    if (id !== external) await moveCompany(ref, { id: company.id, external }, id);
  }
}

/** @param current its id there now; null: it is gone, and stays here as if it had been entered here */
async function moveContact(ref: CrmRef, { id }: Kept, current: string | null): Promise<void> {
  const { workspaceId, connectionId } = ref;
  await db.$transaction(async (tx) => {
    const other =
      current === null ? null : ((await tx.contact.findFirst(keptAs(ref, current)))?.id ?? null);
    if (other === null) {
      await tx.contact.updateMany({ where: { workspaceId, id }, data: nameOf(ref, current) });
      return;
    }
    const people = await tx.dealPerson.findMany({ where: { workspaceId, contactId: id } });
    await tx.dealPerson.createMany({
      data: people.map((person) => ({ ...person, contactId: other })),
      skipDuplicates: true,
    });
    await tx.dealPerson.deleteMany({ where: { workspaceId, contactId: id } });
    await tx.participant.updateMany({
      where: { workspaceId, contactId: id },
      data: { contactId: other },
    });
    const where = { workspaceId, id, connectionId };
    await tx.contact.updateMany({ where, data: { deletedAt: now() } });
  });
}

async function moveCompany(ref: CrmRef, { id }: Kept, current: string | null): Promise<void> {
  const { workspaceId, connectionId } = ref;
  await db.$transaction(async (tx) => {
    const other =
      current === null ? null : ((await tx.company.findFirst(keptAs(ref, current)))?.id ?? null);
    if (other === null) {
      await tx.company.updateMany({ where: { workspaceId, id }, data: nameOf(ref, current) });
      return;
    }
    const of = { where: { workspaceId, companyId: id }, data: { companyId: other } };
    await tx.call.updateMany(of);
    await tx.contact.updateMany(of);
    await tx.deal.updateMany(of);
    const where = { workspaceId, id, connectionId };
    await tx.company.updateMany({ where, data: { deletedAt: now() } });
  });
}

/** Which records are kept under an id of the CRM. */
const keptAs = ({ workspaceId, connectionId }: CrmRef, external: string) => ({
  where: { workspaceId, connectionId, external, deletedAt: null },
  select: { id: true } as const,
});

const nameOf = ({ connectionId }: CrmRef, external: string | null) => ({
  ...{ external, connectionId: external === null ? null : connectionId },
});

/**
 * A deal that was merged is known by its new id from now on; where that one is kept already, calls are about it.
 * @returns the deal here that it is now
 */
export async function followMergedDeal(
  tx: Tx,
  { workspaceId, connectionId }: CrmRef,
  { id }: Kept,
  current: string,
): Promise<string> {
  const other = await tx.deal.findFirst({
    where: { workspaceId, connectionId, external: current },
    select: { id: true },
  });
  if (!other) {
    await tx.deal.updateMany({ where: { workspaceId, id }, data: { external: current } });
    return id;
  }
  const links = await tx.callDeal.findMany({ where: { workspaceId, dealId: id } });
  await tx.callDeal.deleteMany({ where: { workspaceId, dealId: id } });
  for (const link of links) {
    const { callId, isPrimary, byId } = link;
    const known = { workspaceId, callId, dealId: other.id };
    const there = await tx.callDeal.count({ where: known });
    if (there === 0) await tx.callDeal.createMany({ data: [{ ...link, dealId: other.id }] });
    else if (isPrimary) await tx.callDeal.updateMany({ where: known, data: { isPrimary, byId } });
  }
  await tx.crmWrite.updateMany({
    where: { workspaceId, dealId: id },
    data: { dealId: other.id, record: current },
  });
  await tx.deal.updateMany({
    where: { workspaceId, id },
    data: { goneAt: now(), syncedAt: now() },
  });
  return other.id;
}
