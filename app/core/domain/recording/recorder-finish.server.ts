import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { asSystem, type Member, type System } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { shareCompany } from "../call/new-call.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { commentOnNotes } from "../comment/live-notes.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { readTimeline } from "./recorder-timeline.ts";
import { newStages, type RecordingRef } from "./stages.server.ts";

/** The browser's own pieces are kept in order as they come, and need no look at what they are before they are joined. */
const RECEIVED: ReadonlySet<string> = new Set(["upload", "inspect"]);
/** What a browser left unfinished waits this long for its rest (product §5.2). */
const OPEN_MS = 7 * 86_400_000;
/** Its member learns of it two days before. */
const REMIND_MS = 5 * 86_400_000;

/** Shorter than this is a slip of the finger (product §6). */
const SHORTEST_MS = 1_000;

export type RecorderEnd = {
  isPartial: boolean;
  /** `limit` and `abandoned`: it ended by itself, so its owner alone sees it until they say otherwise. */
  why: "stopped" | "limit" | "full" | "elsewhere" | "closed" | "abandoned";
};

/**
 * A browser's recording takes no more pieces: pauses and marks become the call's, its owner's choice of who sees it
 * holds, and its pieces wait to be joined. The caller holds the recording's row. Without sound the call is empty.
 */
export async function finishRecorder(
  tx: Tx,
  actor: Member | System,
  ref: RecordingRef,
  { isPartial, why }: RecorderEnd,
): Promise<void> {
  const { workspaceId, recordingId, callId } = ref;
  const recorder = await tx.browserRecorder.findUniqueOrThrow({
    where: { workspaceId_recordingId: { workspaceId, recordingId } },
    select: {
      ...{ timeline: true, visibility: true, memberId: true },
      ...{ bytes: true, arrivedMs: true, lengthMs: true, pieces: true },
    },
  });
  const { arrivedMs, bytes } = recorder;
  const cause = recorder.pieces === 0 ? "no_media" : arrivedMs < SHORTEST_MS ? "too_short" : null;
  const timeline = readTimeline(recorder.timeline);
  await writeTimeline(tx, ref, recorder.memberId, {
    ...timeline,
    pauses: timeline.pauses.map(({ t0Ms, t1Ms }) => ({
      t0Ms,
      t1Ms: Math.min(t1Ms, Math.max(recorder.lengthMs, arrivedMs)),
    })),
  });
  // What was noted is the call's from now on, and may be taken back there.
  await tx.browserRecorder.updateMany({
    where: { workspaceId, recordingId },
    data: { endReason: why, timeline: { ...timeline, marks: [] } },
  });
  const call = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { startedAt: true, companyId: true },
  });
  const isByItself = why === "limit" || why === "abandoned";
  const visibility = isByItself || cause !== null ? "private" : recorder.visibility;
  const startedAt = call.startedAt ?? now();
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: {
      ...{ visibility, startedAt, endedAt: new Date(startedAt.getTime() + arrivedMs) },
      durationMs: arrivedMs,
      ...(cause === null
        ? { state: "ended", stateReason: isByItself ? why : "host" }
        : { state: "empty", stateReason: cause }),
      version: { increment: 1 },
    },
  });
  if (visibility !== "private" && call.companyId !== null)
    await shareCompany(tx, workspaceId, call.companyId);
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data:
      cause !== null
        ? { state: "discarded", cause }
        : { state: "uploaded", isPartial, totalBytes: bytes, durationMs: arrivedMs, cause: null },
  });
  await record(
    tx,
    actor,
    "upload.finished",
    { kind: "recording", id: recordingId },
    { after: { bytes: Number(bytes), isPartial } },
  );
  if (cause === null) {
    await tx.stage.createMany({
      data: newStages(workspaceId, recordingId, Number(bytes)).map((stage) =>
        RECEIVED.has(stage.name) ? { ...stage, state: "done" as const, endedAt: now() } : stage,
      ),
      skipDuplicates: true,
    });
    await enqueue(tx, assembleRecording, recordingId, { v: 1, workspaceId, recordingId });
  }
  await writeCallIndex(tx, ref);
  await publishPipelineChanged(tx, ref);
}

