import { RETRY_AFTER_SECONDS } from "#app/core/jobs/define.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged, publishProgress } from "../call/call-changed.server.ts";
import { asSystem } from "../access/actor.ts";
import type { NoticeValues } from "../notification/notices.ts";
import { notifyMembers, notifyWorkspaceAdmins } from "../notification/notify-members.server.ts";
import {
  CHAIN,
  isBeforePlayable,
  JOB_OF,
  type PipelineStage,
  STAGES,
  type WaitingCause,
} from "./pipeline.ts";
import { MODEL_WRITES } from "./stage-views.ts";

export type RecordingRef = { workspaceId: string; recordingId: string; callId: string };
export type Claim = RecordingRef & { stage: PipelineStage; attempt: number };

/** Another worker has the stage now: this attempt's work is thrown away. */
export class StageLost extends Error {
  override name = "StageLost";
}

/** The recording of a call whose words are there and whose numbers are not, and have not failed for good. */
export async function findWithoutNumbers(
  workspaceId: string,
  callId: string,
): Promise<RecordingRef | null> {
  const found = await db.recording.findFirst({
    where: {
      workspaceId,
      callId,
      stages: {
        some: { name: "metrics", state: { in: ["waiting", "running"] } },
        none: { name: "transcribe", state: { notIn: ["done", "skipped"] } },
      },
    },
    select: { id: true },
  });
  return found && { workspaceId, callId, recordingId: found.id };
}

/**
 * Takes a stage: from here on every older attempt is void (reliability §7).
 * @returns null when there is nothing to do: done, skipped, failed, left to a model, or the row is gone
 */
export async function claimStage(ref: RecordingRef, stage: PipelineStage): Promise<Claim | null> {
  return db.$transaction(async (tx) => {
    const claimed = await tx.$queryRaw<{ attempt: number }[]>`
      UPDATE stage SET attempt = attempt + 1, state = 'running', started_at = now(), ended_at = NULL, cause = NULL, detail = NULL,
        retry_at = NULL, done = 0
      WHERE workspace_id = ${ref.workspaceId}::uuid AND recording_id = ${ref.recordingId}::uuid AND name = ${stage}::stage_name
        AND state IN ('waiting', 'running') AND NOT (state = 'running' AND cause IS NOT DISTINCT FROM ${MODEL_WRITES})
      RETURNING attempt`;
    const attempt = claimed[0]?.attempt;
    if (attempt === undefined) return null;
    const claim: Claim = { ...ref, stage, attempt };
    await tx.recording.updateMany({
      where: {
        workspaceId: ref.workspaceId,
        id: ref.recordingId,
        state: { in: ["uploaded", "processing", "ready", "ready_partial", "failed"] },
      },
      data: { state: "processing" },
    });
    await logStage(tx, claim, "running");
    await publishPipelineChanged(tx, ref);
    return claim;
  });
}

/** Real numbers for the stage bar. @throws StageLost when another attempt has the stage */
export async function reportProgress(
  claim: Claim,
  done: number,
  total: number,
  unit: "bytes" | "ms",
): Promise<void> {
  await db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE stage SET done = ${Math.round(done)}, total = ${Math.round(total)}, unit = ${unit}
      WHERE workspace_id = ${claim.workspaceId}::uuid AND recording_id = ${claim.recordingId}::uuid AND name = ${claim.stage}::stage_name
        AND attempt = ${claim.attempt} AND state = 'running'`;
    if (count === 0) throw new StageLost();
    await publishProgress(tx, claim);
  });
}

/**
 * Ends a stage well, in the transaction that writes its files and rows; whatever follows it is queued in
 * the same transaction. @throws StageLost, which rolls everything back
 */
export async function publishStage(tx: Tx, claim: Claim): Promise<void> {
  await end(tx, claim, "done", null);
}

/** The stage has nothing to do here, and why (`stages` catalogue). */
export async function skipStage(tx: Tx, claim: Claim, cause: string): Promise<void> {
  await end(tx, claim, "skipped", cause);
}

async function end(
  tx: Tx,
  claim: Claim,
  state: "done" | "skipped" | "failed",
  cause: string | null,
  detail: string | null = null,
): Promise<void> {
  const count = await tx.$executeRaw`
    UPDATE stage SET state = ${state}::stage_state, ended_at = now(), cause = ${cause}, detail = ${detail}, retry_at = NULL,
      done = CASE WHEN ${state} = 'done' THEN total ELSE done END
    WHERE workspace_id = ${claim.workspaceId}::uuid AND recording_id = ${claim.recordingId}::uuid AND name = ${claim.stage}::stage_name
      AND attempt = ${claim.attempt} AND state = 'running'`;
  if (count === 0) throw new StageLost();
  await logStage(tx, claim, state, cause, detail);
  await settleRecording(tx, claim);
  await publishPipelineChanged(tx, claim);
}

/** Puts the stage back until a missing part is there; a wait is no try. */
export async function waitFor(claim: Claim, cause: WaitingCause): Promise<void> {
  await db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE stage SET state = 'waiting', cause = ${cause}
      WHERE workspace_id = ${claim.workspaceId}::uuid AND recording_id = ${claim.recordingId}::uuid AND name = ${claim.stage}::stage_name
        AND attempt = ${claim.attempt} AND state = 'running'`;
    if (count === 0) throw new StageLost();
    await logStage(tx, claim, "waiting", cause);
    if (cause === "storage_full")
      await notifyWorkspaceAdmins(tx, claim.workspaceId, {
        kind: "storage_full",
        values: { day: now().toISOString().slice(0, 10) },
      });
    await publishPipelineChanged(tx, claim);
  });
}

