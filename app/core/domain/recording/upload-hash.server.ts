import { createSHA256, type IHasher } from "hash-wasm";
import { blobFolder, blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";

type Sha256 = Uint8Array<ArrayBuffer>;
type UploadKey = { workspaceId: string; id: string; key: string };

/** The SHA-256 of an upload's beginning, which goes on with every byte that arrives. */
export type RunningHash = {
  /** How much of the upload it covers, from the first byte. */
  readonly bytes: number;
  readonly update: (piece: Uint8Array) => void;
  /** What another process goes on from. */
  readonly state: () => Sha256;
  /** Ends it. */
  readonly digest: () => Sha256;
};

/** What the row of an upload says that has no hash, or none any more: the state holds up to 63 bytes of the file. */
export const NO_HASH = { hashed: 0n, hashState: null } as const;

/**
 * The hash of what is stored of an upload, ready for the bytes that follow. What it has not seen is read once: a server
 * that was killed has stored bytes and never told of them.
 * @param holder whose the upload's lock is
 * @param offset how many bytes are stored
 * @returns null where the missing bytes lie in a bucket, which shows nothing before the upload is whole: `sha256Of`
 * reads them then
 */
export async function resumeHash(
  upload: UploadKey,
  holder: string,
  offset: number,
): Promise<RunningHash | null> {
  let hash = await load(upload);
  if (hash.bytes > offset) {
    // The store lost what the hash has seen: other bytes may come in their place, so it must go before they do.
    hash = await begin();
    await keep(upload, holder, NO_HASH);
  }
  if (hash.bytes < offset && blobFolder() === null) return null;
  await readOn(hash, upload.key, offset);
  return hash;
}

/** Keeps a hash for whoever writes next, on any server. Only of bytes that are stored; nothing happens once the lock is lost. */
export async function saveHash(
  upload: UploadKey,
  holder: string,
  hash: RunningHash,
): Promise<void> {
  if (hash.bytes === 0) return;
  await keep(upload, holder, { hashed: BigInt(hash.bytes), hashState: hash.state() });
}

/**
 * SHA-256 of the first `bytes` of an upload. Nothing is read where the hash went along with them.
 * @throws BlobMissing where something must be and is not there
 */
export async function sha256Of(upload: UploadKey, bytes: number): Promise<Sha256> {
  const known = await load(upload);
  const hash = known.bytes > bytes ? await begin() : known;
  await readOn(hash, upload.key, bytes);
  return hash.digest();
}

async function keep(
  { workspaceId, id }: UploadKey,
  holder: string,
  data: { hashed: bigint; hashState: Sha256 | null },
): Promise<void> {
  await db.upload.updateMany({
    where: { workspaceId, id, state: "receiving", lock: holder },
    data,
  });
}

async function load({ workspaceId, id }: UploadKey): Promise<RunningHash> {
  const row = await db.upload.findFirst({
    where: { workspaceId, id },
    select: { hashed: true, hashState: true },
  });
  if (!row?.hashState) return begin();
  const hasher = await createSHA256();
  try {
    return running(hasher.load(row.hashState), Number(row.hashed));
  } catch {
    return begin(); // saved by another version of the library: the bytes are read again
  }
}

const begin = async (): Promise<RunningHash> => running((await createSHA256()).init(), 0);

function running(hasher: IHasher, from: number): RunningHash {
  let bytes = from;
  return {
    get bytes() {
      return bytes;
    },
    update(piece) {
      hasher.update(piece);
      bytes += piece.length;
    },
    state: () => new Uint8Array(hasher.save()),
    digest: () => new Uint8Array(hasher.digest("binary")),
  };
}

/** Reads what is stored from where the hash stands to `end`. */
async function readOn(hash: RunningHash, key: string, end: number): Promise<void> {
  if (hash.bytes === end) return;
  const body: AsyncIterable<Uint8Array> = await blobs().range(key, hash.bytes, end - 1);
  for await (const piece of body) hash.update(piece);
  if (hash.bytes !== end) throw new Error("fewer bytes are stored than were acknowledged");
}
