import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";

/** Safety copies are taken for seven days after a call, and each may have it assembled anew; then a day more. */
const KEPT_DAYS = 8;
const BATCH = 200;
const GONE = "removed";

/** What live recording left beside the files that play: the recorder's own parts, and pieces of safety copies. */
export type ExpiredFolder = {
  workspaceId: string;
  callId: string;
  room: string;
  /** As `live_recorder.dir`. */
  dir: string;
};

/**
 * Live calls that stand in their own files for good: assembled, and late pieces can change nothing any more.
 * A recording that failed keeps everything: somebody may try again.
 */
export async function listExpiredFolders(): Promise<ExpiredFolder[]> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
  return db.$queryRaw<ExpiredFolder[]>`
    SELECT l.workspace_id AS "workspaceId", l.call_id AS "callId", l.room, l.dir
    FROM live_recorder l
    JOIN call c ON c.workspace_id = l.workspace_id AND c.id = l.call_id
    JOIN recording r ON r.workspace_id = l.workspace_id AND r.call_id = l.call_id AND r.method = 'room'
    WHERE l.state <> ${GONE} AND c.ended_at < ${before}
      AND r.state IN ('ready', 'ready_partial', 'media_removed', 'discarded') AND r.updated_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM stage s WHERE s.workspace_id = r.workspace_id AND s.recording_id = r.id
        AND s.name = 'normalise' AND s.state IN ('waiting', 'running'))
    ORDER BY c.ended_at
    LIMIT ${BATCH}`;
}

/** Its folder is gone: pieces of safety copies go too, and it is not listed again. */
export async function deleteExpiredFolder({
  workspaceId,
  callId,
  room,
}: ExpiredFolder): Promise<void> {
  const chunks = await db.localChunk.findMany({
    where: { workspaceId, callId },
    select: { key: true },
  });
  for (const { key } of chunks) await blobs().delete(key);
  await db.localChunk.deleteMany({ where: { workspaceId, callId } });
  await db.liveRecorder.updateMany({
    where: { workspaceId, callId, room },
    data: { state: GONE },
  });
}
