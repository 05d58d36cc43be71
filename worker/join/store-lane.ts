import { join } from "node:path";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import type { StoredFile } from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { folderOf } from "../stages/media-store.ts";
import type { JoinedLane, JoinJob } from "./lanes.ts";

/** Moves a joined file from the job folder under the attempt's own; its checksum is known since it was written. */
export async function storeLane(
  { source, name, made }: JoinedLane,
  attempt: AttemptRef,
  { jobDir }: JoinJob,
): Promise<StoredFile> {
  const key = `${folderOf(attempt)}/${source}.ogg`;
  const bytes = await blobs().putFile(key, join(jobDir, name));
  return { key, bytes, sha256: made.sha256, mime: "audio/ogg", durationMs: made.durationMs };
}
