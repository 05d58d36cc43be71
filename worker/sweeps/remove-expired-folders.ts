import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  deleteExpiredFolder,
  listExpiredFolders,
} from "#app/core/domain/recording/expired-folders.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { recorderFolder } from "#app/core/domain/live/recorder-folder.server.ts";

/**
 * Removes what recorders left of calls that have long been assembled: folder first, then rows, so that a crash
 * between the two only means that it is done again.
 * @returns how many
 */
export async function removeExpiredFolders(): Promise<number> {
  const root = join(env().dataDir, "recorders");
  let count = 0;
  for (const expired of await listExpiredFolders()) {
    const folder = recorderFolder(expired.dir);
    if (!folder.startsWith(join(root, expired.callId))) {
      log.warn({ callId: expired.callId }, "a recorder's folder lies elsewhere");
      continue; // a row that names it is no reason to remove just anything
    }
    await rm(folder, { recursive: true, force: true });
    await deleteExpiredFolder(expired);
    count += 1;
  }
  return count;
}
