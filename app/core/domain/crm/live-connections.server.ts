import { db } from "#app/core/platform/db.server.ts";
import type { Vendor } from "../connection/connection-types.ts";
import { findConnections, isWorking, providerOf } from "../mapping/find-mapping.server.ts";
import type { CrmProviders } from "./crm-access.server.ts";

/** Slugs of CRMs that nobody is signed in to any more, though somebody was. */
export const listBrokenCrms = async (workspaceId: string): Promise<string[]> =>
  (await findConnections(db, workspaceId)).flatMap(({ state, provider }) =>
    state === "broken" ? [provider] : [],
  );

/** A CRM that can be asked now. */
export type LiveCrm = { id: string; slug: string; vendor: Vendor };

/**
 * The CRMs of a workspace that can be asked. A sandbox is asked only where a mapping writes to it: it holds copies of the
 * same records.
 */
export async function listLiveCrms(
  providers: CrmProviders,
  workspaceId: string,
): Promise<LiveCrm[]> {
  const [connections, mappings] = await Promise.all([
    findConnections(db, workspaceId),
    db.mapping.findMany({ where: { workspaceId }, select: { crm: true, isSandbox: true } }),
  ]);
  const mapped = new Set<string>(mappings.map(({ crm, isSandbox }) => providerOf(crm, isSandbox)));
  return connections
    .toSorted((a, b) => a.provider.localeCompare(b.provider))
    .flatMap((connection) => {
      const vendor = providers[connection.provider];
      const isWanted =
        connection.provider !== "salesforce-sandbox" || mapped.has("salesforce-sandbox");
      return vendor && isWanted && isWorking(connection)
        ? [{ id: connection.id, slug: connection.provider, vendor }]
        : [];
    });
}
