import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db, notify, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { accessNow, publishPipelineChanged } from "../call/call-changed.server.ts";
import { DomainError } from "../errors.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { finishReceiving, keepOriginal } from "./finish-receiving.server.ts";
import { releaseHeld } from "./held-copies.server.ts";
import { eraseRecorder, finishRecorder } from "./recorder-finish.server.ts";
import { type RecordingRef, sendStage } from "./stages.server.ts";
import { NO_HASH, sha256Of } from "./upload-hash.server.ts";

/** "Upload anyway": the question of a duplicate is answered and the pipeline starts. */
export async function keepDuplicate(actor: Member, recordingId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const ref = await ownRecording(tx, actor, recordingId);
    const { count } = await tx.stage.updateMany({
      where: {
        workspaceId: actor.workspaceId,
        recordingId,
        name: "inspect",
        state: "waiting",
        cause: "duplicate",
        recording: { state: "uploaded" },
      },
      data: { cause: null, detail: null },
    });
    if (count === 0) throw new DomainError("invalid_state");
    await sendStage(tx, ref, "inspect");
    await record(tx, actor, "upload.kept", { kind: "recording", id: recordingId });
    await publishPipelineChanged(tx, ref);
  });
}

/** "Use what arrived": an interrupted upload goes on with the files that are whole (product §5.2). */
export async function usePartial(actor: Member, recordingId: string): Promise<void> {
  const isDone = await db.$transaction(async (tx) => {
    const { method, ...ref } = await ownRecording(tx, actor, recordingId);
    if (method !== "recorder") return false;
    await finishInterrupted(tx, actor, ref);
    return true;
  });
  if (isDone) return;
  const { workspaceId } = actor;
  const arrived = await listArrived(workspaceId, recordingId);
  await db.$transaction(async (tx) => {
    await ownRecording(tx, actor, recordingId);
    for (const { id, key, memberId, bytes, sha256 } of arrived) {
      const { count } = await tx.upload.updateMany({
        where: { workspaceId, id, state: "receiving" },
        data: { state: bytes > 0 ? "complete" : "aborted", ...NO_HASH },
      });
      if (count === 0) throw new DomainError("invalid_state"); // it ended while it was being read
      if (bytes === 0) continue;
      await keepOriginal(tx, { workspaceId, recordingId, key, memberId }, bytes, sha256);
    }
    const whole = await tx.file.count({ where: { workspaceId, recordingId, kind: "original" } });
    if (arrived.length === 0 || whole === 0) throw new DomainError("invalid_state");
    await finishReceiving(tx, actor, recordingId, true);
    const bytes = arrived.reduce((sum, file) => sum + file.bytes, 0);
    await record(
      tx,
      actor,
      "upload.finished",
      { kind: "recording", id: recordingId },
      { after: { bytes, isPartial: true } },
    );
  });
}

/** A recording whose browser went away is used as far as it arrived. */
async function finishInterrupted(tx: Tx, actor: Member, ref: RecordingRef): Promise<void> {
  const { workspaceId, recordingId } = ref;
  const interrupted = await tx.recording.count({
    where: { workspaceId, id: recordingId, state: "interrupted" },
  });
  if (interrupted === 0) throw new DomainError("invalid_state");
  await finishRecorder(tx, actor, ref, { isPartial: true, why: "closed" });
}

/** Files that have not arrived whole, with what is stored of them; gigabytes that must be read take longer than a transaction may. */
async function listArrived(workspaceId: string, recordingId: string) {
  const open = await db.upload.findMany({
    where: { workspaceId, recordingId, state: "receiving" },
    select: { id: true, key: true, memberId: true },
  });
  const arrived = [];
  for (const upload of open) {
    const bytes = (await blobs().head(upload.key))?.bytes ?? 0;
    const sha256 =
      bytes > 0 ? await sha256Of({ ...upload, workspaceId }, bytes) : new Uint8Array(32);
    arrived.push({ ...upload, bytes, sha256 });
  }
  return arrived;
}

/**
 * Discard before the pipeline began: what is left is a call without title and people, what was agreed to, and a log line
 * without a title (product §5.2).
 */
export async function discardUpload(actor: Member, recordingId: string): Promise<void> {
  const { uploads, pieces, gone } = await db.$transaction(async (tx) => {
    const { method, ...ref } = await ownRecording(tx, actor, recordingId);
    const { workspaceId } = actor;
    const { count } = await tx.recording.updateMany({
      where: {
        workspaceId,
        id: recordingId,
        method: { not: "room" }, // a call that runs is ended, not thrown away
        state: { in: ["receiving", "interrupted", "uploaded"] },
      },
      data: { state: "discarded" },
    });
    if (count === 0) throw new DomainError("invalid_state");
    const uploads = await tx.upload.findMany({
      where: { workspaceId, recordingId },
      select: { key: true },
    });
    await tx.upload.updateMany({
      where: { workspaceId, recordingId },
      data: { state: "aborted", name: "", ...NO_HASH },
    });
    const former = await accessNow(tx, ref);
    await eraseStages(tx, ref);
    const pieces = method === "recorder" ? await eraseRecorder(tx, ref) : [];
    await eraseWritten(tx, ref);
    await eraseNotices(tx, ref);
    await emptyCall(tx, ref);
    await writeCallIndex(tx, ref);
    await record(tx, actor, "upload.discarded", { kind: "recording", id: recordingId });
    await publishPipelineChanged(tx, ref, former);
    return { uploads, pieces, gone: ref };
  });
  for (const { key } of uploads) await blobs().deleteUpload(key);
  for (const key of pieces) await blobs().delete(key);
  await releaseHeld(gone);
}

