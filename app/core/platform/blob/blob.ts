import type { Readable } from "node:stream";

export type BlobHead = { bytes: number };

/**
 * Where media lie. Keys are `<workspace>/<recording>/<folder>/<name>`, made by us, never by a client.
 * A key is written once; `put` of an existing key replaces it as a whole or not at all.
 */
export type BlobStore = {
  /** Stores a stream durably. @returns bytes written */
  put: (key: string, body: Readable, signal?: AbortSignal) => Promise<number>;
  /** Moves or copies a finished local file in. The file may be gone afterwards. @returns bytes */
  putFile: (key: string, path: string) => Promise<number>;
  get: (key: string) => Promise<Readable>;
  /** Copies to a local file (a job folder). */
  getFile: (key: string, path: string) => Promise<void>;
  head: (key: string) => Promise<BlobHead | null>;
  /** Bytes `from` to `to`, both included. */
  range: (key: string, from: number, to: number) => Promise<Readable>;
  /** Removes one key; a missing one is no error. */
  delete: (key: string) => Promise<void>;
  /** As `delete`, of an upload that may not be whole: what has arrived of it goes as well. */
  deleteUpload: (key: string) => Promise<void>;
  /** Removes everything under a folder. */
  deleteFolder: (prefix: string) => Promise<void>;
  list: (prefix: string) => AsyncIterable<{ key: string; bytes: number }>;
};

export class BlobMissing extends Error {
  override name = "BlobMissing";
}

/** Keys come from our own code; this refuses the ones that could leave the store all the same. */
export function safeKey(key: string): string {
  const isSafe =
    /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/.test(key) &&
    !key.split("/").some((part) => /^\.+$/.test(part));
  if (!isSafe) throw new Error("unsafe storage key");
  return key;
}
