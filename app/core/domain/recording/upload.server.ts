import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { authorise, callAccess, demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { makeCall } from "../call/new-call.server.ts";
import { DomainError } from "../errors.ts";
import { newStages, type RecordingRef, sendStage } from "./stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import type { BeginUpload, UploadTicket } from "./upload.schema.ts";
import { NO_HASH, sha256Of } from "./upload-hash.server.ts";
import { writeCallIndex } from "../search/index.server.ts";

const DAY_MS = 86_400_000;
/** An upload that stopped is kept this long (product §6). */
const KEEP_MS = 7 * DAY_MS;

/**
 * Opens the door for a call's files: call, recording, people and consent stand before the first byte.
 * @throws DomainError `forbidden`, `payload_too_large`
 */
export async function beginUpload(actor: Member, input: BeginUpload): Promise<UploadTicket> {
  demand(actor, "call.create");
  const limit = env().LIMIT_UPLOAD_BYTES;
  const large = input.files.findIndex(({ size }) => size > limit);
  if (large >= 0)
    throw new DomainError("payload_too_large", {
      [`files[${large}].size`]: [`file_too_large?max=${Math.round(limit / 1024 ** 3)} GB`],
    });

  return db.$transaction(async (tx) => {
    const { callId, participantIds } = await makeCall(tx, actor, {
      title: input.title ?? titleOf(input.files[0]?.name ?? ""),
      kind: "upload",
      startedAt: input.startedAt === undefined ? now() : new Date(input.startedAt),
      company: input.company,
      language: input.language,
      visibility: input.visibility,
      people: input.files.flatMap(({ speaker, side = "C" }) =>
        speaker === undefined ? [] : [{ name: speaker, side }],
      ),
    });
    const recordingId = newId();
    const { workspaceId, memberId } = actor;
    const total = input.files.reduce((bytes, { size }) => bytes + size, 0);
    await tx.recording.create({
      data: {
        id: recordingId,
        workspaceId,
        callId,
        method: "upload",
        state: "receiving",
        isPrimary: true,
        createdBy: memberId,
      },
      select: { id: true },
    });
    await tx.stage.createMany({ data: newStages(workspaceId, recordingId, total) });
    const uploads = input.files.map(({ name, size }, index) => {
      const id = newId();
      return {
        id,
        workspaceId,
        memberId,
        purpose: "recording",
        name,
        total: BigInt(size),
        state: "receiving" as const,
        recordingId,
        key: `${workspaceId}/${recordingId}/original/${id}`,
        data: {
          index,
          channels: input.channels,
          participantId: participantIds[index] ?? null,
          callId,
        },
        expiresAt: new Date(now().getTime() + KEEP_MS),
      };
    });
    await tx.upload.createMany({ data: uploads });
    await record(
      tx,
      actor,
      "upload.begun",
      { kind: "recording", id: recordingId },
      { after: { files: uploads.length, bytes: total } },
    );
    await publishPipelineChanged(tx, { workspaceId, callId });
    return {
      callId,
      recordingId,
      uploads: uploads.map(({ id }, index) => ({ id, index, url: paths.upload(id) })),
    };
  });
}

/** A call without a title is called after its file. */
const titleOf = (name: string): string =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replace(/[_-]+/g, " ")
    .trim()
    .slice(0, 200) || "Call";

export type UploadRow = {
  id: string;
  workspaceId: string;
  memberId: string;
  recordingId: string;
  key: string;
  total: number;
  received: number;
  state: "receiving" | "complete" | "expired" | "aborted";
};

/** The sender's own upload. Anybody else's does not exist (404). */
export async function getUpload(actor: Member, uploadId: string): Promise<UploadRow> {
  const { workspaceId, memberId } = actor;
  const found = await db.upload.findFirst({
    where: { workspaceId, id: uploadId, memberId, purpose: "recording", expiresAt: { gt: now() } },
    select: {
      id: true,
      workspaceId: true,
      memberId: true,
      recordingId: true,
      key: true,
      total: true,
      received: true,
      state: true,
    },
  });
  if (
    !found ||
    found.recordingId === null ||
    found.state === "aborted" ||
    found.state === "expired"
  )
    throw new DomainError("not_found");
  return {
    ...found,
    recordingId: found.recordingId,
    total: Number(found.total),
    received: Number(found.received),
  };
}

/** Bytes that are safely stored. Moves the upload stage and, after a pause, the recording back to "Uploading". */
export async function noteReceived(upload: UploadRow, received: number): Promise<void> {
  const { workspaceId, recordingId } = upload;
  await db.$transaction(async (tx) => {
    await tx.upload.updateMany({
      where: { workspaceId, id: upload.id, state: "receiving" },
      data: { received: BigInt(received), expiresAt: new Date(now().getTime() + KEEP_MS) },
    });
    await tx.$executeRaw`
      UPDATE stage SET done = (SELECT coalesce(sum(received), 0) FROM upload WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid)
      WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND name = 'upload'`;
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId, state: { in: ["receiving", "interrupted"] } },
      data: { state: "receiving", updatedAt: now() },
    });
    const call = await tx.recording.findFirst({
      where: { workspaceId, id: recordingId },
      select: { callId: true },
    });
    if (call) await publishPipelineChanged(tx, { workspaceId, callId: call.callId });
  });
}