/**
 * Ends a stage badly: a transient cause is tried again after 30 s, 5 min and 30 min, then the stage has failed.
 * @param cause code of the `stages` catalogue
 * @param detail technical line for "Copy details"; no names, no words
 */
export async function failStage(
  claim: Claim,
  cause: string,
  detail: string,
  isTransient: boolean,
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (isTransient && (await tryLater(tx, claim, cause, detail))) return;
    await end(tx, claim, "failed", cause, detail.slice(0, 2_000));
    const actor = asSystem(claim.workspaceId, JOB_OF_ANY(claim.stage));
    if (isBeforePlayable(claim.stage))
      await record(
        tx,
        actor,
        "recording.failed",
        { kind: "recording", id: claim.recordingId },
        { after: { stage: claim.stage, cause } },
      );
    await notifyOwner(tx, claim, {
      kind: "recording_failed",
      values: { recordingId: claim.recordingId, stage: claim.stage, attempt: claim.attempt },
    });
  });
}

const JOB_OF_ANY = (stage: PipelineStage): string =>
  stage === "upload" ? "upload" : JOB_OF[stage].name;

async function tryLater(tx: Tx, claim: Claim, cause: string, detail: string): Promise<boolean> {
  if (claim.stage === "upload") return false;
  const found = await tx.$queryRaw<{ tries: number }[]>`
    SELECT tries FROM stage WHERE workspace_id = ${claim.workspaceId}::uuid AND recording_id = ${claim.recordingId}::uuid
      AND name = ${claim.stage}::stage_name AND attempt = ${claim.attempt} AND state = 'running' FOR UPDATE`;
  const tries = found[0]?.tries;
  if (tries === undefined) throw new StageLost();
  const wait = RETRY_AFTER_SECONDS[tries];
  if (wait === undefined) return false;
  await tx.$executeRaw`
    UPDATE stage SET state = 'waiting', tries = tries + 1, cause = ${cause}, detail = ${detail.slice(0, 2_000)},
      retry_at = now() + make_interval(secs => ${wait})
    WHERE workspace_id = ${claim.workspaceId}::uuid AND recording_id = ${claim.recordingId}::uuid AND name = ${claim.stage}::stage_name`;
  await logStage(tx, claim, "waiting", cause, detail);
  await sendStage(tx, claim, claim.stage, `${claim.attempt}`, wait);
  await publishPipelineChanged(tx, claim);
  return true;
}

/** Queues the job of a stage. `round` keeps a retry from being dropped as a copy of the delivery that runs now. */
export async function sendStage(
  tx: Tx,
  ref: RecordingRef,
  stage: Exclude<PipelineStage, "upload">,
  round = "",
  startAfter = 0,
): Promise<void> {
  const key = round === "" ? ref.recordingId : `${ref.recordingId}:${round}`;
  const { workspaceId, recordingId, callId } = ref;
  if (stage === "summary")
    await enqueue(tx, JOB_OF.summary, key, { v: 1, workspaceId, callId }, { startAfter });
  else if (stage === "metrics") {
    const number = await currentVersion(tx, ref);
    await enqueue(tx, JOB_OF.metrics, key, { v: 1, workspaceId, callId, number }, { startAfter });
  } else
    await enqueue(
      tx,
      (await isAssembled(tx, ref, stage)) ? assembleRecording : JOB_OF[stage],
      key,
      { v: 1, workspaceId, recordingId },
      { startAfter },
    );
}

