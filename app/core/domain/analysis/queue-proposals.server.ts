import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { proposeAnew } from "../match/propose-anew.server.ts";
import { beginCrmStage } from "../recording/crm-stage.server.ts";
import { findShownRun } from "../summary/shown-run.server.ts";

/**
 * What a call's summary says now goes on to the CRMs that its template is mapped to, in the transaction that shows it.
 * @param ref a call that shows a summary
 * @param turn below 0 for one of many calls, which wait for those that somebody waits for
 * @returns whether there is a mapping for it
 */
export async function queueProposals(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
  turn: { priority?: number } = {},
): Promise<boolean> {
  const run = await findShownRun(tx, { workspaceId, callId });
  if (run === null) return false;
  const mappings =
    run.templateId === null
      ? 0
      : await tx.mapping.count({ where: { workspaceId, templateId: run.templateId } });
  await beginCrmStage(tx, { workspaceId, callId }, mappings > 0);
  if (mappings === 0) {
    // Who took part and which deal it is about is asked all the same, and older proposals give way.
    await proposeAnew(tx, { workspaceId, callId });
    return false;
  }
  const job = { v: 1, workspaceId, callId } as const;
  await enqueue(tx, proposeToCrm, `${callId}:${newId()}`, job, turn);
  return true;
}
