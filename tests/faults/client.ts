import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Visitor } from "#scripts/demo/door.ts";
import { type Journal, sha256 } from "./oracle.ts";

/** `status` 0: the line broke before an answer. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
export type Ticket = { callId: string; recordingId: string; uploadId: string };
type Ask = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** Hands out the request before its body is sent; then the caller writes and ends it. */
  onOpen?: (request: ClientRequest) => void;
};

const PART_BYTES = 1 << 20;
const ticketSchema = z.object({
  callId: z.string(),
  recordingId: z.string(),
  uploads: z.tuple([z.object({ id: z.string() })]),
});
const importedSchema = z.object({ callId: z.string() });

/** One exchange on a connection of its own, so that a broken line is this exchange's alone. */
export function exchange(visitor: Visitor, ask: Ask): Promise<Answer> {
  return new Promise((done) => {
    let headers: IncomingHttpHeaders = {};
    let status = 0;
    let text = "";
    const broken = (): void => done({ status: 0, headers, text });
    const sent = request(
      visitor.origin + ask.path,
      {
        method: ask.method,
        agent: false,
        headers: { "sec-fetch-site": "same-origin", cookie: visitor.cookie, ...ask.headers },
      },
      (response) => {
        headers = response.headers;
        status = response.statusCode ?? 0;
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.once("end", () => done({ status, headers, text }));
        response.once("error", broken);
        response.once("close", broken);
      },
    );
    sent.setTimeout(30_000, () => sent.destroy());
    sent.once("error", broken);
    sent.once("close", broken);
    if (ask.onOpen) ask.onOpen(sent);
    else sent.end(ask.body);
  });
}

const post = (visitor: Visitor, path: string, body: object): Promise<Answer> =>
  exchange(visitor, {
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const facts = (title: string): object => ({
  title,
  company: "Alder Works",
  language: "en",
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  visibility: "workspace",
  consent: true,
});

/** Announces a call of one file. @throws Error where it is refused */
export async function begin(
  visitor: Visitor,
  journal: Journal,
  title: string,
  size: number,
): Promise<Ticket> {
  journal.tried(title);
  const files = [{ name: `${title}.wav`, size }];
  const answer = await post(visitor, "/recordings/begin", {
    ...facts(title),
    channels: "no",
    files,
  });
  if (answer.status !== 201) throw new Error(`begin answered ${answer.status}: ${answer.text}`);
  const { callId, recordingId, uploads } = ticketSchema.parse(JSON.parse(answer.text));
  journal.acked({ op: "begun", title, callId, recordingId });
  return { callId, recordingId, uploadId: uploads[0].id };
}

/** Brings in a small transcript; the journal knows it only when it was answered with 201. */
export async function importCall(
  visitor: Visitor,
  journal: Journal,
  title: string,
): Promise<Answer> {
  const lines = Array.from({ length: 12 }, (_, n) => n);
  const cue = (n: number): string => `00:00:${String(n * 4).padStart(2, "0")}.000`;
  const text = `WEBVTT\n\n${lines
    .map((n) => `${cue(n)} --> ${cue(n + 1)}\n<v Jo>the ${title} order number ${n} is ready`)
    .join("\n\n")}\n`;
  journal.tried(title);
  const answer = await post(visitor, "/recordings/import", {
    ...facts(title),
    name: `${title}.vtt`,
    text,
    speakers: [{ name: "Jo", side: "C" }],
  });
  if (answer.status === 201) {
    const { callId } = importedSchema.parse(JSON.parse(answer.text));
    journal.acked({ op: "imported", title, callId, segments: lines.length });
  }
  return answer;
}

const TUS = { "tus-resumable": "1.0.0" };

export const head = (visitor: Visitor, id: string): Promise<Answer> =>
  exchange(visitor, { method: "HEAD", path: `/uploads/${id}`, headers: TUS });

export const create = (visitor: Visitor, id: string, size: number): Promise<Answer> =>
  exchange(visitor, {
    method: "POST",
    path: "/uploads",
    headers: {
      ...TUS,
      "upload-length": String(size),
      "upload-metadata": `upload ${Buffer.from(id).toString("base64")}`,
    },
  });

/** One part. `onOpen` sends the body itself, for parts that never end. */
export const patch = (
  visitor: Visitor,
  id: string,
  offset: number,
  body: Buffer,
  onOpen?: Ask["onOpen"],
): Promise<Answer> =>
  exchange(visitor, {
    method: "PATCH",
    path: `/uploads/${id}`,
    headers: {
      ...TUS,
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(body.length),
    },
    body,
    ...(onOpen && { onOpen }),
  });

/** What was met on the way of one file. */
export type Trip = { broken: number; refused: Record<number, number>; resumedAt: number[] };

/** `beforeLast`: what the last part waits for, so that the sending lasts until then. */
type Sending = { limitMs?: number; partBytes?: number; beforeLast?: Promise<void> };

/**
 * Sends a file as the browser does: HEAD, then parts from where the server stands, again after every break,
 * refusal to wait (423, 409) and outage (5xx), until the server has all of it.
 * @throws Error after `limitMs`, or at a refusal that no waiting helps
 */
export async function sendFile(
  visitor: Visitor,
  journal: Journal,
  { uploadId, recordingId }: Ticket,
  bytes: Buffer,
  { limitMs = 90_000, partBytes = PART_BYTES, beforeLast }: Sending = {},
): Promise<Trip> {
  const end = Date.now() + limitMs;
  const trip: Trip = { broken: 0, refused: {}, resumedAt: [] };
  const meet = (status: number): void => {
    if (status === 0) trip.broken += 1;
    else trip.refused[status] = (trip.refused[status] ?? 0) + 1;
  };
  while (Date.now() < end) {
    const known = await head(visitor, uploadId);
    if ([404, 410].includes(known.status)) {
      const { status } = await create(visitor, uploadId, bytes.length);
      if (status !== 201) meet(status);
    }
    let offset = known.status === 200 ? Number(known.headers["upload-offset"]) : null;
    if (offset !== null) trip.resumedAt.push(offset);
    else if (![404, 410].includes(known.status)) meet(known.status);
    while (offset !== null && offset < bytes.length) {
      const part = bytes.subarray(offset, offset + partBytes);
      if (offset + part.length === bytes.length) await beforeLast;
      const answer = await patch(visitor, uploadId, offset, part);
      const isTaken = answer.status === 204;
      if (!isTaken) meet(answer.status);
      offset = isTaken ? Number(answer.headers["upload-offset"]) : null;
    }
    if (offset === bytes.length) {
      journal.acked({
        op: "sent",
        uploadId,
        recordingId,
        bytes: bytes.length,
        sha256: sha256(bytes),
      });
      return trip;
    }
    const last = Object.keys(trip.refused).map(Number);
    if (last.some((status) => [400, 401, 403, 404, 410, 413].includes(status)))
      throw new Error(`the upload was refused: ${JSON.stringify(trip)}`);
    await sleep(100);
  }
  throw new Error(`the upload did not end: ${JSON.stringify(trip)}`);
}
