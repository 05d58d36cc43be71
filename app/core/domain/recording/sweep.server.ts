import { db } from "#app/core/platform/db.server.ts";
import { listComponents } from "../component/component-status.server.ts";
import { isPipelineStage } from "./pipeline.ts";
import { MODEL_WRITES } from "./stage-views.ts";
import { sendStage } from "./stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";

/** No chunk for this long: the upload waits for the rest (product §5.2). */
const SILENT_SECONDS = 120;
/** A stage without a job is taken up again after this; deliveries that only wait for a worker keep theirs. */
const LOST_SECONDS = 60;
const BATCH = 200;

type Lost = {
  workspace_id: string;
  recording_id: string;
  call_id: string;
  name: string;
  attempt: number;
  cause: string | null;
};

/** Uploads and recordings of browsers whose sender went quiet are shown as interrupted. */
export async function markInterrupted(): Promise<number> {
  const told = await db.$queryRaw<{ told: string }[]>`
    WITH quiet AS (
      UPDATE recording SET state = 'interrupted', updated_at = now()
      WHERE state = 'receiving' AND method IN ('upload', 'recorder') AND updated_at < now() - make_interval(secs => ${SILENT_SECONDS})
      RETURNING workspace_id, call_id)
    SELECT pg_notify('pipeline', workspace_id || ':' || call_id)::text AS told FROM quiet`;
  return told.length;
}

/**
 * Queues again every stage that should be at work and has no job: its delivery was lost, its worker died for
 * good, or the part it waited for is there now (N3). Not the worker but this owns that nothing stays in limbo.
 * @returns how many were queued
 */
export async function requeueLost(): Promise<number> {
  const parts = await listComponents();
  const isOn = (name: string) =>
    parts.some((part) => part.name === name && (part.state === "on" || part.state === "limited"));
  const isPreparing = parts.some((part) => part.name === "packages" && part.state === "preparing");
  const lost = await db.$queryRaw<Lost[]>`
    SELECT s.workspace_id, s.recording_id, r.call_id, s.name::text, s.attempt, s.cause
    FROM stage s JOIN recording r ON r.workspace_id = s.workspace_id AND r.id = s.recording_id
    WHERE s.state IN ('waiting','running') AND s.name <> 'upload' AND s.name <> 'crm'
      AND r.state IN ('uploaded','processing') AND coalesce(s.cause, '') NOT IN ('duplicate', ${MODEL_WRITES})
      AND (s.retry_at IS NULL OR s.retry_at < now())
      AND (s.cause IN ('ffmpeg_missing','isolation_off','parts_preparing')
        OR coalesce(s.started_at, r.updated_at) < now() - make_interval(secs => ${LOST_SECONDS}))
      AND NOT EXISTS (
        SELECT 1 FROM jobs.job j WHERE j.state IN ('created','retry','active')
          AND j.name IN ('recording.transcode','recording.picture','recording.assemble','recording.transcribe','transcript.derive','call.summarise')
          AND (j.data->>'recordingId' = s.recording_id::text OR j.data->>'callId' = r.call_id::text))
      AND (s.name = 'picture' OR NOT EXISTS (
        SELECT 1 FROM stage e WHERE e.workspace_id = s.workspace_id AND e.recording_id = s.recording_id
          AND e.name < s.name AND e.state NOT IN ('done','skipped')))
    LIMIT ${BATCH}`;
  let count = 0;
  for (const {
    workspace_id: workspaceId,
    recording_id: recordingId,
    call_id: callId,
    name,
    attempt,
    cause,
  } of lost) {
    if (!isPipelineStage(name) || name === "upload") continue;
    if ((cause === "ffmpeg_missing" || cause === "isolation_off") && !isOn("media")) continue;
    if (cause === "parts_preparing" && isPreparing && !isOn("speech")) continue;
    await db.$transaction(async (tx) => {
      await sendStage(tx, { workspaceId, recordingId, callId }, name, `sweep-${attempt}`);
      await publishPipelineChanged(tx, { workspaceId, callId });
    });
    count += 1;
  }
  return count;
}
