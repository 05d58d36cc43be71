import { newId } from "#app/core/platform/id.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { WITHOUT_USE } from "./held-copies.server.ts";
import { type RecordingRef, sendStage } from "./stages.server.ts";
import type { UploadRow } from "./upload-row.ts";

/** A file that has arrived, as it came. */
export async function keepOriginal(
  tx: Tx,
  upload: Pick<UploadRow, "workspaceId" | "recordingId" | "key" | "memberId">,
  bytes: number,
  sha256: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { workspaceId, recordingId, key, memberId } = upload;
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

/** No more bytes are to come: the pipeline starts, or the sender is asked first because the same file is already here. */
export async function finishReceiving(
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
      recording: { state: { notIn: [...WITHOUT_USE] }, call: visible(actor, "call.read") },
    },
    select: { recording: { select: { callId: true } } },
  });
  return duplicate?.recording.callId ?? null;
}
