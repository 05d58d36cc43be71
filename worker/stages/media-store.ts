import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import type { StoredFile } from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";

/** Each attempt has a folder of its own (data.md): what a lost one wrote is removed with it. */
export const folderOf = ({ workspaceId, recordingId, stage, number }: AttemptRef): string =>
  `${workspaceId}/${recordingId}/${stage}-${number}`;

/** Puts a finished file under the attempt's own folder, with its checksum. @param isCopied the job still needs it */
export async function store(
  jobDir: string,
  attempt: AttemptRef,
  name: string,
  mime: string,
  durationMs: number | null,
  isCopied = false,
): Promise<StoredFile> {
  const path = join(jobDir, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  const key = `${folderOf(attempt)}/${name}`;
  const bytes = isCopied
    ? await blobs().put(key, createReadStream(path))
    : await blobs().putFile(key, path);
  return { key, bytes, sha256: new Uint8Array(hash.digest()), mime, durationMs };
}
