import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { METRICS_CONFIG } from "../metrics/input.ts";

/** A round leaves room for the imports and corrections of people. */
const BATCH = 20;

type Outdated = { workspace_id: string; call_id: string; number: number };

/**
 * Queues the current transcripts whose numbers are those of an older rule set: the new ones are written beside them. One
 * whose job has failed is left alone.
 * @returns how many were queued; 0 once all of them are under way
 */
export async function requeueOldNumbers(): Promise<number> {
  const outdated = await db.$queryRaw<Outdated[]>`
    SELECT t.workspace_id, t.call_id, t.number FROM transcript t
    WHERE t.is_current
      AND EXISTS (SELECT 1 FROM metric_set m WHERE m.workspace_id = t.workspace_id AND m.transcript_id = t.id)
      AND NOT EXISTS (SELECT 1 FROM metric_set m WHERE m.workspace_id = t.workspace_id AND m.transcript_id = t.id
        AND m.config = ${METRICS_CONFIG})
      AND NOT EXISTS (SELECT 1 FROM jobs.job j WHERE j.name = ${deriveTranscript.name}
        AND j.state IN ('created','retry','active','failed') AND j.data->>'callId' = t.call_id::text)
    ORDER BY t.created_at DESC LIMIT ${BATCH}`;
  for (const { workspace_id: workspaceId, call_id: callId, number } of outdated)
    await db.$transaction((tx) =>
      enqueue(tx, deriveTranscript, `${callId}:${number}`, { v: 1, workspaceId, callId, number }),
    );
  return outdated.length;
}