/** Files and stages of a recording that nothing was made of yet. */
async function eraseStages(tx: Tx, { workspaceId, recordingId }: RecordingRef): Promise<void> {
  const of = { workspaceId, recordingId };
  await tx.file.deleteMany({ where: of });
  await tx.stageLog.deleteMany({ where: of });
  // Who takes a stage now holds it and waits for the recording: it finds that there is nothing to do, and lets go.
  await tx.$executeRaw`
    DELETE FROM stage WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND name IN (
      SELECT name FROM stage WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid
      FOR UPDATE SKIP LOCKED)`;
}

/**
 * Everything that people and rules added to a call before it could be played, and words that came with its files. What is
 * made of words is not there yet.
 */
async function eraseWritten(tx: Tx, { workspaceId, callId }: RecordingRef): Promise<void> {
  const where = { workspaceId, callId };
  await tx.transcript.deleteMany({ where });
  await leaveLibraries(tx, where);
  await tx.bulkRow.deleteMany({ where });
  await tx.feedbackRequest.deleteMany({ where });
  await tx.reviewAssignment.deleteMany({ where });
  await tx.comment.deleteMany({ where });
  await tx.note.deleteMany({ where });
  await tx.callSpan.deleteMany({ where });
  await tx.callDeal.deleteMany({ where });
  await tx.callLabel.deleteMany({ where });
  await tx.callGrant.deleteMany({ where });
  await tx.callView.deleteMany({ where });
  await tx.participant.deleteMany({ where });
}

type CallRef = Pick<RecordingRef, "workspaceId" | "callId">;

/** The call goes from libraries without a line that names it; what stood behind it there moves up. */
async function leaveLibraries(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  await tx.$executeRaw`
    UPDATE library_item i SET position = i.position - gone.before
    FROM (
      SELECT o.id, count(*)::int AS before FROM library_item o JOIN library_item g ON g.workspace_id = o.workspace_id
        AND g.library_id = o.library_id AND g.folder_id IS NOT DISTINCT FROM o.folder_id AND g.position < o.position
      WHERE o.workspace_id = ${workspaceId}::uuid AND o.deleted_at IS NULL AND g.deleted_at IS NULL
        AND g.call_id = ${callId}::uuid GROUP BY o.id
    ) gone
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.id = gone.id`;
  await tx.libraryItem.deleteMany({ where: { workspaceId, callId } });
}

/** What members were notified of about the call; open pages of theirs count again. */
async function eraseNotices(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  const where = { workspaceId, targetId: callId };
  const reached = await tx.notification.findMany({
    where,
    distinct: ["memberId"],
    select: { memberId: true },
  });
  await tx.notification.deleteMany({ where });
  for (const { memberId } of reached) await notify(tx, "member", `${workspaceId}:${memberId}`);
}

/** Makes a stub of a call: whose it was and when, and nothing of what it was about. */
async function emptyCall(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  const { companyId, createdAt, createdBy } = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { companyId: true, createdAt: true, createdBy: true },
  });
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: {
      ...{ state: "empty", stateReason: "discarded", title: "", talkKind: null },
      ...{ companyId: null, companyMatch: null, dealChosenAt: null, dealChosenBy: null },
      ...{ helpedAt: null, reviewedAt: null },
    },
  });
  await forgoCompanies(tx, { workspaceId, companyId, createdAt, createdBy });
}

/**
 * Removes the companies that a call brought along, where nothing else came to need them: the one it has, and those that
 * were typed for it meanwhile, which its maker alone knows.
 */
async function forgoCompanies(
  tx: Tx,
  {
    workspaceId,
    companyId,
    createdAt,
    createdBy,
  }: { workspaceId: string; companyId: string | null; createdAt: Date; createdBy: string | null },
): Promise<void> {
  if (createdBy === null) return;
  await tx.company.deleteMany({
    where: {
      ...{ workspaceId, createdBy, createdAt: { gte: createdAt }, connectionId: null },
      OR: [...(companyId === null ? [] : [{ id: companyId }]), { privateToId: createdBy }],
      ...{ calls: { none: {} }, contacts: { none: {} }, deals: { none: {} } },
    },
  });
}

/** The recording, held until the transaction ends: two answers to one question come one after the other. */
async function ownRecording(
  tx: Tx,
  actor: Member,
  recordingId: string,
): Promise<RecordingRef & { method: string }> {
  await tx.$queryRaw`SELECT 1 FROM recording WHERE workspace_id = ${actor.workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
  const found = await tx.recording.findFirst({
    where: { workspaceId: actor.workspaceId, id: recordingId, call: visible(actor, "call.read") },
    select: { callId: true, method: true, call: { select: callAccess } },
  });
  authorise(actor, "recording.retry", found?.call ?? null);
  if (!found) throw new DomainError("not_found");
  const { callId, method } = found;
  // Before it is stopped, what a browser records is its owner's alone: nobody else ends it or throws it away.
  const others = await tx.browserRecorder.count({
    where: { workspaceId: actor.workspaceId, recordingId, memberId: { not: actor.memberId } },
  });
  if (others > 0) throw new DomainError("forbidden");
  return { workspaceId: actor.workspaceId, recordingId, callId, method };
}
