import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { beginUploadForm } from "#app/core/domain/recording/upload.schema.ts";
import { beginUpload, getUpload } from "#app/core/domain/recording/upload.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { startQueue } from "#tests/support/queue.ts";
import { S3Stub } from "#tests/support/s3-stub.ts";
import { type Door, openDoor, sender } from "#tests/support/upload-door.ts";

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "parley-uploads-"));
const stub = new S3Stub();
const PLACES: Record<string, () => Promise<Record<string, string>>> = {
  "a folder": () => Promise.resolve({ BLOB_URL: `file:${folder}` }),
  "a bucket": async () => ({
    BLOB_URL: `s3://${stub.bucket}/media`,
    S3_ENDPOINT: await stub.start(),
    S3_REGION: "us-east-1",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
  }),
};

let rep: SignedIn;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  ends.push(await startQueue());
  rep = await aMember(await aWorkspace());
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await stub.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => void vi.restoreAllMocks());

/** A web server of its own: nothing that another one keeps in memory is known to it. */
async function startServer(): Promise<Door> {
  vi.resetModules();
  const { uploads } = await import("./uploads.server.ts");
  const door = await openDoor(uploads());
  ends.push(door.close);
  return door;
}

async function anUpload(size: number) {
  const form = beginUploadForm.parse({ consent: true, files: [{ name: "a.wav", size }] });
  const { uploads } = await beginUpload(rep, form);
  const { id, key } = await getUpload(rep, uploads[0]?.id ?? "");
  const completed = async () => {
    const { state, sha256 } = await db.upload.findFirstOrThrow({ where: { id } });
    return { state, sha256: sha256 && Buffer.from(sha256).toString("hex") };
  };
  return { key, completed, ...sender(rep, id, size) };
}
const complete = (bytes: Uint8Array) => ({
  state: "complete",
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

describe.each(Object.keys(PLACES))("an upload to %s", (place) => {
  let door: Door;
  beforeAll(async () => {
    Object.assign(process.env, await PLACES[place]?.());
    for (const name of ["env", "blobs"])
      Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
    door = await startServer();
  });

  test("lies where it is looked for", async () => {
    const bytes = randomBytes(9 * MIB);
    const upload = await anUpload(bytes.length);
    expect((await upload.create(door)).status).toBe(201);
    expect((await upload.patch(door, 0, bytes.subarray(0, 6 * MIB))).status).toBe(204);
    expect(await upload.offset(door)).toBe(6 * MIB);
    expect((await upload.patch(door, 6 * MIB, bytes.subarray(6 * MIB))).status).toBe(204);
    expect(await upload.completed()).toEqual(complete(bytes));
    const stored = Buffer.concat(await (await blobs().get(upload.key)).toArray());
    expect(stored.equals(bytes)).toBe(true);
  });
});
