import { open, stat } from "node:fs/promises";
import type http from "node:http";
import { dirname, join } from "node:path";
import type stream from "node:stream";
import { FileStore } from "@tus/file-store";
import { S3Store } from "@tus/s3-store";
import { type DataStore, type KvStore, Upload } from "@tus/utils";
import type { UploadRow } from "#app/core/domain/recording/upload.server.ts";
import { PART_BYTES, s3Config } from "#app/core/platform/blob/s3.server.ts";
import { blobFolder, s3Settings } from "#app/core/platform/blob/store.server.ts";

/** The upload that tus knows by this name, while it is under way here. */
type Find = (id: string) => UploadRow | undefined;

/** What tus calls an upload: the place its bytes have in the folder or bucket, where `blobs` looks for them. */
export const tusId = (key: string): string => `${s3Settings()?.prefix ?? ""}${key}`;

/** Where tus writes: the final key of each upload, in the folder or the bucket (decision 11). */
export function uploadStore(find: Find): DataStore {
  const bucket = s3Settings();
  return bucket
    ? new S3Store({
        partSize: PART_BYTES,
        s3ClientConfig: { ...s3Config(bucket), bucket: bucket.bucket },
      })
    : new SyncedFileStore({ directory: blobFolder() ?? "", configstore: memory(find) });
}

/** Makes a stored upload durable. An object store has done so before it acknowledged it. */
export async function syncBlob(key: string): Promise<void> {
  const folder = blobFolder();
  if (folder !== null) await sync(join(folder, key));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Bytes are told of only when the disk has them (reliability N0). */
class SyncedFileStore extends FileStore {
  /** A second POST for the same upload must not empty what has arrived. */
  override async create(file: Upload): Promise<Upload> {
    const isThere = await stat(join(this.directory, file.id)).then(
      () => true,
      () => false,
    );
    return isThere ? file : super.create(file);
  }

  override async write(
    readable: http.IncomingMessage | stream.Readable,
    id: string,
    offset: number,
  ): Promise<number> {
    try {
      return await super.write(readable, id, offset);
    } finally {
      const path = join(this.directory, id);
      for (const place of [path, dirname(path)]) await sync(place);
    }
  }

  /** A server that was killed has left bytes behind that it never made durable. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id);
    await sync(join(this.directory, id));
    return upload;
  }
}

/** What tus remembers of an upload is our row; sizes and names come from the door that made it. */
const memory = (find: Find): KvStore => ({
  get: (id) => {
    const row = find(id);
    return Promise.resolve(
      row &&
        new Upload({ id, size: row.total, offset: 0, creation_date: new Date().toISOString() }),
    );
  },
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
});
