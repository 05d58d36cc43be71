import { RETRY_AFTER_SECONDS } from "#app/core/jobs/define.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged, publishProgress } from "../call/call-changed.server.ts";
import { asSystem } from "../access/actor.ts";
import { notifyOfFullDisk } from "../notification/notify-members.server.ts";
import { notifyOwner } from "./notify-owner.server.ts";
import {
  CHAIN,
  isBeforePlayable,
  isPipelineStage,
  JOB_OF,
  type PipelineStage,
  STAGES,
  type WaitingCause,
} from "./pipeline.ts";
import { MODEL_WRITES, type StageState, WORDS_MISSING } from "./stage-views.ts";
import { countWords, lockRecording } from "./voice.server.ts";

export type RecordingRef = { workspaceId: string; recordingId: string; callId: string };
/** What names an attempt: its rows and its files. */
export type AttemptRef = RecordingRef & { stage: PipelineStage; number: number };

/** Another worker has the stage now, or its recording is over: this attempt's work is thrown away. */
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
        none: { name: "transcribe", state: { notIn: ["done", "skipped", "failed"] } },
      },
    },
    select: { id: true },
  });
  return found && { workspaceId, callId, recordingId: found.id };
}

/** Whether the media of an uploaded call is still to come: its length is not known, and it may be discarded. */
export const isMediaToCome = async (workspaceId: string, callId: string): Promise<boolean> =>
  (await db.recording.count({
    where: {
      ...{ workspaceId, callId, isPrimary: true, method: "upload" },
      state: { notIn: ["failed", "discarded", "media_removed"] },
      stages: { some: { name: "normalise", state: { in: ["waiting", "running"] } } },
      call: { state: "ended" },
    },
  })) > 0;

/**
 * Takes a stage: from here on every older attempt is void (reliability §7).
 * @returns null when there is nothing to do: done, skipped, failed, left to a model, the row is gone, or the recording is
 * discarded or without media
 */
export const claimStage = (ref: RecordingRef, stage: PipelineStage): Promise<StageAttempt | null> =>
  db
    .$transaction((tx) => claimStageIn(tx, ref, stage))
    .catch((error: unknown) => {
      if (error instanceof StageLost) return null;
      throw error;
    });

/** As `claimStage`, in a transaction. @throws StageLost for a recording that is over */
export async function claimStageIn(
  tx: Tx,
  ref: RecordingRef,
  stage: PipelineStage,
): Promise<StageAttempt | null> {
  const claimed = await tx.$queryRaw<{ attempt: number }[]>`
    UPDATE stage SET attempt = attempt + 1, state = 'running', started_at = now(), ended_at = NULL, cause = NULL, detail = NULL,
      retry_at = NULL, done = 0
    WHERE workspace_id = ${ref.workspaceId}::uuid AND recording_id = ${ref.recordingId}::uuid AND name = ${stage}::stage_name
      AND state IN ('waiting', 'running') AND NOT (state = 'running' AND cause IS NOT DISTINCT FROM ${MODEL_WRITES})
    RETURNING attempt`;
  const number = claimed[0]?.attempt;
  if (number === undefined) return null;
  const attempt = new StageAttempt(ref, stage, number);
  await tx.recording.updateMany({
    where: {
      workspaceId: ref.workspaceId,
      id: ref.recordingId,
      state: { in: ["uploaded", "processing", "ready", "ready_partial", "failed"] },
    },
    data: { state: "processing", cause: null },
  });
  // Asked last: who discards it holds the recording, and the write above has waited for that.
  if (await isOver(tx, ref)) throw new StageLost();
  await logStage(tx, attempt, "running");
  await publishPipelineChanged(tx, ref);
  return attempt;
}

const isOver = async (tx: Tx, { workspaceId, recordingId }: RecordingRef): Promise<boolean> =>
  (await tx.recording.count({
    where: { workspaceId, id: recordingId, state: { in: ["discarded", "media_removed"] } },
  })) > 0;

/**
 * An attempt at a stage. Once another has the stage each method throws StageLost, which rolls back the transaction it is
 * called in.
 */
class StageAttempt implements AttemptRef {
  readonly workspaceId: string;
  readonly recordingId: string;
  readonly callId: string;
  readonly stage: PipelineStage;
  readonly number: number;

  constructor(ref: RecordingRef, stage: PipelineStage, number: number) {
    this.workspaceId = ref.workspaceId;
    this.recordingId = ref.recordingId;
    this.callId = ref.callId;
    this.stage = stage;
    this.number = number;
  }

