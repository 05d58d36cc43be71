import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { releaseHeld } from "./held-copies.server.ts";
import { claimStageIn, type RecordingRef } from "./stages.server.ts";
import { NO_HASH } from "./upload-hash.server.ts";
import type { UploadRow } from "./upload-row.ts";

type Ref = Pick<RecordingRef, "workspaceId" | "recordingId">;

/** Names of those files of recording `r` that made it fail; null where it came as one file, whose name says no more. */
export const UNFIT_NAMES = Prisma.sql`CASE WHEN r.state = 'failed' THEN (
  SELECT json_agg(u.name ORDER BY (u.data->>'index')::int) FILTER (WHERE u.data->'isUnfit' = 'true')
  FROM upload u WHERE u.workspace_id = r.workspace_id AND u.recording_id = r.id HAVING count(*) > 1) END`;

/** Names of the files that made a recording fail, where it came as several. */
export async function findUnfitNames({ workspaceId, recordingId }: Ref): Promise<string[]> {
  const [found] = await rows<{ names: string[] | null }>(Prisma.sql`
    SELECT ${UNFIT_NAMES} AS names FROM recording r
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = ${recordingId}::uuid`);
  return found?.names ?? [];
}

/** Notes which file of a recording cannot be used. @param key where its bytes are */
export const noteUnfit = (ref: Ref, key: string): Promise<void> => noteUnfitIn(db, ref, key);

async function noteUnfitIn(
  client: Pick<Tx, "$executeRaw">,
  { workspaceId, recordingId }: Ref,
  key: string,
): Promise<void> {
  await client.$executeRaw`
    UPDATE upload SET data = data || '{"isUnfit": true}'
    WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND key = ${key}`;
}

/** Before the files of a recording are looked at again. */
export async function clearUnfit({ workspaceId, recordingId }: Ref): Promise<void> {
  await db.$executeRaw`
    UPDATE upload SET data = data - 'isUnfit'
    WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid AND data ? 'isUnfit'`;
}

/**
 * Ends an upload whose first bytes show that it cannot be used, and with it all of its recording: what else was sent of
 * it cannot be used without this file, and is removed. Nothing is done where it has ended already.
 * @param cause code of the `stages` catalogue
 */
export async function refuseUpload(upload: UploadRow, cause: string): Promise<void> {
  const { workspaceId, recordingId, key } = upload;
  const ended = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
    const recording = await tx.recording.findFirst({
      where: { workspaceId, id: recordingId, state: { in: ["receiving", "interrupted"] } },
      select: { callId: true },
    });
    if (!recording) return null;
    const ref = { workspaceId, recordingId, callId: recording.callId };
    const attempt = await claimStageIn(tx, ref, "upload");
    if (!attempt) return null;
    await noteUnfitIn(tx, ref, key);
    const open = { workspaceId, recordingId, state: "receiving" as const };
    const keys = await tx.upload.findMany({ where: open, select: { key: true } });
    await tx.upload.updateMany({ where: open, data: { state: "aborted", ...NO_HASH } });
    await attempt.failIn(tx, cause, "");
    return { ref, keys };
  });
  if (ended === null) return;
  await releaseHeld(ended.ref);
  for (const one of ended.keys) await blobs().deleteUpload(one.key);
}