async function currentVersion(tx: Tx, { workspaceId, callId }: RecordingRef): Promise<number> {
  const current = await tx.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { number: true },
  });
  return current?.number ?? 1;
}

/**
 * Our own rooms leave parts and words, not a file: one job makes all of it, and goes on where it was left. A browser's
 * recording leaves pieces: the same job joins them, and what follows is as with any other.
 */
async function isAssembled(
  tx: Tx,
  { workspaceId, recordingId }: RecordingRef,
  stage: PipelineStage,
): Promise<boolean> {
  const found = await tx.recording.findUnique({
    where: { workspaceId_id: { workspaceId, id: recordingId } },
    select: { method: true },
  });
  if (found?.method === "recorder") return stage === "inspect" || stage === "normalise";
  return found?.method === "room";
}

/** One line of a stage's history. */
export async function logStage(
  tx: Tx,
  claim: Claim,
  state: "waiting" | "running" | "done" | "skipped" | "failed",
  cause: string | null = null,
  detail: string | null = null,
): Promise<void> {
  const { workspaceId, recordingId, stage, attempt } = claim;
  await tx.stageLog.createMany({
    data: [
      {
        id: newId(),
        workspaceId,
        recordingId,
        stage,
        attempt,
        state,
        cause,
        detail: detail?.slice(0, 2_000) ?? null,
      },
    ],
  });
}

/** The recording's state follows from its stages (product §5.2); nothing else writes it after upload. */
export async function settleRecording(
  tx: Tx,
  { workspaceId, recordingId, callId }: RecordingRef,
): Promise<void> {
  const stages = await tx.stage.findMany({
    where: { workspaceId, recordingId },
    select: { name: true, state: true, cause: true },
  });
  const stateOf = (name: PipelineStage) => stages.find((stage) => stage.name === name)?.state;
  const failed = STAGES.filter((name) => stateOf(name) === "failed");
  // The stages after a failed one wait for nothing: its job is only sent when that one is done.
  const broke = CHAIN.findIndex((name) => stateOf(name) === "failed");
  const reached = broke < 0 ? CHAIN : CHAIN.slice(0, broke);
  const isOpen = stages.some(
    ({ name, state, cause }) =>
      (name === "picture" || reached.some((one) => one === name)) &&
      (state === "waiting" || (state === "running" && cause !== MODEL_WRITES)),
  );
  const broken = failed.find(isBeforePlayable);
  if (broken !== undefined) {
    const cause = stages.find((stage) => stage.name === broken)?.cause ?? null;
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId },
      data: { state: "failed", cause },
    });
    return;
  }
  if (isOpen) return;
  const state = failed.length > 0 ? "ready_partial" : "ready";
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: { state, cause: null },
  });
  await tx.call.updateMany({
    where: { workspaceId, id: callId, state: "ended" },
    data: { state: "available" },
  });
  await notifyOwner(
    tx,
    { workspaceId, callId },
    { kind: "recording_ready", values: { recordingId } },
  );
  if (state === "ready")
    await record(tx, asSystem(workspaceId, "pipeline"), "recording.ready", {
      kind: "recording",
      id: recordingId,
    });
}

/** Tells the owner of a call what became of its recording. */
async function notifyOwner<K extends "recording_ready" | "recording_failed">(
  tx: Tx,
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  notice: { kind: K; values: NoticeValues<K> },
): Promise<void> {
  const call = await tx.call.findFirst({
    where: { workspaceId, id: callId },
    select: { ownerId: true },
  });
  if (call)
    await notifyMembers(tx, { workspaceId, by: null }, [call.ownerId], {
      ...notice,
      target: { kind: "call", id: callId },
    });
}

/** The stage rows of a new recording. */
export const newStages = (workspaceId: string, recordingId: string, total: number) =>
  CHAIN.map((name) => ({
    workspaceId,
    recordingId,
    name,
    ...(name === "upload" && {
      state: "running" as const,
      total: BigInt(total),
      unit: "bytes",
      attempt: 1,
      startedAt: new Date(),
    }),
  }));
