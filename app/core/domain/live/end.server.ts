import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { asSystem, type Member, type System } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { record } from "../audit/record.server.ts";
import { newStages } from "../recording/stages.server.ts";
import { commentOnNotes } from "../comment/live-notes.server.ts";
import { publishCallChanged, publishPipelineChanged } from "../call/call-changed.server.ts";
import { callNowMs } from "./call-clock.ts";
import { endAllListening } from "./listeners.server.ts";
import { noteConnected } from "../call/connected.server.ts";
import { isRunning } from "../call/call-state.ts";
import { type CallRef, findRunning } from "./live-call.server.ts";

/** Why a call is over; kept as its `state_reason`. */
export type EndReason =
  | "host"
  | "room_closed"
  | "nobody_left"
  | "nobody_came"
  | "too_long"
  | "demo_over";

/** The host ends the call for everybody. @throws DomainError `not_found`, `forbidden`, `invalid_state` */
export async function endForAll(actor: Member, callId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { workspaceId } = await findRunning(tx, actor, "live.host", callId);
    const isEnded = await endCall(tx, { workspaceId, callId }, "host", actor);
    if (!isEnded) throw new DomainError("invalid_state");
  });
}

/**
 * The one way a call ends: the host's End, the recorder's end of the room, the reconciler. Its assembly is queued
 * in the same transaction, so a call that is over is never forgotten.
 * @param tx null: a transaction of its own
 * @returns false when it had ended before
 */
export async function endCall(
  tx: Tx | null,
  ref: CallRef,
  why: EndReason,
  actor: Member | System = asSystem(ref.workspaceId, "live.end"),
): Promise<boolean> {
  return tx ? end(tx, ref, why, actor) : db.$transaction((own) => end(own, ref, why, actor));
}

type Ending = { state: string; startedAt: Date | null; wasEntered: boolean };

async function end(tx: Tx, ref: CallRef, why: EndReason, actor: Member | System): Promise<boolean> {
  const { workspaceId, callId } = ref;
  const [call] = await tx.$queryRaw<Ending[]>`
    SELECT c.state::text, c.started_at AS "startedAt",
      EXISTS (SELECT 1 FROM participant_presence p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id) AS "wasEntered"
    FROM call c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${callId}::uuid AND c.kind = 'room' FOR UPDATE OF c`;
  if (!call || !isRunning(call.state)) return false;
  const startedAt = call.startedAt ?? now();
  const endMs = callNowMs(startedAt);
  await closeSpans(tx, ref, endMs);
  await endAllListening(tx, actor, ref);
  if (call.wasEntered) await finish(tx, ref, why, startedAt, endMs);
  else await discard(tx, ref);
  await commentOnNotes(tx, ref);
  await record(
    tx,
    actor,
    "live.ended",
    { kind: "call", id: callId },
    { after: { why: call.wasEntered ? why : "nobody_came" } },
  );
  await publishCallChanged(tx, callId, "state");
  await publishCallChanged(tx, callId, "done");
  await publishPipelineChanged(tx, ref);
  return true;
}

/** Whatever was still going on ends with the call. */
async function closeSpans(tx: Tx, { workspaceId, callId }: CallRef, endMs: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE call_span SET t1_ms = greatest(t0_ms, ${endMs})
    WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid AND t1_ms IS NULL`;
  await tx.$executeRaw`
    UPDATE participant_presence SET left_ms = greatest(joined_ms, ${endMs})
    WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid AND left_ms IS NULL`;
}

/** Our own recorder's files came as they were written, and need no look at what they are. */
const RECEIVED: ReadonlySet<string> = new Set(["upload", "inspect"]);

/** What was recorded waits for its assembly; the rows of the stages begin here, since nothing was to be done before. */
async function finish(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  why: EndReason,
  startedAt: Date,
  endMs: number,
): Promise<void> {
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: {
      state: "ended",
      stateReason: why,
      startedAt,
      endedAt: new Date(startedAt.getTime() + endMs),
      durationMs: endMs,
      version: { increment: 1 },
    },
  });
  const { recordingId } = await tx.liveCall.findUniqueOrThrow({
    where: { workspaceId_callId: { workspaceId, callId } },
    select: { recordingId: true },
  });
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: { state: "uploaded", durationMs: endMs },
  });
  await tx.stage.createMany({
    data: newStages(workspaceId, recordingId, 0).map((stage) =>
      RECEIVED.has(stage.name) ? { ...stage, state: "done" as const, endedAt: now() } : stage,
    ),
    skipDuplicates: true,
  });
  await noteConnected(tx, { workspaceId, callId });
  await enqueue(tx, assembleRecording, recordingId, { v: 1, workspaceId, recordingId });
}

/** Nobody ever came: there is no media, and the call says so (product §5.1). */
async function discard(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: { state: "empty", stateReason: "nobody_came", endedAt: now(), version: { increment: 1 } },
  });
  await tx.recording.updateMany({
    where: { workspaceId, callId },
    data: { state: "discarded", cause: "nobody_came" },
  });
}
