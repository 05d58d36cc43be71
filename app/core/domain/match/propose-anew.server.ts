import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

/**
 * Has a call's people, company and deal looked for in the connected CRMs once more, and what its summary says proposed
 * again: who took part, or what it is about, is known otherwise now. Nothing is queued where no CRM is connected and none
 * was written to; a call without a summary is asked about once it has one.
 */
export async function proposeAnew(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  const summaries = await tx.summaryRun.count({
    where: { workspaceId, callId, purpose: "live", state: "done" },
  });
  if (summaries === 0) return;
  const [crms, writes] = [
    await tx.connection.count({ where: { workspaceId, state: { not: "disconnected" } } }),
    await tx.crmWrite.count({ where: { workspaceId, callId } }),
  ];
  if (crms + writes === 0) return;
  await enqueue(tx, proposeToCrm, `${callId}:${newId()}`, { v: 1, workspaceId, callId });
}
