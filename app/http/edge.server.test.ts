import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import express, { type RequestHandler } from "express";
import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { log } from "#app/core/platform/log.server.ts";
import { aCall, aMember, aRecording, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { MOST_BYTES } from "./body.server.ts";
import {
  endedSessionCookie,
  preferenceCookie,
  readCookie,
  sessionCookie,
  sessionToken,
} from "./cookies.server.ts";
import { lastResort } from "./edge.server.ts";
import { languageOf, themeOf, timeZoneOf } from "./language.server.ts";
import { openMedia } from "./media.server.ts";
import { describe as describeError } from "./refusal.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { visitor } from "./route.server.ts";

const HERE = "http://127.0.0.1:3000";
const withCookie = (cookie: string): Request => new Request(HERE, { headers: { cookie } });

let owner: SignedIn;
beforeAll(async () => {
  owner = await aMember(await aWorkspace());
});

test("the session's cookie is bound to the host, hidden from scripts, and not sent along by other sites' posts", () => {
  expect(sessionCookie("abc")).toBe(
    "__Host-sid=abc; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(endedSessionCookie()).toBe(
    "__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(preferenceCookie("lang", "ja")).toBe(
    "lang=ja; Max-Age=31536000; Path=/; Secure; SameSite=Lax",
  );
  expect(preferenceCookie("tz", "a; Domain=evil.example\r\nX: y")).not.toMatch(/Domain=|[\r\n]/);
});

test.each<[string, string | null]>([
  ["__Host-sid=abc", "abc"],
  ["theme=dark; __Host-sid=abc; lang=ja", "abc"],
  ["__Host-sid=first; __Host-sid=second", "first"],
  ["__Host-sid=", ""],
  ["__Host-sid", null],
  ["x__Host-sid=abc", null],
  ["__Host-sidx=abc", null],
  ["__Host-sid=%", null],
  ["__Host-sid = abc ;", "abc"],
  ['__Host-sid="abc"', '"abc"'],
  ["__Host-sid=%E0%A4%A", null],
  ["=abc", null],
  [";;;", null],
  ["", null],
])("of %j the session is %j", (cookie, token) => {
  expect(sessionToken(withCookie(cookie))).toBe(token);
});

test("cookies that cannot be read, or say what is on no list, change nothing", async () => {
  for (const value of ["%", "klingon", "../../etc", "__proto__", "<script>", "%00", "%E0"]) {
    const request = withCookie(`theme=${value}; lang=${value}; tz=${value}; __Host-sid=${value}`);
    expect(themeOf(request)).toBe("system");
    expect(await languageOf(request)).toBe("en");
    expect(timeZoneOf(request, null)).toBe("UTC");
  }
  expect(readCookie(withCookie("tz=Asia%2FTokyo"), "tz")).toBe("Asia/Tokyo");
  expect(timeZoneOf(withCookie("tz=Asia%2FTokyo"), null)).toBe("Asia/Tokyo");
});

/** A body of any length that announces none. */
const endless = (bytes: number): ReadableStream<Uint8Array> => {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes) {
        controller.close();
        return;
      }
      sent += 1024 * 1024;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
    },
  });
};
const seen: unknown[] = [];
const schema = z.object({ title: z.string().min(1) });
const asForm = visitor({ POST: "preferences.use" }, z.object({}), ({ form }) =>
  form(schema, (input) => Promise.resolve(Response.json(input))),
);
const asBody = visitor({ POST: "preferences.use" }, z.object({}), ({ body }) =>
  body(schema, (input) => {
    seen.push(input);
    return Promise.resolve(Response.json(input));
  }),
);
type Entrance = typeof asForm | typeof asBody;
const send = async (
  entrance: Entrance,
  type: string,
  body: BodyInit | null,
): Promise<[number, unknown]> => {
  const init = { method: "POST", headers: { "content-type": type }, body, duplex: "half" as const };
  const request = new Request(HERE, init);
  const answer: unknown = await entrance({ request, params: {}, context: {} }).catch(
    (error: unknown) => error,
  );
  if (!(answer instanceof Response)) throw answer;
  return [answer.status, await answer.json()];
};

