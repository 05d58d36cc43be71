import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { generateSummary } from "#app/core/jobs/summary-generate.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { endModelStage } from "../recording/model-stage.server.ts";
import { TURNS } from "./write-run.server.ts";
import { MODEL_WRITES } from "../recording/stage-views.ts";

const TRIALS_DAYS = 7;
const BATCH = 50;

/** Removes what was tried on the test bench more than seven days ago (decisions §8). @returns how many runs */
export function deleteOldTrials(): Promise<number> {
  return db.$executeRaw`
    DELETE FROM summary_run WHERE purpose = 'trial' AND created_at < now() - make_interval(days => ${TRIALS_DAYS})`;
}

/**
 * Queues runs of models anew that no job remembers, gives those up that are a day old, and ends the stages that were
 * left to a run which is no longer there.
 * @returns how many
 */
export async function requeueLostRuns(): Promise<number> {
  const old = await db.$executeRaw`
    UPDATE summary_run SET state = 'failed', note = 'unexpected'
    WHERE state IN ('queued', 'running') AND created_at < now() - interval '1 day'`;
  const lost = await db.$queryRaw<{ workspace_id: string; id: string; is_ours: boolean }[]>`
    SELECT r.workspace_id, r.id, r.created_by IS NULL AS is_ours FROM summary_run r
    WHERE r.state IN ('queued', 'running') AND r.created_at < now() - interval '2 minutes'
      AND NOT EXISTS (SELECT 1 FROM jobs.job j WHERE j.name = ${generateSummary.name}
        AND j.state IN ('created', 'retry', 'active') AND j.data->>'runId' = r.id::text)
    ORDER BY r.created_at LIMIT ${BATCH}`;
  for (const { workspace_id: workspaceId, id: runId, is_ours: isOurs } of lost) {
    const priority = TURNS[isOurs ? "now" : "later"];
    await db.$transaction((tx) =>
      enqueue(tx, generateSummary, runId, { v: 1, workspaceId, runId }, { priority }),
    );
  }
  return old + lost.length + (await endModelStages());
}

/** A run ends its stage itself; this is for runs that were given up, or went with their transcript. */
async function endModelStages(): Promise<number> {
  const left = await db.$queryRaw<{ workspace_id: string; call_id: string }[]>`
    SELECT r.workspace_id, r.call_id FROM stage s
    JOIN recording r ON r.workspace_id = s.workspace_id AND r.id = s.recording_id
    WHERE s.name = 'summary' AND s.state = 'running' AND s.cause = ${MODEL_WRITES}
      AND NOT EXISTS (SELECT 1 FROM summary_run u WHERE u.workspace_id = r.workspace_id AND u.call_id = r.call_id
        AND u.purpose = 'live' AND u.created_by IS NULL AND u.state IN ('queued', 'running'))
    ORDER BY s.started_at LIMIT ${BATCH}`;
  for (const { workspace_id: workspaceId, call_id: callId } of left)
    await db.$transaction(async (tx) => {
      if (await endModelStage(tx, { workspaceId, callId }, "unexpected"))
        await publishPipelineChanged(tx, { workspaceId, callId });
    });
  return left.length;
}
