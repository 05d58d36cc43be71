import { randomUUID } from "node:crypto";
import type http from "node:http";
import { EVENTS, Server } from "@tus/server";
import type { Locker } from "@tus/utils";
import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError, ERRORS } from "#app/core/domain/errors.ts";
import {
  completeUpload,
  getUpload,
  noteReceived,
} from "#app/core/domain/recording/upload.server.ts";
import type { UploadRow } from "#app/core/domain/recording/upload-row.ts";
import { reportFullDisk } from "#app/core/domain/notification/notify-members.server.ts";
import { holdUpload, keepHold, letGo } from "#app/core/domain/recording/upload-lock.server.ts";
import { isDiskFull } from "#app/core/platform/error-facts.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/core/platform/env.server.ts";
import { findActor } from "./actor.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { report } from "./report.server.ts";
import { tusId, type UploadStore, uploadStore } from "./upload-store.server.ts";

/** Express and the web have a type of this name. */
type WebRequest = globalThis.Request;

type Refusal = { status_code: number; body: string };
/** tus answers an error's own status and body. */
const refuse = (code: keyof typeof ERRORS): Refusal => ({
  status_code: ERRORS[code],
  body: `${code}\n`,
});

const HOLD_RENEW_MS = 5_000;
const PROGRESS_MS = 500;
const UPLOAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Visit = { actor: Member; upload: UploadRow };
/**
 * Uploads in progress here, by the name tus knows them by. Rights are checked on every request. An abandoned one is
 * dropped an hour after its last request; while bytes arrive, the lease keeps it.
 */
const admitted = new LRUCache<string, Visit>({ max: 10_000, ttl: 3_600_000, updateAgeOnGet: true });
/** Who holds their locks here, by the same name. */
const holders = new Map<string, string>();

/**
 * One writer per upload on all nodes: a lease in the row, renewed while bytes flow. A second
 * writer gets 423 and tries again; a writer that stalls or dies loses the lease by itself.
 */
const locker: Locker = {
  newLock(id) {
    const holder = randomUUID();
    let beat: NodeJS.Timeout | undefined;
    let row: UploadRow | undefined;
    return {
      async lock(_signal, cancel) {
        row = admitted.get(id)?.upload;
        if (!row || !(await holdUpload(row, holder))) throw refusal("upload_locked");
        holders.set(id, holder);
        const held = row;
        beat = setInterval(() => {
          admitted.get(id);
          keepHold(held, holder).then(
            (isHeld) => {
              if (!isHeld) void cancel();
            },
            () => undefined, // the database is away: the lease runs on until it expires
          );
        }, HOLD_RENEW_MS);
      },
      async unlock() {
        clearInterval(beat);
        if (holders.get(id) === holder) holders.delete(id);
        if (row) await letGo(row, holder);
      },
    };
  },
};

/** Finds sender and row; an upload of anybody else is refused as unknown. */
async function admit(request: WebRequest, uploadId: string): Promise<Visit> {
  const actor = await findActor(request);
  if (!actor) throw refusal("unauthenticated");
  if (actor.impersonator !== null) throw refusal("view_only");
  if (!UPLOAD_ID.test(uploadId)) throw refusal("not_found");
  const visit = { actor, upload: await getUpload(actor, uploadId) };
  admitted.set(tusId(visit.upload.key), visit);
  return visit;
}

/**
 * A server that ended between the last byte and its commit leaves an upload that is whole and open, and a
 * sender whose bytes are all acknowledged has nothing more to send: a request for the offset ends the upload first.
 */
async function completeWhole({ actor, upload }: Visit, store: UploadStore): Promise<void> {
  if (upload.state !== "receiving") return;
  const id = tusId(upload.key);
  const found = await store.getUpload(id).catch(() => null); // what is wrong is reported when tus asks for the same
  if (found?.offset !== upload.total) return;
  const holder = randomUUID();
  if (!(await holdUpload(upload, holder))) return; // its writer lives, and ends it
  try {
    await store.joinParts(id);
    await completeUpload(actor, upload);
  } finally {
    await letGo(upload, holder);
  }
}

