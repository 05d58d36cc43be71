import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { IncomingMessage } from "node:http";

/**
 * Loaded into the product by its journeys alone, before anything of its own (`node --import`): notes what members'
 * browsers ask of it, a line of JSON each, so that the fuzz of two workspaces can be held against it. Never words or
 * secrets: of a form its intent, and the names of the fields that hold an id.
 */
const file = process.env["NOTE_REQUESTS"];
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_BODY = 64 * 1024;

export type Noted = {
  method: string;
  path: string;
  /** Names of the fields of the address and of the body that hold an id. */
  ids: string[];
  intent: string | null;
};

if (file !== undefined)
  subscribe("http.server.request.start", (message) => {
    const request: unknown =
      typeof message === "object" && message !== null && "request" in message
        ? message.request
        : null;
    if (request instanceof IncomingMessage) note(request, file);
  });

function note(request: IncomingMessage, to: string): void {
  if (!(request.headers.cookie ?? "").includes("__Host-sid=")) return;
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  if (pathname.startsWith("/assets/")) return;
  const write = (fields: Iterable<[string, string]>): void => {
    const all = [...searchParams, ...fields];
    const noted: Noted = {
      method: request.method ?? "GET",
      path: pathname,
      ids: [...new Set(all.filter(([, value]) => ID.test(value)).map(([name]) => name))],
      intent: all.find(([name]) => name === "intent")?.[1] ?? null,
    };
    appendFileSync(to, `${JSON.stringify(noted)}\n`);
  };
  const type = request.headers["content-type"] ?? "";
  if (!/urlencoded|json/.test(type)) {
    write([]);
    return;
  }
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (Buffer.isBuffer(chunk) && chunks.length < MOST_BODY) chunks.push(chunk);
    if (chunk === null) write(fieldsOf(type, Buffer.concat(chunks).toString()));
    return push(chunk, encoding);
  };
}

function fieldsOf(type: string, body: string): [string, string][] {
  if (type.includes("urlencoded")) return [...new URLSearchParams(body)];
  try {
    const sent: unknown = JSON.parse(body);
    return typeof sent === "object" && sent !== null
      ? Object.entries(sent).map(([name, value]) => [name, String(value)])
      : [];
  } catch {
    return [];
  }
}
