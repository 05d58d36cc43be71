import { db } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { VendorFault } from "../connection/connection-types.ts";
import { callVendor } from "../connection/vendor-access.server.ts";
import type { CrmProviders } from "../crm/crm-access.server.ts";
import { accessOf, findAskable } from "./find-crm-deals.server.ts";
import { holdCrm, keepCompany, keepDeal } from "../crm/keep-found.server.ts";
import { listLiveCrms } from "../crm/live-connections.server.ts";
import { DomainError } from "../errors.ts";
import { mayLinkTo } from "./deal-reads.server.ts";
import { choose, holdUpdatable, type Relinked } from "./link.server.ts";

/**
 * Says that a call is about a deal of a CRM: it is read there, kept with its company, and linked; what the call says about
 * it is proposed anew.
 * @param wanted the CRM's slug and the deal's id there
 * @throws DomainError `not_found` where there is no such CRM or the actor may not see the deal; `forbidden`;
 * `validation_failed` (record) where the CRM has no such deal any more; `provider_error` where it does not answer
 */
export async function linkCrmDeal(
  providers: CrmProviders,
  actor: Member,
  callId: string,
  { crm: slug, record }: { crm: string; record: string },
): Promise<Relinked> {
  const call = await findAskable(actor, callId);
  const { workspaceId } = actor;
  const crm = (await listLiveCrms(providers, workspaceId)).find((one) => one.slug === slug);
  if (!crm) throw new DomainError("not_found");
  const { id: connectionId, vendor } = crm;
  const { deal, company } = await callVendor(
    vendor,
    { workspaceId, id: connectionId },
    async (access) => {
      const read = await vendor.crm.readDeal(access, record);
      const of = read?.companyId ?? null;
      const companies =
        of === null ? [] : await vendor.crm.findCompanies(access, { ids: [of], domains: [] });
      return { deal: read, company: companies[0] ?? null };
    },
  ).catch((error: unknown) => {
    if (!(error instanceof VendorFault)) throw error;
    throw new DomainError("provider_error", { "": [`vendor_${error.code}`] });
  });
  if (deal === null) throw new DomainError("validation_failed", { record: ["vendor_record_gone"] });
  const ref = { workspaceId, connectionId };
  const row = (await accessOf(ref, call, [deal]))(deal);
  if (!can(actor, "deal.read", row)) throw new DomainError("not_found");
  if (!mayLinkTo(actor, row)) throw new DomainError("forbidden");
  return db.$transaction(async (tx) => {
    await holdUpdatable(tx, actor, callId);
    await holdCrm(tx, ref);
    const contacts = await tx.contact.findMany({
      where: { ...ref, external: { in: deal.contactIds }, deletedAt: null },
      select: { id: true },
    });
    const dealId = await keepDeal(tx, ref, deal, {
      companyId: company === null ? null : await keepCompany(tx, ref, company),
      contactIds: contacts.map(({ id }) => id),
      teamId: call.teamId,
    });
    return choose(tx, actor, callId, { dealId });
  });
}
