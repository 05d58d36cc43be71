import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, dealAccess, type DealRow, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { VendorFault } from "../connection/connection-types.ts";
import { type CrmDeal, MOST_FOUND_DEALS } from "../connection/crm-search-types.ts";
import { callVendor } from "../connection/vendor-access.server.ts";
import { mayLinkTo } from "./deal-reads.server.ts";
import type { CrmDealRef, CrmFinds } from "./deal-views.ts";
import type { CrmProviders } from "../crm/crm-access.server.ts";
import type { CrmRef } from "../crm/keep-found.server.ts";
import { listBrokenCrms, listLiveCrms, type LiveCrm } from "../crm/live-connections.server.ts";
import { findInCrm } from "../crm/match-live.server.ts";
import { refreshDeal } from "../crm/refresh-deals.server.ts";

/** Fewer characters would find nearly anything. */
const SHORTEST_QUERY = 2;
/** Whoever looks at a dialog does not wait longer. */
const PATIENCE_MS = 12_000;
/** A deal that was read a moment ago is not read again. */
const FRESH_MS = 60_000;

/**
 * What the connected CRMs hold for a call: without words the deals of who took part, and the deal it is linked to is read
 * again; with words whatever they find. A CRM that does not answer says why, beside those that do. Nothing is kept.
 * @throws DomainError `not_found`, `forbidden` for who may not decide what the call says to a CRM
 */
export async function findDealsInCrms(
  providers: CrmProviders,
  actor: Member,
  callId: string,
  q: string,
): Promise<CrmFinds> {
  const call = await findAskable(actor, callId);
  const words = q.trim();
  const [crms, broken] = await Promise.all([
    listLiveCrms(providers, actor.workspaceId),
    listBrokenCrms(actor.workspaceId),
  ]);
  const silent = broken.map((crm) => ({ crm, fault: "unauthorised", deals: [] }));
  if (words !== "" && words.length < SHORTEST_QUERY)
    return {
      crms: crms.map(({ slug }) => ({ crm: slug, fault: null, deals: [] })),
      isChanged: false,
    };
  const [found, changes] = await Promise.all([
    Promise.all(crms.map((crm) => findIn(crm, actor, call, words))),
    words === ""
      ? Promise.all(crms.map((crm) => refreshLinked(crm, actor, callId)))
      : Promise.resolve<boolean[]>([]),
  ]);
  return { crms: [...found, ...silent], isChanged: changes.includes(true) };
}

type AskableCall = { id: string; teamId: string | null };

/** @throws DomainError as above */
export async function findAskable(actor: Member, callId: string): Promise<AskableCall> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, id: true },
  });
  // Whom a private call is with leaves for the CRM by its owner's act alone, as what it says does.
  return authorise(actor, "crm.review", found);
}

async function findIn(
  crm: LiveCrm,
  actor: Member,
  call: AskableCall,
  words: string,
): Promise<CrmFinds["crms"][number]> {
  const { workspaceId } = actor;
  try {
    const deals = await inTime(
      words === ""
        ? findInCrm(crm, { workspaceId, callId: call.id }).then((found) => found?.deals ?? [])
        : callVendor(crm.vendor, { workspaceId, id: crm.id }, (access) =>
            crm.vendor.crm.searchDeals(access, words),
          ),
    );
    const accessTo = await accessOf({ workspaceId, connectionId: crm.id }, call, deals);
    return {
      ...{ crm: crm.slug, fault: null },
      deals: deals.flatMap((deal) => refOf(actor, deal, accessTo(deal))).slice(0, MOST_FOUND_DEALS),
    };
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    return { crm: crm.slug, fault: error.code, deals: [] };
  }
}

function inTime<T>(run: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new VendorFault("unavailable")), PATIENCE_MS);
  return Promise.race([run, promise]).finally(() => clearTimeout(timer));
}

type Access = DealRow & { id: string | null; source: string };

/**
 * Whose deals of a CRM are here, for the rules of deals: what is kept of one counts as it is kept; of any other, its owner
 * there, and where that is nobody of ours, the call's team.
 * @returns it of each of the deals
 */
export async function accessOf(
  { workspaceId, connectionId }: CrmRef,
  { teamId }: AskableCall,
  deals: readonly CrmDeal[],
): Promise<(deal: CrmDeal) => Access> {
  const emails = [...new Set(deals.flatMap(({ ownerEmail }) => ownerEmail ?? []))];
  const [kept, owners, workspace] = await Promise.all([
    db.deal.findMany({
      where: { workspaceId, connectionId, external: { in: deals.map(({ id }) => id) } },
      select: { ...dealAccess, id: true, external: true, source: true },
    }),
    db.member.findMany({
      where: {
        ...{ workspaceId, state: "active" },
        OR: emails.map((email) => ({ email: { equals: email, mode: "insensitive" } })),
      },
      select: { id: true, email: true, primaryTeamId: true },
    }),
    db.workspace.findUniqueOrThrow({
      where: { id: workspaceId },
      select: { dealVisibility: true },
    }),
  ]);
  return (deal) => {
    const known = kept.find(({ external, deletedAt }) => external === deal.id && !deletedAt);
    if (known) return known;
    const email = deal.ownerEmail?.toLowerCase();
    const owner = owners.find((one) => one.email.toLowerCase() === email);
    return {
      ...{ id: null, source: "crm", workspaceId, workspace, deletedAt: null },
      ownerId: owner?.id ?? null,
      teamId: owner === undefined ? teamId : owner.primaryTeamId,
    };
  };
}

function refOf(actor: Member, deal: CrmDeal, row: Access): CrmDealRef[] {
  if (!can(actor, "deal.read", row)) return [];
  const amount = deal.amount ?? null;
  return [
    {
      ...{ record: deal.id, id: row.id, name: deal.name, company: deal.companyName },
      ...{ owner: deal.ownerName, stage: deal.stage.label, amount },
      currency: amount === null ? null : deal.currency,
      ...{ isClosed: deal.closedAt !== null, isGone: false },
      mayLink: mayLinkTo(actor, row),
    },
  ];
}

/** @returns whether something about it is other than it was */
async function refreshLinked(
  { id: connectionId, vendor }: LiveCrm,
  { workspaceId }: Member,
  callId: string,
): Promise<boolean> {
  const linked = await db.callDeal.findFirst({
    where: { workspaceId, callId, isPrimary: true, deal: { connectionId, deletedAt: null } },
    select: { deal: { select: { id: true, external: true, version: true, syncedAt: true } } },
  });
  const deal = linked?.deal;
  if (!deal || deal.external === null) return false;
  if (deal.syncedAt !== null && now().getTime() - deal.syncedAt.getTime() < FRESH_MS) return false;
  try {
    await inTime(
      refreshDeal(
        (run) => callVendor(vendor, { workspaceId, id: connectionId }, (at) => run(vendor.crm, at)),
        { workspaceId, connectionId, id: deal.id, external: deal.external },
      ),
    );
  } catch (error) {
    // That it does not answer is said beside what it was asked for.
    if (!(error instanceof VendorFault)) throw error;
    return false;
  }
  const after = await db.deal.findFirst({
    where: { workspaceId, id: deal.id },
    select: { version: true },
  });
  return after?.version !== deal.version;
}