  /** Real numbers for the stage bar. */
  async progress(done: number, total: number, unit: "bytes" | "ms"): Promise<void> {
    await db.$transaction(async (tx) => {
      const set = Prisma.sql`done = ${Math.round(done)}, total = ${Math.round(total)}, unit = ${unit}`;
      await this.#write(tx, set);
      await publishProgress(tx, this);
    });
  }

  /**
   * Ends the stage well, in the transaction that writes its files and rows; whatever follows it is queued in the same
   * transaction.
   */
  async publish(tx: Tx): Promise<void> {
    await this.#end(tx, "done", null);
  }

  /** The stage has nothing to do here, and why (`stages` catalogue). */
  async skip(tx: Tx, cause: string): Promise<void> {
    await this.#end(tx, "skipped", cause);
  }

  /**
   * Leaves the stage to a model: Highlights are there, so nothing waits for it any more, and the recording is settled
   * now. What ends it is `endModelStage`.
   */
  async leaveToModel(tx: Tx): Promise<void> {
    await this.#write(tx, Prisma.sql`cause = ${MODEL_WRITES}, detail = NULL, retry_at = NULL`);
    await this.#settle(tx, "running", MODEL_WRITES);
  }

  /** Puts the stage back until a missing part is there; a wait is no try. */
  async wait(cause: WaitingCause): Promise<void> {
    await db.$transaction(async (tx) => {
      await this.#write(tx, Prisma.sql`state = 'waiting', cause = ${cause}`);
      await logStage(tx, this, "waiting", cause);
      if (cause === "storage_full") await notifyOfFullDisk(tx, this.workspaceId);
      await publishPipelineChanged(tx, this);
    });
  }

  /**
   * Ends the stage badly: a transient cause is tried again after 30 s, 5 min and 30 min, then the stage has failed.
   * @param cause code of the `stages` catalogue
   * @param detail technical line for "Copy details"; no names, no words
   */
  async fail(cause: string, detail: string, isTransient: boolean): Promise<void> {
    await db.$transaction(async (tx) => {
      if (isTransient && (await this.#tryLater(tx, cause, detail))) return;
      await this.failIn(tx, cause, detail);
    });
  }

  /** Ends the stage badly and for good, in the transaction of what follows from it. */
  async failIn(tx: Tx, cause: string, detail: string): Promise<void> {
    const { stage, recordingId, number } = this;
    // Words that are there stay, and what was made of them.
    if (stage === "transcribe") await leaveWhatFollows(tx, this);
    await this.#end(tx, "failed", cause, detail.slice(0, 2_000));
    if (isBeforePlayable(stage))
      await record(
        tx,
        asSystem(this.workspaceId, stage === "upload" ? stage : JOB_OF[stage].name),
        "recording.failed",
        { kind: "recording", id: recordingId },
        { after: { stage, cause } },
      );
    await notifyOwner(tx, this, {
      kind: "recording_failed",
      values: { recordingId, stage, attempt: number },
    });
  }

  async #tryLater(tx: Tx, cause: string, detail: string): Promise<boolean> {
    if (this.stage === "upload") return false;
    const found = await tx.$queryRaw<{ tries: number }[]>`
      SELECT tries FROM stage WHERE ${this.#isHeld()} FOR UPDATE`;
    const tries = found[0]?.tries;
    if (tries === undefined) throw new StageLost();
    const wait = RETRY_AFTER_SECONDS[tries];
    if (wait === undefined) return false;
    await this.#write(
      tx,
      Prisma.sql`state = 'waiting', tries = tries + 1, cause = ${cause}, detail = ${detail.slice(0, 2_000)},
        retry_at = now() + make_interval(secs => ${wait})`,
    );
    await logStage(tx, this, "waiting", cause, detail);
    await sendStage(tx, this, this.stage, `${this.number}`, wait);
    await publishPipelineChanged(tx, this);
    return true;
  }

  async #end(tx: Tx, state: StageState, cause: string | null, detail: string | null = null) {
    await this.#write(
      tx,
      Prisma.sql`state = ${state}::stage_state, ended_at = now(), cause = ${cause}, detail = ${detail}, retry_at = NULL,
        done = CASE WHEN ${state} = 'done' THEN total ELSE done END`,
    );
    await this.#settle(tx, state, cause, detail);
  }

  async #settle(tx: Tx, state: StageState, cause: string | null, detail: string | null = null) {
    await logStage(tx, this, state, cause, detail);
    await settleRecording(tx, this);
    await publishPipelineChanged(tx, this);
  }

  async #write(tx: Tx, set: Prisma.Sql): Promise<void> {
    const count = await tx.$executeRaw`UPDATE stage SET ${set} WHERE ${this.#isHeld()}`;
    if (count === 0) throw new StageLost();
  }

  #isHeld(): Prisma.Sql {
    const { workspaceId, recordingId, stage, number } = this;
    return Prisma.sql`workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND name = ${stage}::stage_name
      AND attempt = ${number} AND state = 'running'`;
  }
}
export type { StageAttempt };

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

