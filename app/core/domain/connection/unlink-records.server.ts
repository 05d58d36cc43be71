import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";

type Ref = { workspaceId: string; id: string };

/**
 * Takes a connection out of what refers to it, before it is deleted: deals and people stay, as if entered here; the
 * journal of writes stays, without the connection.
 */
export async function unlinkRecords(tx: Tx, { workspaceId, id: connectionId }: Ref): Promise<void> {
  const where = { workspaceId, connectionId };
  const alone = { connectionId: null, external: null };
  await tx.deal.updateMany({ where, data: { ...alone, source: "hand" } });
  // Its stages keep the deals they have and take no others.
  await tx.dealStage.updateMany({ where, data: { ...alone, pipeline: "", archivedAt: now() } });
  await tx.contact.updateMany({ where, data: alone });
  await tx.company.updateMany({ where, data: alone });
  await tx.crmWrite.updateMany({ where, data: { connectionId: null } });
}
