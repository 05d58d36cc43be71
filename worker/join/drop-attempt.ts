import { isNamed } from "#app/core/domain/recording/recorder-join.server.ts";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { folderOf } from "../stages/media-store.ts";

/**
 * Removes what an attempt stored that was not published. Its rows may be there although it lost its stage: the database
 * went away between their commit and its answer.
 */
export async function dropAttempt(attempt: AttemptRef): Promise<void> {
  const folder = folderOf(attempt);
  if (!(await isNamed(attempt, folder))) await blobs().deleteFolder(folder);
}
