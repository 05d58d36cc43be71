import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type Request, type Response } from "express";
import { expect } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import type { SignedIn } from "./factories.ts";

/** Where a sender meets the resumable door, and how the door is closed. */
export type Door = { origin: string; close: () => Promise<void> };
type Handler = (req: Request, res: Response) => Promise<void>;

const TUS = { "tus-resumable": "1.0.0" };
const BYTES = { "content-type": "application/offset+octet-stream" };

const HELD = 423;
const AGAIN_MS = 20;
const MOST_TRIES = 1_500;

/** Asks as tus clients do: again, while a request before this one has not let the upload go. */
export async function askUntilFree(ask: () => Promise<globalThis.Response>) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== HELD || tries === MOST_TRIES) return answer;
    await answer.body?.cancel();
    await sleep(AGAIN_MS);
  }
}

/** Serves `uploads()` alone: a web server as far as uploads know one. */
export async function openDoor(handler: Handler): Promise<Door> {
  const app = express().use("/uploads", (req, res, next) => {
    handler(req, res).catch(next);
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on TCP
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A browser that sends one upload; `door` says which server it meets next. */
export function sender(as: SignedIn, id: string, size: number) {
  const cookie = { cookie: `__Host-sid=${as.token}` };
  const ask = (door: Door, method: string, path: string, more: RequestInit) =>
    askUntilFree(() => fetch(door.origin + path, { ...more, method }));
  const holder = async () =>
    (await db.upload.findFirstOrThrow({ where: { id }, select: { lock: true } })).lock;
  const announced = {
    ...{ ...TUS, ...cookie },
    "upload-length": String(size),
    "upload-metadata": `upload ${Buffer.from(id).toString("base64")}`,
  };
  const partHeaders = (offset: number, bytes: number) => ({
    ...{ ...TUS, ...cookie, ...BYTES },
    "upload-offset": String(offset),
    "content-length": String(bytes),
  });
  return {
    create: (door: Door) => ask(door, "POST", "/uploads", { headers: announced }),
    createWith: (door: Door, body: Uint8Array<ArrayBuffer>) =>
      ask(door, "POST", "/uploads", { headers: { ...announced, ...BYTES }, body }),
    patch: (door: Door, offset: number, body: Uint8Array<ArrayBuffer>) =>
      ask(door, "PATCH", `/uploads/${id}`, { headers: partHeaders(offset, body.length), body }),
    /** What the server says it has, once all other requests of this upload are over. */
    async offset(door: Door): Promise<number> {
      const answer = await ask(door, "HEAD", `/uploads/${id}`, { headers: { ...TUS, ...cookie } });
      expect(answer.status).toBe(200);
      return Number(answer.headers.get("upload-offset"));
    },
    /**
     * A part of which only the first `sent` bytes leave before the line breaks; `before` it does, they are on their way, and
     * the server has taken the upload for them, so that the next request waits for this one.
     */
    async cut(
      door: Door,
      offset: number,
      body: Uint8Array,
      sent: number,
      before?: () => Promise<unknown>,
    ): Promise<void> {
      const request = http.request(`${door.origin}/uploads/${id}`, {
        method: "PATCH",
        agent: false,
        headers: partHeaders(offset, body.length),
      });
      request.on("error", () => undefined);
      await new Promise((done) => request.write(body.subarray(0, sent), done));
      await expect.poll(holder).not.toBeNull();
      await before?.();
      request.destroy();
      await new Promise((done) => request.once("close", done));
    },
  };
}
