import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { beginUploadForm } from "#app/core/domain/recording/upload.schema.ts";
import { beginUpload, getUpload } from "#app/core/domain/recording/upload.server.ts";
import { discardUpload } from "#app/core/domain/recording/upload-answers.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { S3Stub } from "#tests/support/s3-stub.ts";
import { receiveForm } from "./form-upload.server.ts";
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
await queueForFile();
beforeAll(async () => {
  rep = await aMember(await aWorkspace());
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await stub.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => void vi.restoreAllMocks());

/** Bytes of a file that begins as a WAV does. */
function someSound(length: number) {
  const bytes = randomBytes(length);
  bytes.write("RIFF", 0, "latin1");
  bytes.write("WAVE", 8, "latin1");
  return bytes;
}

const someText = (length: number) =>
  Buffer.from("Minutes of a meeting. ".repeat(length)).subarray(0, length);
const stateOf = async (id: string) =>
  db.recording.findFirstOrThrow({
    where: { id },
    select: {
      state: true,
      cause: true,
      stages: { where: { name: "upload" }, select: { state: true, cause: true } },
    },
  });

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
  const { uploads, recordingId } = await beginUpload(rep, form);
  const { id, key } = await getUpload(rep, uploads[0]?.id ?? "");
  const row = () => db.upload.findFirstOrThrow({ where: { id } });
  return {
    ...{ key, recordingId },
    ...sender(rep, id, size),
    completed: async () => completion(await row()),
    hash: () =>
      db.upload.findFirstOrThrow({ where: { id }, select: { hashed: true, hashState: true } }),
    discard: (data: Saved) => db.upload.updateMany({ where: { id }, data }),
  };
}
type Saved = { hashed: bigint; hashState: Uint8Array<ArrayBuffer> | null };
const completion = ({ state, sha256 }: { state: string; sha256: Uint8Array | null }) => ({
  state,
  sha256: sha256 && Buffer.from(sha256).toString("hex"),
});
const complete = (bytes: Uint8Array) => ({
  state: "complete",
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

/** How much of a stored upload was read again, in bytes: what comes from the store itself, whoever asks. */
function watchReads(key: string): () => number {
  let read = 0;
  const store = blobs();
  const { get, range, getFile } = store;
  const counted = async function* (body: AsyncIterable<Buffer>) {
    for await (const piece of body) {
      read += piece.length;
      yield piece;
    }
  };
  const count = async (body: Promise<Readable>) => Readable.from(counted(await body));
  vi.spyOn(store, "get").mockImplementation((of) => (of === key ? count(get(of)) : get(of)));
  vi.spyOn(store, "range").mockImplementation((of, from, to) =>
    of === key ? count(range(of, from, to)) : range(of, from, to),
  );
  vi.spyOn(store, "getFile").mockImplementation((of, path) => {
    if (of === key) read = Infinity;
    return getFile(of, path);
  });
  const asked = stub.requests.length;
  const isRead = new RegExp(`^GET /${stub.bucket}/media/${key}(?:\\?x-id=GetObject)?$`);
  return () => {
    // Past the store's own door nobody reads a bucket either.
    const requests = stub.requests.slice(asked).filter((request) => isRead.test(request));
    if (read === 0) expect(requests).toEqual([]);
    return read;
  };
}

describe.each(Object.keys(PLACES))("an upload to %s", (place) => {
  let door: Door;
  beforeAll(async () => {
    Object.assign(process.env, await PLACES[place]?.());
    for (const name of ["env", "blobs"])
      Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
    door = await startServer();
  });

  test("lies where it is looked for, and is not read again for its checksum", async () => {
    const bytes = someSound(14 * MIB);
    const upload = await anUpload(bytes.length);
    const readAgain = watchReads(upload.key);
    expect((await upload.create(door)).status).toBe(201);
    for (const [from, to] of [
      [0, 6 * MIB],
      [6 * MIB, 6 * MIB + 1],
      [6 * MIB + 1, bytes.length],
    ] as const) {
      expect((await upload.patch(door, from, bytes.subarray(from, to))).status).toBe(204);
      expect(await upload.offset(door)).toBe(to);
    }
    expect(await upload.completed()).toEqual(complete(bytes));
    expect(readAgain()).toBe(0);
    vi.restoreAllMocks();
    const stored = Buffer.concat(await (await blobs().get(upload.key)).toArray());
    expect(stored.equals(bytes)).toBe(true);
  });

  test("may come with its announcement", async () => {
    const bytes = someSound(MIB);
    const upload = await anUpload(bytes.length);
    const readAgain = watchReads(upload.key);
    expect((await upload.createWith(door, bytes)).status).toBe(201);
    expect(await upload.completed()).toEqual(complete(bytes));
    expect(readAgain()).toBe(0);
  });

  test("that breaks off in the middle of parts goes on without reading", async () => {
    const bytes = someSound(20 * MIB);
    const upload = await anUpload(bytes.length);
    const readAgain = watchReads(upload.key);
    await upload.create(door);
    let at = 0;
    for (const sent of [3 * MIB, 7 * MIB, 100, 2 * MIB]) {
      await upload.cut(door, at, bytes.subarray(at, at + 8 * MIB), sent);
      at = await upload.offset(door);
    }
    expect(at).toBeGreaterThan(MIB);
    expect(at).toBeLessThan(bytes.length);
    expect((await upload.patch(door, at, bytes.subarray(at))).status).toBe(204);
    expect(await upload.completed()).toEqual(complete(bytes));
    expect(readAgain()).toBe(0);
  });

  test("goes on at another server, and after a restart, without reading", async () => {
    const bytes = someSound(18 * MIB);
    const upload = await anUpload(bytes.length);
    const readAgain = watchReads(upload.key);
    await upload.create(door);
    let at = 0;
    while (at < bytes.length) {
      const server = await startServer();
      expect(await upload.offset(server)).toBe(at);
      const part = bytes.subarray(at, at + 6 * MIB);
      expect((await upload.patch(server, at, part)).status).toBe(204);
      await server.close();
      at += part.length;
    }
    expect(await upload.completed()).toEqual(complete(bytes));
    expect(readAgain()).toBe(0);
  });

  test("whose hash was not saved is read once, as far as the hash does not know it", async () => {
    const bytes = someSound(20 * MIB);
    const upload = await anUpload(bytes.length);
    const readAgain = watchReads(upload.key);
    await upload.create(door);
    await upload.patch(door, 0, bytes.subarray(0, 6 * MIB));
    const saved = await upload.hash();
    await upload.patch(door, 6 * MIB, bytes.subarray(6 * MIB, 12 * MIB));
    await upload.discard(saved); // as a server leaves it that was killed between the bytes and their hash
    const server = await startServer();
    await upload.patch(server, 12 * MIB, bytes.subarray(12 * MIB, 18 * MIB));
    await upload.patch(server, 18 * MIB, bytes.subarray(18 * MIB));
    expect(await upload.completed()).toEqual(complete(bytes));
    // A folder shows what is missing at once; a bucket when the upload is whole, and then what followed as well.
    expect(readAgain()).toBe(place === "a folder" ? 6 * MIB : 14 * MIB);
  });

  test.each([
    ["of another library", Buffer.alloc(116, 7)],
    ["cut off", Buffer.alloc(3)],
  ])("whose saved hash is %s is read whole", async (_what, hashState) => {
    const bytes = someSound(9 * MIB);
    const upload = await anUpload(bytes.length);
    const readAgain = watchReads(upload.key);
    await upload.create(door);
    await upload.patch(door, 0, bytes.subarray(0, 6 * MIB));
    await upload.discard({ hashed: BigInt(6 * MIB), hashState: new Uint8Array(hashState) });
    await upload.patch(door, 6 * MIB, bytes.subarray(6 * MIB));
    expect(await upload.completed()).toEqual(complete(bytes));
    expect(readAgain()).toBe(place === "a folder" ? 6 * MIB : 9 * MIB);
  });

  test("that lost its end takes another end, and the hash is of what is stored", async () => {
    const bytes = someSound(12 * MIB);
    const other = someSound(6 * MIB);
    const upload = await anUpload(bytes.length);
    await upload.create(door);
    await upload.patch(door, 0, bytes.subarray(0, 6 * MIB));
    await upload.patch(door, 6 * MIB, bytes.subarray(6 * MIB, 8 * MIB));
    expect(await upload.hash()).toMatchObject({ hashed: BigInt(8 * MIB) });
    if (place === "a folder") truncateSync(join(folder, upload.key), 6 * MIB);
    else stub.objects.delete(`media/${upload.key}.part`);
    expect(await upload.offset(door)).toBe(6 * MIB);
    // Broken off past the old end. A server that is killed here must not leave the old hash to the new bytes.
    const isForgotten = () =>
      expect.poll(upload.hash, { interval: 20 }).toEqual({ hashed: 0n, hashState: null });
    await upload.cut(door, 6 * MIB, other, 5 * MIB, isForgotten);
    const at = await upload.offset(door);
    expect(at).toBeGreaterThan(8 * MIB);
    expect((await upload.patch(door, at, other.subarray(at - 6 * MIB))).status).toBe(204);
    expect(await upload.completed()).toEqual(
      complete(Buffer.concat([bytes.subarray(0, 6 * MIB), other])),
    );
  });

  test("whose server ended after the last byte is complete when its sender asks", async () => {
    const bytes = someSound(11 * MIB);
    const upload = await anUpload(bytes.length);
    await upload.create(door);
    await upload.patch(door, 0, bytes.subarray(0, 6 * MIB));
    const saved = await upload.hash();
    if (place === "a folder") appendFileSync(join(folder, upload.key), bytes.subarray(6 * MIB));
    else {
      const joining = new RegExp(`^POST /${stub.bucket}/media/${upload.key}\\?uploadId=`);
      stub.troubles.push({ status: 400, code: "InvalidRequest", times: 1, when: joining });
      expect((await upload.patch(door, 6 * MIB, bytes.subarray(6 * MIB))).status).toBe(500);
    }
    expect(await upload.hash()).toEqual(saved);
    expect(await upload.completed()).toEqual({ state: "receiving", sha256: null });
    const server = await startServer();
    expect(await upload.offset(server)).toBe(bytes.length);
    expect(await upload.completed()).toEqual(complete(bytes));
  });

  test("by a form without script is hashed on its way as well", async () => {
    const bytes = someSound(3 * MIB);
    const body = new FormData();
    body.set("consent", "on");
    body.append("file", new Blob([bytes]), "a.wav");
    const { putFile } = blobs();
    let readAgain = () => NaN;
    vi.spyOn(blobs(), "putFile").mockImplementation((key, path) => {
      readAgain = watchReads(key);
      return putFile(key, path);
    });
    const request = new Request("http://local/recordings", { method: "POST", body });
    expect((await receiveForm(rep, request)).status).toBe(303);
    const row = await db.upload.findFirstOrThrow({
      where: { workspaceId: rep.workspaceId },
      orderBy: { createdAt: "desc" },
    });
    expect(completion(row)).toEqual(complete(bytes));
    expect(readAgain()).toBe(0);
  });

  test.each([
    ["first bytes", someText, 200_000],
    ["bytes, all of them,", someText, 900],
  ])(
    "whose %s are no sound is refused at once, and its recording says why",
    async (_what, text, size) => {
      const upload = await anUpload(size);
      const rest = await anUpload(size);
      await upload.create(door);
      const refused = await upload.patch(door, 0, text(Math.min(size, 5_000)));
      expect([refused.status, await refused.text()]).toEqual([415, "unsupported_media\n"]);
      expect((await upload.completed()).state).toBe("aborted");
      expect(await stateOf(upload.recordingId)).toEqual({
        state: "failed",
        cause: "unsupported_media",
        stages: [{ state: "failed", cause: "unsupported_media" }],
      });
      expect((await upload.patch(door, 0, text(100))).status).toBe(404);
      expect((await stateOf(rest.recordingId)).state).toBe("receiving");
      await expect.poll(async () => (await blobs().head(upload.key))?.bytes ?? 0).toBe(0);
      await expect
        .poll(() => [...stub.uploads.values()].filter(({ key }) => key.endsWith(upload.key)))
        .toEqual([]);
    },
  );

  test("of several files at once, both are answered why, and what came of a third is removed", async () => {
    const size = 7 * MIB;
    const form = beginUploadForm.parse({
      consent: true,
      files: ["a", "b", "c"].map((speaker) => ({
        name: `${speaker}.wav`,
        size,
        speaker,
        side: "",
      })),
    });
    const { uploads, recordingId } = await beginUpload(rep, form);
    const senders = uploads.map(({ id }) => sender(rep, id, size));
    const [first, second, third] = senders;
    if (!first || !second || !third) throw new Error("three uploads");
    for (const one of senders) await one.create(door);
    expect((await third.patch(door, 0, someSound(6 * MIB))).status).toBe(204);
    const answers = await Promise.all(
      [first, second].map(async (one) => (await one.patch(door, 0, someText(5_000))).status),
    );
    expect(answers.every((status) => status === 415 || status === 404)).toBe(true);
    expect(answers).toContain(415);
    expect((await stateOf(recordingId)).state).toBe("failed");
    const keys = (await db.upload.findMany({ where: { recordingId } })).map(({ key }) => key);
    const left = async () => [
      ...(await Promise.all(keys.map(async (key) => (await blobs().head(key))?.bytes ?? 0))),
      ...[...stub.uploads.values()].filter(({ key }) => keys.some((one) => key.endsWith(one))),
    ];
    await expect.poll(left).toEqual([0, 0, 0]);
  });

  test("of which too few bytes came to say what it is goes on", async () => {
    const upload = await anUpload(9_000);
    await upload.create(door);
    expect((await upload.patch(door, 0, someText(100))).status).toBe(204);
    expect((await upload.patch(door, 100, someText(8_900))).status).toBe(204);
    expect((await upload.completed()).state).toBe("complete");
  });

  test("keeps nothing of its hash when it is over", async () => {
    const upload = await anUpload(8 * MIB);
    await upload.create(door);
    await upload.patch(door, 0, someSound(6 * MIB));
    expect((await upload.hash()).hashState).not.toBeNull();
    await discardUpload(rep, upload.recordingId);
    expect(await upload.hash()).toEqual({ hashed: 0n, hashState: null });
    const rest = await db.upload.findMany({ where: { state: { not: "receiving" } } });
    expect(rest.filter(({ hashState }) => hashState !== null)).toEqual([]);
  });
});

test("a full disk refuses a part, keeps its place, and is news to the admins; with room again the upload goes on", async () => {
  Object.assign(process.env, { BLOB_URL: `file:${folder}` });
  for (const name of ["env", "blobs"])
    Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
  const admin = await aMember({ id: rep.workspaceId }, { role: "admin" });
  const bytes = someSound(MIB);
  const upload = await anUpload(bytes.length);
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  vi.doMock("./write-at.ts", () => ({ writeAt: () => Promise.reject(full) }));
  const onFullDisk = await startServer();
  await upload.create(onFullDisk);
  const refused = await upload.patch(onFullDisk, 0, bytes);
  expect([refused.status, await refused.text()]).toEqual([507, "storage_full\n"]);
  // The sender is answered first.
  const notices = () =>
    db.notification.findMany({ where: { workspaceId: rep.workspaceId, kind: "storage_full" } });
  await expect
    .poll(notices, { timeout: 60_000 })
    .toMatchObject([{ kind: "storage_full", memberId: admin.memberId }]);
  vi.doUnmock("./write-at.ts");
  const withRoom = await startServer();
  expect(await upload.offset(withRoom)).toBe(0);
  expect((await upload.patch(withRoom, 0, bytes)).status).toBe(204);
  expect(await upload.completed()).toEqual(complete(bytes));
});