test.each([
  ["application/json", "{"],
  ["application/json", ""],
  ["text/plain", "title=x"],
  ["", "title=x"],
  ["multipart/form-data", "x"],
  ["multipart/form-data; boundary=x", "--y\r\n"],
])("a body of %j that is %j is the sender's fault", async (type, body) => {
  expect(await send(asBody, type, body)).toEqual([
    400,
    expect.objectContaining({ code: "invalid_request" }),
  ]);
  if (!type.includes("json")) expect((await send(asForm, type, body))[0]).toBe(400);
});

test("a body that is too long is refused, also when it announces no length", async () => {
  const long = MOST_BYTES + 2 * 1024 * 1024;
  for (const [entrance, type] of [
    [asBody, "application/json"],
    [asForm, "application/x-www-form-urlencoded"],
  ] as const)
    expect(await send(entrance, type, endless(long))).toEqual([
      413,
      expect.objectContaining({ code: "payload_too_large" }),
    ]);
});

test("a character the database cannot hold does not get there", async () => {
  const json = JSON.stringify({ title: "a\u0000b", __proto__: { admin: true } });
  expect(await send(asBody, "application/json", json)).toEqual([200, { title: "ab" }]);
  expect(await send(asForm, "application/x-www-form-urlencoded", "title=a%00b")).toEqual([
    200,
    { title: "ab" },
  ]);
  expect(seen.at(-1)).not.toHaveProperty("admin");
});

test("fields are refused by name, objects and lists where a word belongs too", async () => {
  for (const title of [{ not: "x" }, ["x"], 7, null, true])
    expect(await send(asBody, "application/json", JSON.stringify({ title }))).toEqual([
      422,
      { code: "validation_failed", fields: { title: [expect.any(String)] } },
    ]);
  expect((await send(asForm, "application/x-www-form-urlencoded", "title="))[0]).toBe(422);
});

async function aMix(bytes: Buffer) {
  const call = await aCall(owner, { title: 'Renewal "2026"' });
  const recording = await aRecording(call);
  const key = `${call.workspaceId}/${recording.id}/normalise-1/mix.m4a`;
  await blobs().put(key, Readable.from([bytes]));
  return db.file.create({
    data: {
      id: newId(),
      workspaceId: call.workspaceId,
      recordingId: recording.id,
      kind: "mix",
      key,
      bytes: BigInt(bytes.length),
      sha256: new Uint8Array(randomBytes(32)),
      mime: "audio/mp4",
    },
  });
}
const open = (fileId: string, headers: Record<string, string> = {}, path = "", method = "GET") =>
  openMedia(
    owner,
    fileId,
    new Request(`${HERE}/media/x${path}`, { headers, method }),
    new AbortController().signal,
  );

