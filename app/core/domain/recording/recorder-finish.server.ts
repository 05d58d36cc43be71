import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { asSystem, type Member, type System } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { shareCompany } from "../call/new-call.server.ts";
import { commentOnNotes } from "../comment/live-notes.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { readTimeline } from "./recorder-timeline.ts";
import { newStages, type RecordingRef } from "./stages.server.ts";

/** The browser's own pieces are kept in order as they come, and need no look at what they are before they are joined. */
const RECEIVED: ReadonlySet<string> = new Set(["upload", "inspect"]);
/** What a browser left unfinished waits this long for its rest (product §5.2). */
const OPEN_MS = 7 * 86_400_000;

/**
 * A browser's recording takes no more pieces: pauses and marks become the call's, its people's choice of who sees it
 * holds, and its pieces wait to be joined. The caller holds the recording's row. Without any piece the call is empty.
 */
export async function finishRecorder(
  tx: Tx,
  actor: Member | System,
  ref: RecordingRef,
  isPartial: boolean,
): Promise<void> {
  const { workspaceId, recordingId, callId } = ref;
  const recorder = await tx.browserRecorder.findUniqueOrThrow({
    where: { workspaceId_recordingId: { workspaceId, recordingId } },
    select: {
      ...{ timeline: true, visibility: true, memberId: true },
      ...{ bytes: true, arrivedMs: true },
    },
  });
  const isEmpty =
    (await tx.localChunk.count({ where: { workspaceId, callId, isPrimary: true }, take: 1 })) === 0;
  await writeTimeline(tx, ref, recorder.memberId, readTimeline(recorder.timeline));
  const call = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { startedAt: true, companyId: true },
  });
  const { visibility, arrivedMs, bytes } = recorder;
  const startedAt = call.startedAt ?? now();
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: {
      ...{ visibility, startedAt, endedAt: new Date(startedAt.getTime() + arrivedMs) },
      durationMs: arrivedMs,
      ...(isEmpty
        ? { state: "empty", stateReason: "no_media" }
        : { state: "ended", stateReason: "host" }),
      version: { increment: 1 },
    },
  });
  if (visibility !== "private" && call.companyId !== null)
    await shareCompany(tx, workspaceId, call.companyId);
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: isEmpty
      ? { state: "discarded", cause: "no_media" }
      : { state: "uploaded", isPartial, totalBytes: bytes, durationMs: arrivedMs, cause: null },
  });
  await record(
    tx,
    actor,
    "upload.finished",
    { kind: "recording", id: recordingId },
    { after: { bytes: Number(bytes), isPartial } },
  );
  if (!isEmpty) {
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
    await db.$transaction(async (tx) => {
      const { workspaceId, recordingId } = ref;
      const [held] = await tx.$queryRaw<{ state: string }[]>`
        SELECT state::text FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
      if (held?.state !== "receiving" && held?.state !== "interrupted") return;
      await finishRecorder(tx, asSystem(workspaceId, "recorder.finish"), ref, true);
    });
  return left.length;
}

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