async function writeTimeline(
  tx: Tx,
  { workspaceId, callId }: RecordingRef,
  authorId: string,
  { pauses, marks }: ReturnType<typeof readTimeline>,
): Promise<void> {
  await tx.callSpan.createMany({
    data: pauses
      .filter(({ t0Ms, t1Ms }) => t1Ms > t0Ms)
      .map((pause) => ({ ...pause, workspaceId, callId, kind: "pause" as const })),
    skipDuplicates: true,
  });
  await tx.note.createMany({
    data: marks.map(({ id, t0Ms, body }) => ({
      ...{ id, workspaceId, callId, authorId, t0Ms, createdBy: authorId },
      ...(body === "" ? { kind: "flag" as const } : { kind: "note" as const, body }),
    })),
    skipDuplicates: true,
  });
  await commentOnNotes(tx, { workspaceId, callId });
}

/** Recordings whose browser never came back are used as far as they arrived. @returns how many */
export async function finishAbandoned(): Promise<number> {
  const left = await db.browserRecorder.findMany({
    where: {
      seenAt: { lt: new Date(now().getTime() - OPEN_MS) },
      recording: { state: { in: ["receiving", "interrupted"] } },
    },
    select: { workspaceId: true, recordingId: true, callId: true },
    take: 100,
  });
  for (const ref of left)
    await finishAlone(ref).catch((error: unknown) => {
      // The others behind it must not wait another night.
      log.error(
        { name: errorName(error), recordingId: ref.recordingId },
        "an abandoned recording cannot be ended",
      );
    });
  return left.length;
}

/**
 * Members whose recordings will be ended without them learn of it while they can still decide.
 * @returns how many
 */
export async function remindOfLeft(): Promise<number> {
  const left = await db.browserRecorder.findMany({
    where: {
      seenAt: { lt: new Date(now().getTime() - REMIND_MS) },
      recording: { state: { in: ["receiving", "interrupted"] } },
    },
    select: { workspaceId: true, recordingId: true, callId: true, memberId: true },
    take: 1_000,
  });
  for (const { memberId, ...ref } of left)
    await db.$transaction((tx) => noteLeft(tx, ref, memberId, "waiting"));
  return left.length;
}

/** Once for each step, however often it is said. */
const noteLeft = (
  tx: Tx,
  { workspaceId, recordingId, callId }: RecordingRef,
  memberId: string,
  step: "waiting" | "finished",
): Promise<void> =>
  notifyMembers(tx, { workspaceId, by: null }, [memberId], {
    kind: "recording_left",
    target: { kind: "call", id: callId },
    values: { recordingId, step },
  });

const finishAlone = (ref: RecordingRef): Promise<void> =>
  db.$transaction(async (tx) => {
    const { workspaceId, recordingId } = ref;
    const [held] = await tx.$queryRaw<{ state: string }[]>`
      SELECT state::text FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
    if (held?.state !== "receiving" && held?.state !== "interrupted") return;
    const actor = asSystem(workspaceId, "recorder.finish");
    await finishRecorder(tx, actor, ref, { isPartial: true, why: "abandoned" });
    const { memberId } = await tx.browserRecorder.findUniqueOrThrow({
      where: { workspaceId_recordingId: { workspaceId, recordingId } },
      select: { memberId: true },
    });
    await noteLeft(tx, ref, memberId, "finished");
  });

/**
 * What a browser sent of a recording that is thrown away: its pieces, and what was noted beside them.
 * @returns the pieces' keys, to be deleted when the transaction has ended
 */
export async function eraseRecorder(
  tx: Tx,
  { workspaceId, recordingId, callId }: RecordingRef,
): Promise<string[]> {
  const of = { workspaceId, callId };
  const chunks = await tx.localChunk.findMany({ where: of, select: { key: true } });
  await tx.localChunk.deleteMany({ where: of });
  await tx.browserRecorder.deleteMany({ where: { workspaceId, recordingId } });
  await tx.callDeal.deleteMany({ where: of });
  await tx.note.deleteMany({ where: of });
  await tx.comment.deleteMany({ where: of });
  await tx.callSpan.deleteMany({ where: of });
  return chunks.map(({ key }) => key);
}
