import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { METRICS_CONFIG } from "../metrics/input.ts";

/**
 * How many may wait at a time, filled up every minute: about what two workers make of it until the next round, so that a
 * million calls take days. What people import or correct meanwhile goes before all of them, however many wait.
 */
const WAITING = 600;
const LATER = { priority: -1 };

type Outdated = { workspace_id: string; call_id: string; number: number };

/**
 * Queues the current transcripts whose numbers are those of an older rule set: the new ones are written beside them. One
 * whose job has failed is left alone.
 * @returns how many were queued; 0 once all of them are under way, or as many wait as may
 */
export async function requeueOldNumbers(): Promise<number> {
  const room = WAITING - (await countWaiting());
  if (room <= 0) return 0;
  const outdated = await db.$queryRaw<Outdated[]>`
    SELECT t.workspace_id, t.call_id, t.number FROM transcript t
    WHERE t.is_current
      AND EXISTS (SELECT 1 FROM metric_set m WHERE m.workspace_id = t.workspace_id AND m.transcript_id = t.id)
      AND NOT EXISTS (SELECT 1 FROM metric_set m WHERE m.workspace_id = t.workspace_id AND m.transcript_id = t.id
        AND m.config = ${METRICS_CONFIG})
      AND NOT EXISTS (SELECT 1 FROM jobs.job j WHERE j.name = ${deriveTranscript.name}
        AND j.state IN ('created','retry','active','failed') AND j.data->>'callId' = t.call_id::text)
    ORDER BY t.created_at DESC LIMIT ${room}`;
  for (const { workspace_id: workspaceId, call_id: callId, number } of outdated) {
    const job = { v: 1, workspaceId, callId, number } as const;
    await db.$transaction((tx) => enqueue(tx, deriveTranscript, `${callId}:${number}`, job, LATER));
  }
  return outdated.length;
}

/** Those of one more rewriting of many calls are among them: they take the same turns. */
async function countWaiting(): Promise<number> {
  const [found] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM jobs.job
    WHERE name = ${deriveTranscript.name} AND state IN ('created','retry') AND priority < 0`;
  return found?.waiting ?? 0;
}
