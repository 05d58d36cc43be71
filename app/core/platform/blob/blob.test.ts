import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { S3Stub } from "#tests/support/s3-stub.ts";
import { BlobMissing, type BlobStore, safeKey } from "./blob.ts";
import { fsStore } from "./fs.server.ts";
import { s3Store } from "./s3.server.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-blob-"));
const root = join(folder, "store");
const stub = new S3Stub();
const stores: Record<string, BlobStore> = { fs: fsStore(root) };

beforeAll(async () => {
  stores["s3"] = s3Store({
    bucket: stub.bucket,
    prefix: "parley/",
    endpoint: await stub.start(),
    region: "us-east-1",
    accessKey: "key",
    secretKey: "secret",
  });
});
afterAll(async () => {
  await stub.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (stream: Promise<Readable>): Promise<Buffer> =>
  Buffer.concat(await (await stream).toArray());
const from = (...chunks: Buffer[]): Readable => Readable.from(chunks);
async function keysOf(store: BlobStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}
const broken = (first: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield await Promise.resolve(first);
      throw new Error("the sender broke off");
    })(),
  );

describe.each(["fs", "s3"])("the %s store", (name) => {
  let store: BlobStore;
  let key = "";
  beforeEach(() => {
    store = stores[name] ?? expect.fail("no store");
    key = `w/${randomBytes(6).toString("hex")}/original/one`;
  });

  test("what is put can be got, measured, and read in part", async () => {
    const bytes = randomBytes(100_000);
    expect(await store.put(key, from(bytes.subarray(0, 10), bytes.subarray(10)))).toBe(100_000);
    expect((await read(store.get(key))).equals(bytes)).toBe(true);
    expect(await store.head(key)).toEqual({ bytes: 100_000 });
    expect((await read(store.range(key, 0, 0))).equals(bytes.subarray(0, 1))).toBe(true);
    expect((await read(store.range(key, 999, 50_000))).equals(bytes.subarray(999, 50_001))).toBe(
      true,
    );
    expect((await read(store.range(key, 99_999, 99_999))).equals(bytes.subarray(99_999))).toBe(
      true,
    );
  });

  test("an empty file is a file", async () => {
    expect(await store.put(key, from())).toBe(0);
    expect(await store.head(key)).toEqual({ bytes: 0 });
    expect(await read(store.get(key))).toHaveLength(0);
  });

  test("a file of several parts comes back whole", async () => {
    const piece = randomBytes(1024 * 1024 + 7);
    const bytes = Buffer.concat(Array.from({ length: 18 }, () => piece));
    expect(await store.put(key, Readable.from(Array.from({ length: 18 }, () => piece)))).toBe(
      bytes.length,
    );
    expect((await read(store.get(key))).equals(bytes)).toBe(true);
    expect(
      (await read(store.range(key, 16_777_200, 16_777_300))).equals(
        bytes.subarray(16_777_200, 16_777_301),
      ),
    ).toBe(true);
  });

  test("a put that breaks off leaves nothing, and an older version stays as it was", async () => {
    await expect(store.put(key, broken(randomBytes(1_000)))).rejects.toThrow("broke off");
    expect(await store.head(key)).toBeNull();
    await store.put(key, from(Buffer.from("older")));
    await expect(store.put(key, broken(randomBytes(20 * 1024 * 1024)))).rejects.toThrow(
      "broke off",
    );
    expect((await read(store.get(key))).toString()).toBe("older");
    expect(await keysOf(store, key.split("/").slice(0, 3).join("/"))).toEqual([key]);
  });

  test("a put that is aborted leaves nothing", async () => {
    const stop = new AbortController();
    const slow = Readable.from(
      (async function* () {
        yield await Promise.resolve(randomBytes(17 * 1024 * 1024));
        stop.abort();
        yield randomBytes(17 * 1024 * 1024);
      })(),
    );
    await expect(store.put(key, slow, stop.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(await store.head(key)).toBeNull();
  });

  test("two writers of one key do not mix: one of them wins as a whole", async () => {
    const slowly = (letter: string) =>
      Readable.from(
        (async function* () {
          for (let n = 0; n < 20; n += 1) {
            await new Promise((done) => setTimeout(done, 1));
            yield Buffer.alloc(10_000, letter);
          }
        })(),
      );
    await Promise.all([store.put(key, slowly("a")), store.put(key, slowly("b"))]);
    const text = (await read(store.get(key))).toString();
    expect(["a".repeat(200_000), "b".repeat(200_000)]).toContain(text);
  });

  test("a local file moves in, and is copied out", async () => {
    const path = join(folder, "finished");
    const copy = join(folder, "copy");
    writeFileSync(path, "finished");
    expect(await store.putFile(key, path)).toBe(8);
    expect(existsSync(path)).toBe(false);
    await store.getFile(key, copy);
    expect(readFileSync(copy, "utf8")).toBe("finished");
  });

  test("what is not there says so", async () => {
    await expect(store.get(key)).rejects.toThrow(BlobMissing);
    await expect(store.range(key, 0, 1)).rejects.toThrow(BlobMissing);
    await expect(store.getFile(key, join(folder, "none"))).rejects.toThrow(BlobMissing);
    expect(await store.head(key)).toBeNull();
    await store.delete(key);
    await store.deleteFolder(key);
    expect(await keysOf(store, "w/nobody")).toEqual([]);
  });

  test("a folder is listed and removed, and its neighbour stays", async () => {
    const id = key.split("/")[1] ?? "";
    const keys = [
      `w/${id}/original/one`,
      `w/${id}/normalise-1/mix.m4a`,
      `w/${id}/normalise-1/peaks.i8`,
      `w/${id}x/original/one`,
    ];
    for (const one of keys) await store.put(one, from(Buffer.from(one)));
    stub.pageSize = 2;
    expect(await keysOf(store, `w/${id}`)).toEqual(keys.slice(0, 3).sort());
    await store.deleteFolder(`w/${id}`);
    stub.pageSize = 1_000;
    expect(await keysOf(store, `w/${id}`)).toEqual([]);
    expect(await store.head(`w/${id}x/original/one`)).not.toBeNull();
  });

  test.each([
    "../x",
    "w/../x",
    "w/..",
    "/etc/passwd",
    "w//x",
    "",
    ".",
    "w/./x",
    "w/.../x",
    "w/x/",
    "w/a b",
    "w/a\u0000",
    "w\\x",
    "w/é",
    "w/%2e%2e/x",
    "w/a\n",
  ])("refuses the key %j", async (unsafe) => {
    await expect(async () => store.put(unsafe, from(Buffer.from("x")))).rejects.toThrow(
      "unsafe storage key",
    );
    await expect(async () => read(store.get(unsafe))).rejects.toThrow("unsafe storage key");
    await expect(async () => store.delete(unsafe)).rejects.toThrow("unsafe storage key");
    await expect(async () => store.deleteFolder(unsafe)).rejects.toThrow("unsafe storage key");
  });
});

test("files outside the store are untouched, and no half-written one is left in it", () => {
  expect(readdirSync(folder).sort()).toEqual(["copy", "store"]);
  expect(
    readdirSync(root, { recursive: true }).filter((path) => String(path).endsWith(".part")),
  ).toEqual([]);
});

test("an upload in parts that failed is given up at the service", async () => {
  const store = stores["s3"] ?? expect.fail("no store");
  stub.troubles.push({ status: 400, code: "InvalidPart", times: 1, when: /partNumber=2/ });
  await expect(
    store.put(
      "w/r/original/one",
      from(randomBytes(17 * 1024 * 1024), randomBytes(17 * 1024 * 1024)),
    ),
  ).rejects.toThrow("InvalidPart");
  expect(stub.uploads.size).toBe(0);
  expect(stub.objects.has("parley/w/r/original/one")).toBe(false);
});

test("a service that is busy for a moment is asked again", async () => {
  const store = stores["s3"] ?? expect.fail("no store");
  stub.troubles.push({ status: 503, code: "SlowDown", times: 1, when: /^PUT / });
  expect(await store.put("w/r/original/busy", from(Buffer.from("x")))).toBe(1);
});

test("a service that refuses is an error, not a missing file", async () => {
  const store = stores["s3"] ?? expect.fail("no store");
  stub.troubles.push({ status: 403, code: "AccessDenied", times: 2, when: /^(?:GET|HEAD) / });
  const refused = await store.get("w/r/original/busy").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect(refused).not.toBeInstanceOf(BlobMissing);
  await expect(store.head("w/r/original/busy")).rejects.toThrow();
});

test("a safe key is given back as it was", () => {
  expect(safeKey("w/r/normalise-1/mix.m4a")).toBe("w/r/normalise-1/mix.m4a");
});
