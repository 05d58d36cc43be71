import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginUploadForm } from "#app/core/domain/recording/upload.schema.ts";
import { beginUpload, getUpload } from "#app/core/domain/recording/upload.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { uploads } from "#app/http/uploads.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { askUntilFree } from "#tests/support/upload-door.ts";

const SIZE = 8;
let origin: string;
const ends: (() => unknown)[] = [];
let owner: SignedIn;
let uploadId: string;
/** Who must not reach the owner's upload, and what the door says to them. */
const outsiders: Record<string, { as: SignedIn | null; status: number }> = {};

await queueForFile();
beforeAll(async () => {
  const door = uploads();
  const server = express().use("/uploads", (req, res, next) => {
    door(req, res).catch(next);
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  ends.push(() => listening.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on TCP
  origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const workspace = await aWorkspace();
  owner = await aMember(workspace);
  uploadId = await anUpload(owner);
  outsiders["another workspace"] = { as: await aMember(await aWorkspace()), status: 404 };
  outsiders["an administrator of another workspace"] = {
    as: await aMember(await aWorkspace(), { role: "admin" }),
    status: 404,
  };
  outsiders["a colleague"] = { as: await aMember(workspace), status: 404 };
  outsiders["nobody"] = { as: null, status: 401 };
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function anUpload(actor: SignedIn): Promise<string> {
  const form = beginUploadForm.parse({ consent: true, files: [{ name: "a.wav", size: SIZE }] });
  const { uploads: made } = await beginUpload(actor, form);
  return made[0]?.id ?? expect.fail("no upload");
}

const TUS = { "tus-resumable": "1.0.0" };

const create = (as: SignedIn | null, id: string) =>
  ask(as, "POST", "/uploads", {
    "upload-length": String(SIZE),
    "upload-metadata": `upload ${Buffer.from(id).toString("base64")}`,
  });
const write = (as: SignedIn | null, id: string, offset = 0) =>
  ask(
    as,
    "PATCH",
    `/uploads/${encodeURIComponent(id)}`,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    "fLaC5678".slice(offset),
  );
const head = (as: SignedIn | null, id: string) =>
  ask(as, "HEAD", `/uploads/${encodeURIComponent(id)}`, {});

function ask(
  as: SignedIn | null,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  return askUntilFree(() =>
    fetch(`${origin}${path}`, {
      method,
      headers: { ...TUS, ...headers, ...(as && { cookie: `__Host-sid=${as.token}` }) },
      ...(body !== undefined && { body }),
    }),
  );
}

const bytesThere = async (): Promise<number | null> =>
  (await blobs().head((await getUpload(owner, uploadId)).key))?.bytes ?? null;

test("an upload is nobody's but its owner's, on every way to it", async () => {
  for (const [who, { as, status }] of Object.entries(outsiders)) {
    const answers = [
      await create(as, uploadId),
      await head(as, uploadId),
      await write(as, uploadId),
    ];
    expect([who, ...answers.map((answer) => answer.status)]).toEqual([who, status, status, status]);
  }
  expect(await bytesThere()).toBeNull();

  expect((await create(owner, uploadId)).status).toBe(201);
  expect((await head(owner, uploadId)).headers.get("upload-offset")).toBe("0");
  for (const [who, { as, status }] of Object.entries(outsiders))
    expect([who, (await write(as, uploadId)).status]).toEqual([who, status]);
  expect(await bytesThere()).toBe(0);

  expect((await write(owner, uploadId)).status).toBe(204);
  expect(await bytesThere()).toBe(SIZE);
  const row = await db.upload.findFirstOrThrow({ where: { id: uploadId } });
  expect(row.workspaceId).toBe(owner.workspaceId);
});

const NOBODYS = "0198c0de-0000-7000-8000-000000000000";

test.each([NOBODYS, "x", "..%2F..%2Fsecrets", "0", `${NOBODYS}/../${NOBODYS}`])(
  "an upload called %s is not there",
  async (id) => {
    expect((await head(owner, id)).status).toBe(404);
    expect((await write(owner, id)).status).toBe(404);
    expect((await create(owner, id)).status).toBe(404);
  },
);

test.each(["DELETE", "GET", "PUT"])("%s is no way to an upload", async (method) => {
  const answer = await ask(owner, method, `/uploads/${uploadId}`, {});
  expect(answer.status).toBe(405);
});
