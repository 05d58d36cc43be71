import type { Tx } from "#app/core/platform/db.server.ts";
import type { CrmObject } from "../connection/connection-types.ts";

type Known = { external: string; label: string };
/** What a CRM knows of a call's deal, company and people. */
export type CallRecords = {
  deal: (Known & { id: string }) | null;
  /** The deal it is linked to is in the CRM no more. */
  isDealGone: boolean;
  company: Known | null;
  contacts: Known[];
};

/** The records of one CRM that a call is about: its primary deal, its company, whoever took part for the customer. */
export async function recordsOfCall(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
  connectionId: string,
): Promise<CallRecords> {
  const [link, call, people] = await Promise.all([
    tx.callDeal.findFirst({
      where: { workspaceId, callId, isPrimary: true, deal: { deletedAt: null } },
      select: {
        deal: {
          select: { id: true, name: true, connectionId: true, external: true, goneAt: true },
        },
      },
    }),
    tx.call.findFirst({
      where: { workspaceId, id: callId },
      select: { company: { select: { name: true, connectionId: true, external: true } } },
    }),
    tx.participant.findMany({
      where: { workspaceId, callId, contactId: { not: null } },
      orderBy: [{ lane: "asc" }, { id: "asc" }],
      select: { contact: { select: { name: true, connectionId: true, external: true } } },
    }),
  ]);
  const known = (
    row: { name: string; connectionId: string | null; external: string | null } | null | undefined,
  ): Known | null =>
    row?.connectionId === connectionId && row.external !== null
      ? { external: row.external, label: row.name }
      : null;
  const deal = link?.deal.goneAt === null ? known(link.deal) : null;
  const contacts = people.flatMap(({ contact }) => known(contact) ?? []);
  return {
    deal: deal && link ? { ...deal, id: link.deal.id } : null,
    isDealGone: link !== null && link.deal.goneAt !== null && known(link.deal) !== null,
    company: known(call?.company),
    contacts: contacts.filter(
      ({ external }, at) => contacts.findIndex((one) => one.external === external) === at,
    ),
  };
}

/** Where a row of this object is written; a code of the catalogue `crm` where that is not known. */
export function recordFor(
  { deal, isDealGone, company, contacts }: CallRecords,
  object: CrmObject,
): { record: string | null; label: string | null } | { blocked: string } {
  const at = (known: Known | null | undefined) =>
    known ? { record: known.external, label: known.label } : { blocked: "no_record" };
  switch (object) {
    case "deal":
      return isDealGone ? { blocked: "record_gone" } : at(deal);
    case "company":
      return at(company);
    case "contact":
      // Several are never chosen from (product §17.9).
      return contacts.length > 1 ? { blocked: "many_contacts" } : at(contacts[0]);
    case "task":
    case "event":
    case "call":
    case "note":
      return deal || contacts.length > 0
        ? { record: null, label: deal?.label ?? contacts[0]?.label ?? null }
        : { blocked: "no_record" };
  }
}
