import { open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { S3Store } from "@tus/s3-store";
import { type DataStore, ERRORS as TUS_ERRORS, type KvStore, Upload } from "@tus/utils";
import type { UploadRow } from "#app/core/domain/recording/upload-row.ts";
import { resumeHash, saveHash } from "#app/core/domain/recording/upload-hash.server.ts";
import { PART_BYTES, s3Config, type S3Settings } from "#app/core/platform/blob/s3.server.ts";
import { isDiskFull } from "#app/core/platform/error-facts.ts";
import { blobFolder, s3Settings } from "#app/core/platform/blob/store.server.ts";
import { demuxerOf, HEAD_BYTES } from "#media/ffmpeg/magic.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { refuseUpload } from "#app/core/domain/recording/unfit-files.server.ts";
import { writeAt } from "./write-at.ts";

/** The upload that tus knows by this name while it is under way here, and whose its lock is. */
type Find = (id: string) => { row: UploadRow; holder: string | undefined } | undefined;

/** What tus calls an upload: the place its bytes have in the folder or bucket, where `blobs` looks for them. */
export const tusId = (key: string): string => `${s3Settings()?.prefix ?? ""}${key}`;

/** `joinParts`: makes one blob of an upload whose bytes are all stored, where a server was killed before it did. */
export type UploadStore = DataStore & { joinParts: (id: string) => Promise<void> };

/** Where tus writes: the final key of each upload, in the folder or the bucket (decision 11). */
export function uploadStore(find: Find): UploadStore {
  const bucket = s3Settings();
  return bucket ? new HashedS3Store(bucket, find) : new SyncedFileStore(blobFolder() ?? "", find);
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
class SyncedFileStore extends FileStore implements UploadStore {
  readonly #find: Find;

  constructor(directory: string, find: Find) {
    super({ directory, configstore: memory(find) });
    this.#find = find;
  }

  /** A second POST for the same upload must not empty what has arrived. */
  override async create(file: Upload): Promise<Upload> {
    const isThere = await stat(join(this.directory, file.id)).then(
      () => true,
      () => false,
    );
    return isThere ? file : super.create(file);
  }

  override write(body: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id);
    const makeDurable = async () => {
      for (const place of [path, dirname(path)]) await sync(place);
    };
    return hashing(this.#find(id), body, offset, async (hashed) => {
      const stored = await writeAt(path, hashed, offset).catch(async (error: unknown) => {
        // What arrived is kept; what is said is why no more did.
        await makeDurable().catch(() => undefined);
        throw isDiskFull(error) ? error : TUS_ERRORS.FILE_WRITE_ERROR;
      });
      await makeDurable();
      return stored;
    });
  }

  /** A server that was killed has left bytes behind that it never made durable. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id);
    await sync(join(this.directory, id));
    return upload;
  }

  joinParts(): Promise<void> {
    return Promise.resolve(); // a file has none
  }
}

/** Parts become one object when the last one is there. */
class HashedS3Store extends S3Store implements UploadStore {
  readonly #find: Find;

  constructor(settings: S3Settings, find: Find) {
    const s3ClientConfig = { ...s3Config(settings), bucket: settings.bucket };
    super({ partSize: PART_BYTES, s3ClientConfig });
    this.#find = find;
  }

  override write(body: Readable, id: string, offset: number): Promise<number> {
    return hashing(this.#find(id), body, offset, (hashed) => super.write(hashed, id, offset));
  }

  async joinParts(id: string): Promise<void> {
    try {
      const parts = await this.retrieveParts(id);
      await this.finishMultipartUpload(await this.getMetadata(id), parts);
    } catch (error) {
      if (!isJoined(error)) throw error;
    }
  }
}

/** The parts are one object already; which of the two is said depends on the service. */
const isJoined = (error: unknown): boolean =>
  error instanceof Error && ["NoSuchUpload", "NoSuchKey"].includes(error.name);

/**
 * Takes the checksum of bytes on their way to the store, so that a whole file need not be read for it.
 * @param write stores them durably. @returns how many are stored then, as `write` does
 */
async function hashing(
  upload: ReturnType<Find>,
  body: Readable,
  offset: number,
  write: (body: Readable) => Promise<number>,
): Promise<number> {
  if (upload?.holder === undefined) return write(body);
  const { row, holder } = upload;
  const sound = offset === 0 ? await lookAt(row, body) : body;
  const hash = await resumeHash(row, holder, offset);
  if (!hash) return write(sound);
  const passing = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  const stored = await write(Readable.from(passing(sound), { objectMode: false }));
  if (hash.bytes === stored) await saveHash(row, holder, hash);
  return stored;
}

/**
 * Looks at the first bytes of a file before a gigabyte of it is taken. Where fewer came than say what it is, the worker
 * looks when all are there.
 * @returns the same bytes
 * @throws DomainError `unsupported_media`
 */
async function lookAt(row: UploadRow, body: Readable): Promise<Readable> {
  const pieces = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  let broken: Error | undefined;
  while (bytes < HEAD_BYTES) {
    const next = await pieces.next().catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error("a body broke off");
      return null;
    });
    if (next === null || next.done === true) break;
    first.push(next.value);
    bytes += next.value.length;
  }
  const isEnough = bytes >= Math.min(HEAD_BYTES, row.total);
  if (isEnough && demuxerOf(Buffer.concat(first)) === null) {
    await refuseUpload(row, "unsupported_media");
    throw new DomainError("unsupported_media");
  }
  const all = async function* () {
    yield* first;
    if (broken !== undefined) throw broken;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  return Readable.from(all(), { objectMode: false });
}

/** What tus remembers of an upload is our row; sizes and names come from the door that made it. */
const memory = (find: Find): KvStore => ({
  get: (id) => {
    const row = find(id)?.row;
    return Promise.resolve(
      row &&
        new Upload({ id, size: row.total, offset: 0, creation_date: new Date().toISOString() }),
    );
  },
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
});
