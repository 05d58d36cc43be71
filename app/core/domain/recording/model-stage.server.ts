import type { Tx } from "#app/core/platform/db.server.ts";
import { logStage, type RecordingRef } from "./stages.server.ts";
import { MODEL_GAVE_UP, MODEL_WRITES } from "./stage-views.ts";

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
  for (const { recording_id: recordingId, attempt: number } of ended)
    await logStage(
      tx,
      { workspaceId, callId, recordingId, stage: "summary", number },
      "done",
      cause,
      note,
    );
  return ended.length > 0;
}
