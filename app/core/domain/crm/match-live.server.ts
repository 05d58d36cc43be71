import { db, type Tx } from "#app/core/platform/db.server.ts";
import { type CrmPort, type VendorAccess, VendorFault } from "../connection/connection-types.ts";
import type { CrmCompany, CrmContact, CrmDeal } from "../connection/crm-search-types.ts";
import { callVendor } from "../connection/vendor-access.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { MOST_CANDIDATES } from "../match/candidates.ts";
import { companyDomainOf, last9 } from "../match/ladder.ts";
import { matchCall } from "../match/match-call.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { markStale } from "../search/index.server.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { CrmProviders } from "./crm-access.server.ts";
import { followMerged } from "./merged.server.ts";
import { holdCrm, keepCompany, keepContact, keepDeal } from "./keep-found.server.ts";
import { listLiveCrms, type LiveCrm } from "./live-connections.server.ts";

type Ref = { workspaceId: string; callId: string };
/** What a CRM did not answer, a code of VENDOR_FAULTS by the connection's id. */
export type SearchFaults = ReadonlyMap<string, string>;

const call = {
  ...{ visibility: true, state: true, ownerId: true, teamId: true, isSample: true },
  ...{ startedAt: true, createdAt: true, dealChosenAt: true },
  company: {
    select: { connectionId: true, external: true, companyDomains: { select: { domain: true } } },
  },
  participants: {
    where: { side: "C", memberId: null },
    orderBy: { lane: "asc" },
    select: {
      email: true,
      phone: true,
      contact: { select: { connectionId: true, external: true } },
    },
  },
} as const;
type CallRow = NonNullable<Awaited<ReturnType<typeof findCall>>>;
const findCall = (tx: Tx, { workspaceId, callId }: Ref) =>
  tx.call.findFirst({ where: { workspaceId, id: callId }, select: call });

/**
 * Asks the CRMs who took part in a call and what they are sold, keeps what is found, and matches the call with it
 * (product §17.9): several for one address are all kept, and none is picked. Nothing of a private call is asked.
 * @returns which of them did not answer
 */
export async function matchInCrms(providers: CrmProviders, ref: Ref): Promise<SearchFaults> {
  const faults = new Map<string, string>();
  const row = await findCall(db, ref);
  if (!row || row.visibility === "private" || row.isSample) return faults;
  if (row.state === "trashed" || row.state === "purged") return faults;
  for (const crm of await listLiveCrms(providers, ref.workspaceId)) {
    try {
      const found = await findOf(crm, ref, row);
      if (found === null) continue;
      const { id: connectionId, vendor } = crm;
      const of = { workspaceId: ref.workspaceId, connectionId };
      await followMerged(
        (run) =>
          callVendor(vendor, { workspaceId: ref.workspaceId, id: connectionId }, (access) =>
            run(vendor.crm, access),
          ),
        of,
        found,
      );
      await keep(crm, ref, row, found);
    } catch (error) {
      if (!(error instanceof VendorFault)) throw error;
      faults.set(crm.id, error.code);
    }
  }
  return faults;
}

/** The same without keeping anything, for whoever looks at the call. @throws VendorFault */
export async function findInCrm(crm: LiveCrm, ref: Ref): Promise<FoundInCrm | null> {
  const row = await findCall(db, ref);
  return row && findOf(crm, ref, row);
}

export type FoundInCrm = { contacts: CrmContact[]; companies: CrmCompany[]; deals: CrmDeal[] };

const DAY_MS = 86_400_000;
const DAY = "2026-11-25".length;
const unique = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((one) => one ?? [])),
];

/** More people of one call are not looked for. */
const MOST_PEOPLE = 20;

