import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import type { StageState } from "./stage-views.ts";

// It follows the summary and nothing follows it: what a CRM says or does not say never holds a call back, so it is no
// part of the pipeline that settles a recording.

type Ref = { workspaceId: string; callId: string };

/** The summary is there and a mapping of its template, so what it says is proposed; or there is none. */
export const beginCrmStage = (tx: Tx, ref: Ref, isMapped: boolean): Promise<void> =>
  isMapped ? write(tx, ref, "waiting", null) : write(tx, ref, "skipped", "no_mapping");

/** Proposals are made, or there was nothing to propose. */
export const endCrmStage = (tx: Tx, ref: Ref): Promise<void> => write(tx, ref, "done", null);

/** The stage is the primary recording's; a call without one has none. */
async function write(
  tx: Tx,
  { workspaceId, callId }: Ref,
  state: StageState,
  cause: string | null,
): Promise<void> {
  const recording = await tx.recording.findFirst({
    where: { workspaceId, callId, isPrimary: true },
    select: { id: true },
  });
  if (!recording) return;
  const recordingId = recording.id;
  const [stage] = await tx.$queryRaw<{ attempt: number }[]>`
    INSERT INTO stage (workspace_id, recording_id, name, state, cause, attempt, started_at, ended_at)
    VALUES (${workspaceId}::uuid, ${recordingId}::uuid, 'crm', ${state}::stage_state, ${cause}, 1, now(),
      CASE WHEN ${state} = 'waiting' THEN NULL ELSE now() END)
    ON CONFLICT (workspace_id, recording_id, name) DO UPDATE SET state = excluded.state, cause = excluded.cause,
      attempt = stage.attempt + CASE WHEN ${state} = 'done' THEN 0 ELSE 1 END, ended_at = excluded.ended_at,
      started_at = CASE WHEN ${state} = 'done' THEN stage.started_at ELSE now() END
    RETURNING attempt`;
  await tx.stageLog.createMany({
    data: [
      {
        ...{ id: newId(), workspaceId, recordingId, stage: "crm", state, cause },
        attempt: stage?.attempt ?? 1,
      },
    ],
  });
  await publishPipelineChanged(tx, { workspaceId, callId });
}