/**
 * The last byte of one file is stored: its checksum is kept, and when it was the last file the pipeline
 * starts, or the sender is asked first because the same file is already here. Runs twice without harm.
 * @param known the checksum, where the bytes did not come through the resumable door
 */
export async function completeUpload(
  actor: Member,
  upload: UploadRow,
  known?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { workspaceId, recordingId } = upload;
  if (!(await isReceiving(upload))) return;
  const sha256 = known ?? (await sha256Of(upload, upload.total));
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
    const { count } = await tx.upload.updateMany({
      where: { workspaceId, id: upload.id, state: "receiving" },
      data: { state: "complete", sha256, received: BigInt(upload.total), ...NO_HASH },
    });
    if (count === 0) return;
    const fileId = newId();
    await tx.file.create({
      data: {
        id: fileId,
        workspaceId,
        recordingId,
        kind: "original",
        key: upload.key,
        bytes: BigInt(upload.total),
        sha256,
        mime: "application/octet-stream",
        createdBy: upload.memberId,
      },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "upload.finished",
      { kind: "recording", id: recordingId },
      { after: { bytes: upload.total } },
    );
    const open = await tx.upload.count({ where: { workspaceId, recordingId, state: "receiving" } });
    if (open === 0) await finishReceiving(tx, actor, recordingId, false);
  });
}

/** Whoever completes it takes its hash away; a second one would read the file again, for nothing. */
const isReceiving = async ({ workspaceId, id }: UploadRow): Promise<boolean> =>
  (await db.upload.count({ where: { workspaceId, id, state: "receiving" } })) > 0;

async function finishReceiving(
  tx: Tx,
  actor: Member,
  recordingId: string,
  isPartial: boolean,
): Promise<void> {
  const { workspaceId } = actor;
  const files = await tx.file.findMany({
    where: { workspaceId, recordingId, kind: "original" },
    select: { bytes: true, sha256: true },
  });
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0n);
  const recording = await tx.recording.update({
    where: { workspaceId_id: { workspaceId, id: recordingId } },
    data: { state: "uploaded", totalBytes, isPartial, cause: null },
    select: { callId: true },
  });
  await tx.$executeRaw`
    UPDATE stage SET state = 'done', done = ${totalBytes}, total = ${totalBytes}, ended_at = now()
    WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND name = 'upload'`;
  const ref: RecordingRef = { workspaceId, recordingId, callId: recording.callId };
  const duplicate = await findDuplicate(
    tx,
    actor,
    recordingId,
    files.map(({ sha256 }) => sha256),
  );
  if (duplicate === null) await sendStage(tx, ref, "inspect");
  else
    await tx.stage.updateMany({
      where: { workspaceId, recordingId, name: "inspect" },
      data: { cause: "duplicate", detail: duplicate },
    });
  await publishPipelineChanged(tx, ref);
}

/** A call that already holds the same bytes and could use them, as far as the actor may know of it. */
async function findDuplicate(
  tx: Tx,
  actor: Member,
  recordingId: string,
  sums: Uint8Array[],
): Promise<string | null> {
  const duplicate = await tx.file.findFirst({
    where: {
      workspaceId: actor.workspaceId,
      kind: "original",
      sha256: { in: sums.map((sum) => new Uint8Array(sum)) },
      recordingId: { not: recordingId },
      recording: { state: { notIn: ["discarded", "failed"] }, call: visible(actor, "call.read") },
    },
    select: { recording: { select: { callId: true } } },
  });
  return duplicate?.recording.callId ?? null;
}

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
  await db.$transaction((tx) => ownRecording(tx, actor, recordingId));
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
      await tx.file.create({
        data: {
          id: newId(),
          workspaceId,
          recordingId,
          kind: "original",
          key,
          bytes: BigInt(bytes),
          sha256,
          mime: "application/octet-stream",
          createdBy: memberId,
        },
        select: { id: true },
      });
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

/** Discard before the pipeline began: no trace but a log line without a title (product §5.2). */
export async function discardUpload(actor: Member, recordingId: string): Promise<void> {
  const keys = await db.$transaction(async (tx) => {
    const ref = await ownRecording(tx, actor, recordingId);
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
    await tx.file.deleteMany({ where: { workspaceId, recordingId } });
    await tx.call.updateMany({
      where: { workspaceId, id: ref.callId },
      data: { state: "empty", stateReason: "discarded", title: "", companyId: null },
    });
    await tx.participant.deleteMany({ where: { workspaceId, callId: ref.callId } });
    await writeCallIndex(tx, ref);
    await record(tx, actor, "upload.discarded", { kind: "recording", id: recordingId });
    await publishPipelineChanged(tx, ref);
    return uploads.map(({ key }) => key);
  });
  for (const key of keys) await blobs().delete(key);
}

/** The recording, held until the transaction ends: two answers to one question come one after the other. */
async function ownRecording(tx: Tx, actor: Member, recordingId: string): Promise<RecordingRef> {
  await tx.$queryRaw`SELECT 1 FROM recording WHERE workspace_id = ${actor.workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
  const found = await tx.recording.findFirst({
    where: { workspaceId: actor.workspaceId, id: recordingId, call: visible(actor, "call.read") },
    select: { callId: true, call: { select: callAccess } },
  });
  authorise(actor, "recording.retry", found?.call ?? null);
  if (!found) throw new DomainError("not_found");
  return { workspaceId: actor.workspaceId, recordingId, callId: found.callId };
}
