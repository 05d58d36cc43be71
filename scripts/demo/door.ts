import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Script, Side } from "./script.ts";

/** A member signed in over HTTP, as a browser is. */
export type Visitor = { origin: string; cookie: string };
export type Opened = { callId: string; uploads: { id: string; index: number }[] };

const CHUNK_BYTES = 4_000_000;
const openedSchema = z.object({
  callId: z.string(),
  uploads: z.array(z.object({ id: z.string(), index: z.number() })),
});
const importedSchema = z.object({ callId: z.string() });
const SAME_SITE = { "sec-fetch-site": "same-origin" };

/** Signs in by the form. @throws Error when the door stays shut */
export async function signIn(origin: string, email: string, password: string): Promise<Visitor> {
  const response = await fetch(`${origin}/signin`, {
    method: "POST",
    redirect: "manual",
    headers: SAME_SITE,
    body: new URLSearchParams({ email, password }),
  });
  const cookie = response.headers
    .getSetCookie()
    .find((value) => value.startsWith("__Host-sid="))
    ?.split(";")[0];
  if (cookie === undefined) throw new Error(`The demo's sign-in was refused (${response.status}).`);
  return { origin, cookie };
}

/** Leaves nothing behind among the devices of whoever signs in next. */
export async function signOut({ origin, cookie }: Visitor): Promise<void> {
  await fetch(`${origin}/signout`, {
    method: "POST",
    redirect: "manual",
    headers: { ...SAME_SITE, cookie },
  });
}

const facts = (script: Script): Record<string, unknown> => ({
  title: script.title,
  company: script.company,
  language: script.language,
  startedAt: startOf(script.daysAgo),
  visibility: "workspace",
  consent: true,
});

/** Mid-morning of a working day, UTC. */
function startOf(daysAgo: number): string {
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  while ([0, 6].includes(at.getUTCDay())) at.setUTCDate(at.getUTCDate() - 1);
  at.setUTCHours(9 + (daysAgo % 6), daysAgo % 2 === 0 ? 0 : 30, 0, 0);
  return (at.getTime() > Date.now() ? new Date(at.getTime() - 86_400_000) : at).toISOString();
}

/** Announces a call of one file per person. @param visibility who may open it; everyone in the demo */
export async function beginUpload(
  visitor: Visitor,
  script: Script,
  sizes: Record<Side, number>,
  visibility: "team" | "workspace" = "workspace",
): Promise<Opened> {
  const files = (["R", "C"] as const).map((side) => ({
    name: `${script.slug}-${side === "R" ? "rep" : "customer"}.wav`,
    size: sizes[side],
    speaker: script.names[side],
    side,
  }));
  return openedSchema.parse(
    await post(visitor, "/recordings/begin", {
      ...{ ...facts(script), visibility },
      ...{ channels: "no", files },
    }),
  );
}

/** Brings a script in as words without sound. @returns the call's id */
export async function importScript(visitor: Visitor, script: Script, vtt: string): Promise<string> {
  const speakers = (["R", "C"] as const).map((side) => ({ name: script.names[side], side }));
  return importedSchema.parse(
    await post(visitor, "/recordings/import", {
      ...facts(script),
      name: `${script.slug}.vtt`,
      text: vtt,
      speakers,
    }),
  ).callId;
}

async function post({ origin, cookie }: Visitor, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...SAME_SITE, cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 201)
    throw new Error(
      `${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`,
    );
  return response.json();
}

/** An upload the server no longer knows: it expired, or its call went. */
export class UploadGone extends Error {}

/**
 * Sends one file by tus, from wherever an earlier try was cut.
 * @throws UploadGone when there is nothing to go on with; Error after five tries without progress
 */
export async function sendFile(visitor: Visitor, id: string, bytes: Buffer): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      let offset = await offsetOf(visitor, id, bytes.length);
      while (offset < bytes.length) {
        offset = await sendChunk(visitor, id, offset, bytes.subarray(offset, offset + CHUNK_BYTES));
        tries = 0;
      }
      return;
    } catch (error) {
      if (error instanceof UploadGone || tries === 5) throw error;
      await sleep(500 * 2 ** tries);
    }
  }
}

const tusHeaders = ({ cookie }: Visitor): Record<string, string> => ({
  ...SAME_SITE,
  cookie,
  "tus-resumable": "1.0.0",
});

/** How much the server has; the upload is made where it is not there yet. */
async function offsetOf(visitor: Visitor, id: string, size: number): Promise<number> {
  const head = await fetch(`${visitor.origin}/uploads/${id}`, {
    method: "HEAD",
    headers: tusHeaders(visitor),
  });
  if (head.ok) return Number(head.headers.get("upload-offset"));
  if (head.status !== 404 && head.status !== 410)
    throw new Error(`The upload's state is unknown (${head.status}).`);
  const made = await fetch(`${visitor.origin}/uploads`, {
    method: "POST",
    headers: {
      ...tusHeaders(visitor),
      "upload-length": String(size),
      "upload-metadata": `upload ${Buffer.from(id).toString("base64")}`,
    },
  });
  if (made.status === 201) return 0;
  const reason = `The upload was refused (${made.status}: ${(await made.text()).slice(0, 200)}).`;
  if ([403, 404, 409, 410].includes(made.status)) throw new UploadGone(reason);
  throw new Error(reason);
}

async function sendChunk(
  visitor: Visitor,
  id: string,
  offset: number,
  chunk: Buffer,
): Promise<number> {
  const response = await fetch(`${visitor.origin}/uploads/${id}`, {
    method: "PATCH",
    headers: {
      ...tusHeaders(visitor),
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(chunk),
  });
  if (response.status !== 204)
    throw new Error(
      `A part was refused (${response.status}: ${(await response.text()).slice(0, 200)}).`,
    );
  return Number(response.headers.get("upload-offset"));
}

/** What an address answers, read by a schema. */
export async function read<S extends z.ZodType>(
  { origin, cookie }: Visitor,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const response = await fetch(origin + path, { headers: { cookie } });
  return schema.parse(response.ok ? await response.json() : null);
}

/** Sends a form as a page does. @throws Error with the intent when it is refused */
export async function send(
  { origin, cookie }: Visitor,
  path: string,
  form: Record<string, string>,
): Promise<void> {
  const response = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...SAME_SITE, cookie },
    body: new URLSearchParams(form),
  });
  if (response.status >= 400)
    throw new Error(`The demo: ${path} refused ${form["intent"]} (${response.status}).`);
}

/**
 * Sends a form as a page's script does. @param route the module that answers
 * @returns the answer's JSON @throws Error with the intent when it is refused
 */
export async function sendTo(
  { origin, cookie }: Visitor,
  path: string,
  route: string,
  form: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(`${origin}${path}?_data=${encodeURIComponent(route)}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...SAME_SITE, cookie },
    body: new URLSearchParams(form),
  });
  if (response.status >= 400)
    throw new Error(`The demo: ${path} refused ${form["intent"]} (${response.status}).`);
  return response.json();
}

/** Reports something that has no answer, as a player says what it played. @throws Error when it is refused */
export async function report({ origin, cookie }: Visitor, path: string, body: unknown) {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { ...SAME_SITE, cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The demo: ${path} was refused (${response.status}).`);
}

/** @returns true: it is stored @throws Error when it is refused */
export async function putPiece(
  { origin, cookie }: Visitor,
  path: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<true> {
  const response = await fetch(origin + path, {
    method: "PUT",
    headers: { ...SAME_SITE, cookie, ...headers },
    body: new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`A piece was refused (${response.status}).`);
  return true;
}