const idFromMetadata = (request: { headers: Headers }): string => {
  const entry = (request.headers.get("upload-metadata") ?? "")
    .split(",")
    .map((part) => part.trim().split(" "));
  const [, value = ""] = entry.find(([name]) => name === "upload") ?? [];
  return Buffer.from(value, "base64").toString("utf8");
};

/** A fetch request with the headers that tell who asks. */
const plain = (headers: Headers): WebRequest =>
  new globalThis.Request("http://local/uploads", { headers });

/** The resumable entry point at `/uploads` (tus 1.0: creation, and PATCH and HEAD of what `beginUpload` made). */
export function uploads(): (req: Request, res: Response) => Promise<void> {
  const store = uploadStore((id) => {
    const row = admitted.get(id)?.upload;
    return row && { row, holder: holders.get(id) };
  });
  const server = new Server({
    path: "/uploads",
    relativeLocation: true,
    datastore: store,
    locker,
    maxSize: env().LIMIT_UPLOAD_BYTES,
    postReceiveInterval: PROGRESS_MS,
    namingFunction: async (request) =>
      tusId((await admit(plain(request.headers), idFromMetadata(request))).upload.key),
    generateUrl: (_request, { id }) => paths.upload(admitted.get(id)?.upload.id ?? ""),
    getFileIdFromRequest: (_request, id) => (id !== undefined && admitted.has(id) ? id : undefined),
    onUploadCreate: (_request, upload) => {
      const isAsAnnounced = upload.size === admitted.get(upload.id)?.upload.total;
      return isAsAnnounced
        ? Promise.resolve({ metadata: {} })
        : Promise.reject(refusal("validation_failed"));
    },
    onUploadFinish: async (_request, upload) => {
      const visit = admitted.get(upload.id);
      if (visit) await completeUpload(visit.actor, visit.upload);
      admitted.delete(upload.id);
      return {};
    },
    onResponseError: (_request, error) => {
      const refused = describe(error);
      if (!refused) report(error);
      return refused;
    },
  });
  server.on(EVENTS.POST_RECEIVE, (_request, upload) => {
    const row = admitted.get(upload.id)?.upload;
    if (row) void noteReceived(row, upload.offset).catch((error: unknown) => report(error));
  });

  return async (req, res) => {
    // The path is /uploads or /uploads/{id}; Express has cut the mount point off.
    const uploadId = req.path.slice(1);
    req.url = req.originalUrl;
    if (!/^(POST|PATCH|HEAD|OPTIONS)$/.test(req.method)) {
      res.status(ERRORS.method_not_allowed).end();
      return;
    }
    let workspaceId: string | undefined;
    if (req.method === "PATCH" || req.method === "HEAD") {
      try {
        const visit = await admit(plain(plainHeaders(req.headers)), uploadId);
        ({ workspaceId } = visit.actor);
        if (req.method === "HEAD") await completeWhole(visit, store);
        req.url = `/uploads/${encodeURIComponent(tusId(visit.upload.key))}`;
      } catch (error) {
        const { status_code, body } = describe(error) ?? refuse("internal");
        if (status_code >= 500 && status_code !== ERRORS.unavailable) report(error);
        res.status(status_code).type("text").send(body);
        return;
      }
    }
    await server.handle(req, res);
    if (res.statusCode === ERRORS.storage_full && workspaceId !== undefined)
      await reportFullDisk(workspaceId).catch(report); // the sender has been answered
  };
}

const plainHeaders = (headers: http.IncomingHttpHeaders): Headers => {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) plain.set(name, Array.isArray(value) ? value.join(", ") : value);
  return plain;
};

/** The same as something to throw: tus reads status and body off it. */
const refusal = (code: keyof typeof ERRORS): Error => Object.assign(new Error(code), refuse(code));

function describe(error: unknown): Refusal | undefined {
  if (error instanceof DomainError) return refuse(error.code);
  if (error instanceof globalThis.Response) return { status_code: error.status, body: "" }; // a route's refusal
  if (isDatabaseUnavailable(error)) return refuse("unavailable");
  if (isDiskFull(error)) return refuse("storage_full");
  if (
    typeof error === "object" &&
    error !== null &&
    "status_code" in error &&
    typeof error.status_code === "number" &&
    "body" in error
  )
    return { status_code: error.status_code, body: String(error.body) };
  return undefined;
}