test("media answer whole, in part, unchanged, or not at all", async () => {
  const bytes = randomBytes(3_000_000);
  const { id } = await aMix(bytes);
  const whole = await open(id);
  const etag = whole.headers.get("etag") ?? "";
  expect([
    whole.status,
    whole.headers.get("content-length"),
    whole.headers.get("accept-ranges"),
  ]).toEqual([200, "3000000", "bytes"]);
  expect(whole.headers.get("content-disposition")).toBe("inline");
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);

  const part = await open(id, { range: "bytes=1000000-1999999" });
  expect([
    part.status,
    part.headers.get("content-range"),
    part.headers.get("content-length"),
  ]).toEqual([206, "bytes 1000000-1999999/3000000", "1000000"]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000_000, 2_000_000))).toBe(
    true,
  );
  const end = await open(id, { range: "bytes=-5" });
  expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true);

  expect((await open(id, { "if-none-match": etag })).status).toBe(304);
  expect((await open(id, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
  expect((await open(id, { range: "bytes=0-1", "if-range": '"older"' })).status).toBe(200);
  const beyond = await open(id, { range: "bytes=3000000-" });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */3000000"]);
  const head = await open(id, {}, "", "HEAD");
  expect([head.status, head.headers.get("content-length"), head.body]).toEqual([
    200,
    "3000000",
    null,
  ]);
});

test("a download has the call's name and is noted once, not for each part", async () => {
  const { id } = await aMix(randomBytes(100));
  const count = () =>
    db.auditEntry.count({ where: { workspaceId: owner.workspaceId, event: "media.downloaded" } });
  const before = await count();
  const first = await open(id, {}, "?download=1");
  expect(first.headers.get("content-disposition")).toContain(
    'attachment; filename="Renewal 2026 .m4a"',
  );
  await first.arrayBuffer();
  await (await open(id, { range: "bytes=50-99" }, "?download=1")).arrayBuffer();
  expect(await count()).toBe(before + 1);
});

test("a file whose bytes are gone is 404, not a broken stream", async () => {
  const file = await aMix(randomBytes(100));
  await blobs().delete(file.key);
  await expect(open(file.id)).rejects.toMatchObject({ code: "not_found" });
});

test("a refusal keeps its status and its wait, an absent database is 503, and a bug stays a bug", async () => {
  const limited = describeError(new DomainError("rate_limited", { "": ["wait?n=2"] }, 90));
  expect(limited).toBeInstanceOf(Response);
  if (!(limited instanceof Response)) return;
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "90"]);
  expect(await limited.json()).toEqual({
    code: "rate_limited",
    fields: { "": ["wait?n=2"] },
    retryAfter: 90,
  });
  const away = new Error("outer", {
    cause: Object.assign(new Error("inner"), { code: "ECONNREFUSED" }),
  });
  expect(isDatabaseUnavailable(away)).toBe(true);
  expect(describeError(away)).toHaveProperty("status", 503);
  const bug = new Error("unique constraint");
  expect(describeError(bug)).toBe(bug);
  for (const odd of [null, undefined, "ECONNREFUSED", 7, { code: "ECONNREFUSED" }])
    expect(isDatabaseUnavailable(odd)).toBe(false);
});

const broken = (code: string | undefined): Error => Object.assign(new Error("broken"), { code });

/** What becomes of half an answer. @returns how many lines of error it is */
async function linesOf(
  breakOff: RequestHandler,
  ask: (url: string) => Promise<unknown>,
): Promise<number> {
  const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const app = express();
  app.get("/", breakOff);
  app.use(lastResort);
  const server = app.listen(0, "127.0.0.1");
  const isClosed = new Promise((done) =>
    server.on("request", (_req, res) => res.on("close", () => setImmediate(done))),
  );
  try {
    await new Promise((ready) => server.once("listening", ready));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(ask(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    await isClosed;
    return said.mock.calls.length;
  } finally {
    said.mockRestore();
    await new Promise((done) => server.close(done));
  }
}
const read = async (url: string) => (await fetch(url)).text();
const CODES = ["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"];

test.each([...CODES, "EIO", undefined])(
  "an answer whose source breaks off with %s looks broken to who still reads, and is one line of error",
  async (code) => {
    const source: RequestHandler = (_req, res, next) => {
      res.write("half");
      next(broken(code));
    };
    expect(await linesOf(source, read)).toBe(1);
    // As Remix does it: the answer is destroyed first.
    const destroying: RequestHandler = (_req, res, next) => {
      res.write("half");
      res.destroy(broken(code));
      next(broken(code));
    };
    expect(await linesOf(destroying, read)).toBe(1);
  },
);

test.each<[string, number]>([...CODES.map((code): [string, number] => [code, 0]), ["EIO", 1]])(
  "of a client that goes away %s says nothing that is ours to look into: %i lines",
  async (code, lines) => {
    const handler: RequestHandler = (_req, res, next) => {
      res.write("half");
      res.on("close", () => next(broken(code)));
    };
    const disconnect = async (url: string) => {
      const gone = new AbortController();
      const answer = await fetch(url, { signal: gone.signal });
      gone.abort();
      return answer.text();
    };
    expect(await linesOf(handler, disconnect)).toBe(lines);
  },
);
