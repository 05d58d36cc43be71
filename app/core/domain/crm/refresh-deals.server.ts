import { now } from "#app/core/platform/clock.ts";
import { log } from "#app/core/platform/log.server.ts";
import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { type CrmPort, type VendorAccess, VendorFault } from "../connection/connection-types.ts";
import { callVendor } from "../connection/vendor-access.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { markStaleOfDeals } from "../search/index.server.ts";
import type { CrmProviders } from "./crm-access.server.ts";
import { followMergedDeal } from "./merged.server.ts";
import { type CrmRef, holdCrm, keepCompany, keepDeal } from "./keep-found.server.ts";

/** A deal of a CRM that is known here. */
export type KnownDeal = CrmRef & { id: string; external: string };
type Ask = <T>(run: (port: CrmPort, access: VendorAccess) => Promise<T>) => Promise<T>;

/**
 * Reads a deal as it stands in its CRM now: stage, amount, dates and owner follow, and one that is gone there is marked.
 * @returns whether it is still there
 * @throws VendorFault
 */
export async function refreshDeal(ask: Ask, known: KnownDeal): Promise<boolean> {
  const { workspaceId, connectionId, id, external } = known;
  const deal = await ask((port, access) => port.readDeal(access, external));
  if (deal === null) {
    await markGone(known);
    return false;
  }
  const companyId = deal.companyId;
  const company =
    companyId === null
      ? null
      : await db.company.findFirst({
          where: { workspaceId, connectionId, external: companyId, deletedAt: null },
          select: { id: true },
        });
  const other =
    companyId === null || company !== null
      ? []
      : await ask((port, access) => port.findCompanies(access, { ids: [companyId], domains: [] }));
  await db.$transaction(async (tx) => {
    await holdCrm(tx, known);
    // Of a deal that was merged the CRM answers the other one.
    if (deal.id !== external) await followMergedDeal(tx, known, { id, external }, deal.id);
    const before = await versionOf(tx, known);
    const [found] = other;
    await keepDeal(tx, known, deal, {
      companyId: company?.id ?? (found ? await keepCompany(tx, known, found) : null),
      ...{ contactIds: [], teamId: null },
    });
    if ((await versionOf(tx, known)) !== before) await publishOf(tx, workspaceId, id);
  });
  return true;
}

const versionOf = async (tx: Tx, { workspaceId, id }: KnownDeal): Promise<number | undefined> =>
  (await tx.deal.findFirst({ where: { workspaceId, id }, select: { version: true } }))?.version;

async function markGone({ workspaceId, id }: KnownDeal): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.deal.updateMany({
      where: { workspaceId, id, goneAt: null },
      data: { goneAt: now(), syncedAt: now(), version: { increment: 1 } },
    });
    if (count === 0) {
      await tx.deal.updateMany({ where: { workspaceId, id }, data: { syncedAt: now() } });
      return;
    }
    await markStaleOfDeals(tx, workspaceId, [id]);
    await publishOf(tx, workspaceId, id);
  });
}

/** Open pages of the calls about it look again. */
async function publishOf(tx: Tx, workspaceId: string, dealId: string): Promise<void> {
  const calls = await tx.callDeal.findMany({
    where: { workspaceId, dealId, isPrimary: true },
    take: 20,
    select: { callId: true },
  });
  for (const { callId } of calls) await publishPipelineChanged(tx, { workspaceId, callId });
}

/** Linked open deals are read again this often (decisions §8). */
const EVERY_SECONDS = 6 * 3_600;
/** A round takes no longer than a minute may. */
const PER_ROUND = 30;

type Due = {
  workspace_id: string;
  id: string;
  connection_id: string;
  external: string;
  provider: string;
};

/** Reads again the open deals that calls are linked to, the longest unread first. @returns how many */
export async function refreshDueDeals(providers: CrmProviders): Promise<number> {
  const due = await rows<Due>(Prisma.sql`
    SELECT d.workspace_id, d.id, d.connection_id, d.external, n.provider FROM deal d
    JOIN connection n ON n.workspace_id = d.workspace_id AND n.id = d.connection_id AND n.state IN ('connected', 'degraded')
    WHERE d.source = 'crm' AND d.closed_at IS NULL AND d.deleted_at IS NULL
      AND coalesce(d.synced_at, '-infinity') < ${now()}::timestamptz - make_interval(secs => ${EVERY_SECONDS})
      AND EXISTS (SELECT 1 FROM call_deal x WHERE x.workspace_id = d.workspace_id AND x.deal_id = d.id AND x.is_primary)
    ORDER BY d.synced_at NULLS FIRST, d.id LIMIT ${PER_ROUND}`);
  const silent = new Set<string>();
  let count = 0;
  for (const {
    workspace_id: workspaceId,
    id,
    connection_id: connectionId,
    external,
    provider,
  } of due) {
    const vendor = providers[provider];
    if (vendor === undefined || silent.has(connectionId)) continue;
    try {
      await refreshDeal(
        (run) =>
          callVendor(vendor, { workspaceId, id: connectionId }, (access) =>
            run(vendor.crm, access),
          ),
        { workspaceId, connectionId, id, external },
      );
      count += 1;
    } catch (error) {
      // The others of this CRM wait for the next round; one that cannot be read or kept does not stand before them for ever.
      if (error instanceof VendorFault && error.stopsAll) {
        silent.add(connectionId);
        continue;
      }
      if (!(error instanceof VendorFault))
        log.error({ err: error, dealId: id }, "a deal could not be kept");
      await db.deal.updateMany({ where: { workspaceId, id }, data: { syncedAt: now() } });
    }
  }
  return count;
}
