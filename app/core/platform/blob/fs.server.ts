import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BlobStore, BlobMissing, safeKey } from "./blob.ts";
import { FileRange, READ_BYTES } from "./file-range.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Files under one folder; a write is durable (file and folder synced) before it is acknowledged. */
export function fsStore(root: string): BlobStore {
  const at = (key: string) => join(root, safeKey(key));
  /** Two writers of one key must not mix: the later one wins as a whole. */
  const partOf = (key: string) => `${at(key)}.${randomUUID()}.part`;

  const settle = async (from: string, key: string) => {
    const to = at(key);
    await sync(from);
    await rename(from, to);
    await sync(dirname(to));
    return (await stat(to)).size;
  };

  const readable = async (key: string): Promise<Readable> => {
    const stream = createReadStream(at(key), { highWaterMark: READ_BYTES });
    try {
      await once(stream, "open");
      return stream;
    } catch (error) {
      throw isMissing(error) ? new BlobMissing(key) : error;
    }
  };

  return {
    async put(key, body, signal) {
      const part = partOf(key);
      await mkdir(dirname(part), { recursive: true });
      try {
        await pipeline(body, createWriteStream(part), { ...(signal && { signal }) });
        return await settle(part, key);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async putFile(key, path) {
      await mkdir(dirname(at(key)), { recursive: true });
      try {
        return await settle(path, key);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
        const part = partOf(key);
        await copyFile(path, part);
        return settle(part, key);
      }
    },
    get: (key) => readable(key),
    async getFile(key, path) {
      try {
        await copyFile(at(key), path, constants.COPYFILE_FICLONE); // a clone where the file system can: no bytes move
      } catch (error) {
        if (isMissing(error)) throw new BlobMissing(key);
        throw error;
      }
    },
    async head(key) {
      try {
        const found = await stat(at(key));
        return { bytes: found.size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async range(key, from, to) {
      try {
        return await FileRange.of(at(key), from, to);
      } catch (error) {
        throw isMissing(error) ? new BlobMissing(key) : error;
      }
    },
    async delete(key) {
      await rm(at(key), { force: true });
    },
    async deleteUpload(key) {
      await rm(at(key), { force: true });
    },
    async deleteFolder(prefix) {
      await rm(at(prefix), { recursive: true, force: true });
    },
    async *list(prefix) {
      const entries = await readdir(at(prefix), { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        },
      );
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        yield { key: path.slice(root.length + 1), bytes: (await stat(path)).size };
      }
    },
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