/** What one CRM knows of a call; null where nobody said anything to look for. */
async function findOf(
  { id, vendor }: LiveCrm,
  { workspaceId }: Ref,
  row: CallRow,
): Promise<FoundInCrm | null> {
  const ask = <T>(run: (port: CrmPort, access: VendorAccess) => Promise<T>) =>
    callVendor(vendor, { workspaceId, id }, (access) => run(vendor.crm, access));
  const people = row.participants.slice(0, MOST_PEOPLE);
  const emails = unique(people.map(({ email }) => email?.trim().toLowerCase() ?? null));
  const phones = unique(people.map(({ phone }) => (phone === null ? null : last9(phone))));
  const idOf = (of: { connectionId: string | null; external: string | null } | null) =>
    of?.connectionId === id ? of.external : null;
  const contacts =
    emails.length + phones.length === 0
      ? []
      : (await ask((port, access) => port.findContacts(access, { emails, last9: phones }))).filter(
          (one) =>
            one.emails.some((email) => emails.includes(email)) ||
            one.phones.some((phone) => phones.includes(last9(phone) ?? "")),
        );
  const ids = unique([idOf(row.company), ...contacts.map(({ companyId }) => companyId)]);
  const domains = unique([
    ...emails.map(companyDomainOf),
    ...(row.company?.companyDomains.map(({ domain }) => domain) ?? []),
  ]);
  const companies =
    ids.length + domains.length === 0
      ? []
      : await ask((port, access) => port.findCompanies(access, { ids, domains }));
  const contactIds = unique([
    ...people.map(({ contact }) => idOf(contact)),
    ...contacts.map((one) => one.id),
  ]);
  const companyIds = unique([idOf(row.company), ...companies.map((one) => one.id)]);
  if (companyIds.length + contactIds.length === 0) return null;
  const { closedBeforeDays, openedAfterDays } = (await getWorkspaceSettings(db, workspaceId)).deals;
  const at = (row.startedAt ?? row.createdAt).getTime();
  const closedSince = new Date(at - closedBeforeDays * DAY_MS).toISOString().slice(0, DAY);
  const until = at + openedAfterDays * DAY_MS;
  const deals = await ask((port, access) =>
    port.findDeals(access, { companyIds, contactIds, closedSince }),
  );
  return { contacts, companies, deals: deals.filter((one) => Date.parse(one.openedAt) <= until) };
}

async function keep(
  crm: LiveCrm,
  ref: Ref,
  row: CallRow,
  { contacts, companies, deals }: FoundInCrm,
): Promise<void> {
  const of = { workspaceId: ref.workspaceId, connectionId: crm.id };
  await db.$transaction(async (tx) => {
    await lockCall(tx, ref);
    const now = await findCall(tx, ref);
    // It became private meanwhile.
    if (!now || now.visibility === "private") return;
    await holdCrm(tx, of);
    const companyIds = new Map<string, string>();
    for (const one of companies) companyIds.set(one.id, await keepCompany(tx, of, one));
    const contactIds = new Map<string, string>();
    for (const one of contacts) {
      const companyId = companyIds.get(one.companyId ?? "") ?? null;
      contactIds.set(one.id, await keepContact(tx, of, one, companyId));
    }
    for (const deal of best(deals, contactIds))
      await keepDeal(tx, of, deal, {
        companyId: companyIds.get(deal.companyId ?? "") ?? null,
        contactIds: deal.contactIds.flatMap((id) => contactIds.get(id) ?? []),
        teamId: row.teamId,
      });
    await matchCall(tx, ref);
    await markStale(tx, ref);
    await publishPipelineChanged(tx, ref);
  });
}

/** As many as are offered; those with a part of somebody on the call come first. */
const best = (deals: readonly CrmDeal[], contacts: ReadonlyMap<string, string>): CrmDeal[] =>
  deals
    .toSorted(
      (a, b) =>
        Number(b.contactIds.some((id) => contacts.has(id))) -
        Number(a.contactIds.some((id) => contacts.has(id))),
    )
    .slice(0, 2 * MOST_CANDIDATES);
