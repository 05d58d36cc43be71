import { createHash, randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#app/core/platform/id.ts";
import { db } from "#app/core/platform/db.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { loader } from "#app/routes/resource/media.ts";
import { aCall, aMember, aRecording, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { sendMany } from "./node-body.server.ts";

const BYTES = randomBytes(3_000_000);
let server: Server;
let url: string;
let owner: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  const workspace = await aWorkspace();
  owner = await aMember(workspace);
  stranger = await aMember(await aWorkspace());
  const call = await aCall(owner, { visibility: "private" });
  const recording = await aRecording(call);
  const fileId = newId();
  const key = `${workspace.id}/${recording.id}/normalise-1/mix.m4a`;
  await blobs().put(key, Readable.from([BYTES]));
  await db.file.create({
    data: {
      id: fileId,
      workspaceId: workspace.id,
      recordingId: recording.id,
      kind: "mix",
      key,
      bytes: BYTES.length,
      sha256: createHash("sha256").update(BYTES).digest(),
      mime: "audio/mp4",
    },
  });
  const app = express();
  app.get("/media/:fileId", sendMany("http://127.0.0.1", loader));
  server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/media/${fileId}`;
});
afterAll(() => new Promise((done) => server.close(done)));

const ask = (who: SignedIn | null, headers: Record<string, string> = {}, more: RequestInit = {}) =>
  fetch(url, {
    ...more,
    headers: { ...headers, ...(who && { cookie: `__Host-sid=${who.token}` }) },
  });

test("a range is those bytes of the file and no others", async () => {
  const answer = await ask(owner, { range: "bytes=1000-2001000" });
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe(`bytes 1000-2001000/${BYTES.length}`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES.subarray(1000, 2_001_001))).toBe(
    true,
  );
});

test("the whole file comes whole, and its tag makes a second reading unnecessary", async () => {
  const answer = await ask(owner);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
  const again = await ask(owner, { "if-none-match": answer.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
});

test("HEAD tells the length and sends nothing", async () => {
  const answer = await ask(owner, {}, { method: "HEAD" });
  expect(answer.headers.get("content-length")).toBe(String(BYTES.length));
  expect((await answer.arrayBuffer()).byteLength).toBe(0);
});

test("a range behind the end is refused with the length", async () => {
  const answer = await ask(owner, { range: `bytes=${BYTES.length}-` });
  expect(answer.status).toBe(416);
  expect(answer.headers.get("content-range")).toBe(`bytes */${BYTES.length}`);
});

test("nobody, and somebody of another workspace, get no byte", async () => {
  const [nobody, other] = [await ask(null), await ask(stranger)];
  expect([nobody.status, other.status]).toEqual([401, 404]);
  expect(await nobody.json()).toEqual({ code: "unauthenticated" });
  expect(await other.json()).toEqual({ code: "not_found", fields: {} });
});

test("a player that jumps away leaves the server whole", async () => {
  const stop = new AbortController();
  const answer = await ask(owner, {}, { signal: stop.signal });
  stop.abort();
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect((await ask(owner, { range: "bytes=0-9" })).status).toBe(206);
});

test("who reads it as a web stream gets the same bytes", async () => {
  const request = new Request(url, {
    headers: { cookie: `__Host-sid=${owner.token}`, range: "bytes=5-1500004" },
  });
  const answer = await loader({
    request,
    params: { fileId: url.slice(-36) },
    context: { closed: new AbortController().signal },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES.subarray(5, 1_500_005))).toBe(true);
});
