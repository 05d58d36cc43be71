import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { makeCall } from "../call/new-call.server.ts";
import { DomainError } from "../errors.ts";
import type { RecordingState } from "./stage-views.ts";
import { newStages } from "./stages.server.ts";
import { publishPipelineChanged, publishProgress } from "../call/call-changed.server.ts";
import { demandTimes, publishWords, readWords, startOf } from "./imported-words.server.ts";
import { peopleOfUpload } from "./upload-people.server.ts";
import { finishReceiving, keepOriginal } from "./finish-receiving.server.ts";
import { nameOfFile } from "./file-name.ts";
import type { UploadRow } from "./upload-row.ts";
import type { BeginUpload, UploadTicket } from "./upload.schema.ts";
import { NO_HASH, sha256Of } from "./upload-hash.server.ts";

const DAY_MS = 86_400_000;
/** An upload that stopped is kept this long (product §6). */
const KEEP_MS = 7 * DAY_MS;

/**
 * Prepares a call for its files: call, recording, people and consent are stored before the first byte.
 * @throws DomainError `forbidden`, `payload_too_large`, `validation_failed` (files[n].memberId, startedAt, text,
 * transcript.speakers[n].memberId)
 */
export async function beginUpload(actor: Member, input: BeginUpload): Promise<UploadTicket> {
  demand(actor, "call.create");
  const limit = env().LIMIT_UPLOAD_BYTES;
  const large = input.files.findIndex(({ size }) => size > limit);
  if (large >= 0)
    throw new DomainError("payload_too_large", {
      [`files[${large}].size`]: [`file_too_large?max=${Math.round(limit / 1024 ** 3)} GB`],
    });

  const words = input.transcript && readWords(actor, input.transcript, input, "transcript.");
  if (words && input.transcript) demandTimes(words, input.transcript);
  const startedAt = startOf(actor, input, words?.document);
  const { people, voices, speakers } = peopleOfUpload(input.files, words?.people ?? []);

  return db.$transaction(async (tx) => {
    const { callId, participantIds } = await makeCall(tx, actor, {
      title: input.title ?? words?.document.title ?? titleOf(input.files[0]?.name ?? ""),
      kind: "upload",
      startedAt,
      company: input.company,
      language: input.language,
      visibility: input.visibility,
      colleagues: input.colleagues,
      people,
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
    await tx.stage.createMany({
      data: newStages(workspaceId, recordingId, total, { isImported: words !== undefined }),
    });
    const idAt = (place: number | null | undefined): string | null =>
      (place == null ? null : participantIds[place]) ?? null;
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
          participantId: idAt(voices[index]),
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
    if (words) await publishWords(tx, actor, { callId, recordingId }, words, speakers.map(idAt));
    await publishPipelineChanged(tx, { workspaceId, callId });
    return {
      callId,
      recordingId,
      uploads: uploads.map(({ id }, index) => ({ id, index, url: paths.upload(id) })),
    };
  });
}

/** A call without a title is called after its file. */
const titleOf = (name: string): string => nameOfFile(name).slice(0, 200) || "Call";

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
    const call = await tx.recording.findFirst({
      where: { workspaceId, id: recordingId },
      select: { callId: true },
    });
    const touch = (state: RecordingState) =>
      tx.recording.updateMany({
        where: { workspaceId, id: recordingId, state },
        data: { state: "receiving", updatedAt: now() },
      });
    const { count: resumed } = await touch("interrupted");
    if (resumed === 0) await touch("receiving");
    if (!call) return;
    const publish = resumed > 0 ? publishPipelineChanged : publishProgress;
    await publish(tx, { workspaceId, callId: call.callId });
  });
}

/**
 * The last byte of one file is stored: its checksum is kept, and when it was the last file the pipeline
 * starts, or the sender is asked first because the same file is already here. Runs twice without harm.
 * @param known the checksum, where the bytes did not come by the resumable protocol
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
    await keepOriginal(tx, upload, upload.total, sha256);
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

/** The request that completes it takes its hash away; a second one would read the file again, for nothing. */
const isReceiving = async ({ workspaceId, id }: UploadRow): Promise<boolean> =>
  (await db.upload.count({ where: { workspaceId, id, state: "receiving" } })) > 0;
