import type { Tx } from "#app/core/platform/db.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import {
  type Claim,
  logStage,
  type RecordingRef,
  settleRecording,
  StageLost,
} from "./stages.server.ts";
import { MODEL_GAVE_UP, MODEL_WRITES } from "./stage-views.ts";

/**
 * Leaves the summary stage to a model: Highlights are there, so nothing waits for it any more, and the recording is
 * settled now. What ends it is `endModelStage`. @throws StageLost
 */
export async function leaveToModel(tx: Tx, claim: Claim): Promise<void> {
  const count = await tx.$executeRaw`
    UPDATE stage SET cause = ${MODEL_WRITES}, detail = NULL, retry_at = NULL
    WHERE workspace_id = ${claim.workspaceId}::uuid AND recording_id = ${claim.recordingId}::uuid AND name = ${claim.stage}::stage_name
      AND attempt = ${claim.attempt} AND state = 'running'`;
  if (count === 0) throw new StageLost();
  await logStage(tx, claim, "running", MODEL_WRITES);
  await settleRecording(tx, claim);
  await publishPipelineChanged(tx, claim);
}

/**
 * Ends a summary stage that was left to a model, once no run that Parley began by itself is under way for the call. The
 * recording was settled when Highlights were there, and is not settled again.
 * @param note why there are Highlights after all (`panels` catalogue); null where the model wrote
 * @returns whether it ended
 */
export async function endModelStage(
  tx: Tx,
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  note: string | null,
): Promise<boolean> {
  const cause = note === null ? null : MODEL_GAVE_UP;
  const ended = await tx.$queryRaw<{ recording_id: string; attempt: number }[]>`
    UPDATE stage s SET state = 'done', ended_at = now(), cause = ${cause}, detail = ${note}
    FROM recording r
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.call_id = ${callId}::uuid
      AND s.workspace_id = r.workspace_id AND s.recording_id = r.id
      AND s.name = 'summary' AND s.state = 'running' AND s.cause = ${MODEL_WRITES}
      AND NOT EXISTS (SELECT 1 FROM summary_run u WHERE u.workspace_id = r.workspace_id AND u.call_id = r.call_id
        AND u.purpose = 'live' AND u.created_by IS NULL AND u.state IN ('queued', 'running'))
    RETURNING s.recording_id, s.attempt`;
  for (const { recording_id: recordingId, attempt } of ended)
    await logStage(
      tx,
      { workspaceId, callId, recordingId, stage: "summary", attempt },
      "done",
      cause,
      note,
    );
  return ended.length > 0;
}
