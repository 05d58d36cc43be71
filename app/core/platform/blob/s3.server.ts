import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { type BlobStore, BlobMissing, safeKey } from "./blob.ts";

export type S3Settings = {
  bucket: string;
  /** Before every key: empty, or a path that ends in a slash. */
  prefix: string;
  endpoint?: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** S3 takes parts of at least 5 MiB; sixteen keeps a 5 GB file far under its 10,000 parts. */
export const PART_BYTES = 16 * 1024 * 1024;

/** How the service is spoken to, by whoever does: only checksums that every service of this kind knows. */
export const s3Config = ({
  region,
  endpoint,
  accessKey,
  secretKey,
}: S3Settings): S3ClientConfig => ({
  region,
  ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
});

/** An S3-compatible bucket. A key is acknowledged when the service answered with its ETag. */
export function s3Store(settings: S3Settings): BlobStore {
  const Bucket = settings.bucket;
  const client = new S3Client(s3Config(settings));
  const Key = (key: string) => `${settings.prefix}${safeKey(key)}`;

  const read = async (key: string, Range?: string): Promise<Readable> => {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key: Key(key), ...(Range !== undefined && { Range }) }),
      );
      if (Body instanceof Readable) return Body;
      throw new BlobMissing(key);
    } catch (error) {
      if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound"))
        throw new BlobMissing(key);
      throw error;
    }
  };

  const put: BlobStore["put"] = async (key, body, signal) => {
    const options = signal ? { abortSignal: signal } : {};
    const parts = chunksOf(body, PART_BYTES);
    const first = await parts.next();
    const second = first.done ? first : await parts.next();
    if (second.done) {
      const Body = first.done ? Buffer.alloc(0) : first.value;
      await client.send(new PutObjectCommand({ Bucket, Key: Key(key), Body }), options);
      return Body.length;
    }
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key: Key(key) }),
      options,
    );
    const done: { PartNumber: number; ETag: string | undefined }[] = [];
    let bytes = 0;
    const send = async (Body: Buffer) => {
      const PartNumber = done.length + 1;
      const { ETag } = await client.send(
        new UploadPartCommand({ Bucket, Key: Key(key), UploadId, PartNumber, Body }),
        options,
      );
      done.push({ PartNumber, ETag });
      bytes += Body.length;
    };
    try {
      if (!first.done) await send(first.value);
      await send(second.value);
      for await (const part of parts) await send(part);
      await client.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key: Key(key),
          UploadId,
          MultipartUpload: { Parts: done },
        }),
        options,
      );
      return bytes;
    } catch (error) {
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key: Key(key), UploadId }))
        .catch(() => undefined);
      throw error;
    }
  };

  async function* list(prefix: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: `${Key(prefix)}/`,
          ...(ContinuationToken !== undefined && { ContinuationToken }),
        }),
      );
      for (const { Key: found = "", Size = 0 } of page.Contents ?? [])
        yield { key: found.slice(settings.prefix.length), bytes: Size };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  const remove = async (keys: string[]) => {
    if (keys.length)
      await client.send(
        new DeleteObjectsCommand({
          Bucket,
          Delete: { Objects: keys.map((key) => ({ Key: Key(key) })), Quiet: true },
        }),
      );
  };

  /** Parts of an upload that was never ended are no object: no list names them, and they are paid for. */
  const abortParts = async (key: string) => {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: Key(key) }),
    );
    for (const { Key: found, UploadId } of Uploads)
      if (found === Key(key))
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key: found, UploadId }));
  };

  return {
    put,
    async putFile(key, path) {
      const bytes = await put(key, createReadStream(path));
      const sent = (await stat(path)).size;
      if (bytes !== sent) throw new Error("storage took fewer bytes than were sent");
      await rm(path, { force: true });
      return bytes;
    },
    get: (key) => read(key),
    async getFile(key, path) {
      await pipeline(await read(key), createWriteStream(path));
    },
    async head(key) {
      try {
        const { ContentLength } = await client.send(
          new HeadObjectCommand({ Bucket, Key: Key(key) }),
        );
        return { bytes: ContentLength ?? 0 };
      } catch (error) {
        if (error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey"))
          return null;
        throw error;
      }
    },
    range: (key, from, to) => read(key, `bytes=${from}-${to}`),
    delete: (key) => remove([key]),
    async deleteUpload(key) {
      await abortParts(key);
      await remove([key]);
    },
    async deleteFolder(prefix) {
      let batch: string[] = [];
      for await (const { key } of list(prefix)) {
        batch.push(key);
        if (batch.length === 1000) {
          await remove(batch);
          batch = [];
        }
      }
      await remove(batch);
    },
    list,
  };
}

async function* chunksOf(body: Readable, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator() as AsyncIterable<unknown>) {
    const piece = chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
    held.push(piece);
    bytes += piece.length;
    while (bytes >= size) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, size);
      held = [whole.subarray(size)];
      bytes -= size;
    }
  }
  if (bytes) yield Buffer.concat(held);
}