/**
 * Puts the stages after the words back to how they ended before they were asked for again, as the words stay. One that
 * failed, or never ended as a model that wrote was called back, is sent.
 */
export async function leaveWhatFollows(tx: Tx, ref: RecordingRef): Promise<void> {
  const { workspaceId, recordingId } = ref;
  const names = Prisma.join(CHAIN.slice(CHAIN.indexOf("transcribe") + 1));
  await tx.$executeRaw`
    UPDATE stage s SET state = l.state, cause = l.cause, detail = l.detail, retry_at = NULL
    FROM (SELECT DISTINCT ON (stage) stage, state, cause, detail FROM stage_log
      WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND state IN ('done', 'skipped', 'failed')
      ORDER BY stage, created_at DESC, id DESC) l
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.recording_id = ${recordingId}::uuid AND s.state = 'waiting'
      AND s.name::text IN (${names}) AND l.stage = s.name
      AND (l.state = 'done' OR (l.state = 'skipped' AND l.cause IS DISTINCT FROM 'no_transcript'))`;
  if (!(await hasWords(tx, ref))) return;
  const open = await tx.stage.findMany({
    where: { workspaceId, recordingId, name: { in: ["metrics", "summary"] }, state: "waiting" },
    select: { name: true, attempt: true },
  });
  const first = open.find(({ name }) => name === "metrics") ?? open[0];
  if (first && isPipelineStage(first.name) && first.name !== "upload")
    await sendStage(tx, ref, first.name, `kept-${first.attempt}`);
}

/** Whether there are words to work on. A live call's version is there before its first word. */
export const hasWords = async (
  tx: Tx,
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
): Promise<boolean> =>
  (await tx.transcript.count({
    where: { workspaceId, callId, isCurrent: true, words: { gt: 0 } },
  })) > 0;

/** Whether the words of a live call were taken over: another recognition is one of its tracks. */
export const areWordsTaken = async (
  tx: Tx | typeof db,
  { workspaceId, recordingId }: RecordingRef,
): Promise<boolean> =>
  (await tx.stageLog.count({
    where: { workspaceId, recordingId, stage: "transcribe", state: { in: ["done", "skipped"] } },
  })) > 0;

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
async function isAssembled(tx: Tx, ref: RecordingRef, stage: PipelineStage): Promise<boolean> {
  const { workspaceId, recordingId } = ref;
  const found = await tx.recording.findUnique({
    where: { workspaceId_id: { workspaceId, id: recordingId } },
    select: { method: true },
  });
  if (found?.method === "recorder") return stage === "inspect" || stage === "normalise";
  if (found?.method !== "room") return false;
  return stage !== "transcribe" || !(await areWordsTaken(tx, ref));
}

/** One line of a stage's history. */
export async function logStage(
  tx: Tx,
  { workspaceId, recordingId, stage, number: attempt }: AttemptRef,
  state: StageState,
  cause: string | null = null,
  detail: string | null = null,
): Promise<void> {
  const row = { id: newId(), workspaceId, recordingId, stage, attempt, state, cause };
  await tx.stageLog.createMany({ data: [{ ...row, detail: detail?.slice(0, 2_000) ?? null }] });
}

/** The recording's state follows from its stages (product §5.2); nothing else writes it after upload. */
async function settleRecording(
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
  // Who measures its tracks just now is waited for, or waits.
  await lockRecording(tx, { workspaceId, recordingId });
  const isWithoutWords = await countWords(tx, { workspaceId, recordingId, callId });
  const state = failed.length > 0 || isWithoutWords ? "ready_partial" : "ready";
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: { state, cause: isWithoutWords ? WORDS_MISSING : null },
  });
  await tx.call.updateMany({
    where: { workspaceId, id: callId, state: "ended" },
    data: { state: "available" },
  });
  await notifyOwner(
    tx,
    { workspaceId, callId },
    { kind: isWithoutWords ? "words_missing" : "recording_ready", values: { recordingId } },
  );
  if (state === "ready")
    await record(tx, asSystem(workspaceId, "pipeline"), "recording.ready", {
      kind: "recording",
      id: recordingId,
    });
}

/** The stage rows of a new recording. @param isImported its words came with it, and are not recognised */
export const newStages = (
  workspaceId: string,
  recordingId: string,
  total: number,
  { isImported = false } = {},
) =>
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
    ...(isImported &&
      name === "transcribe" && {
        state: "skipped" as const,
        cause: "imported",
        endedAt: new Date(),
      }),
  }));
