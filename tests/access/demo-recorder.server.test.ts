import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { finishRecording, sendRun, startRecording } from "#scripts/demo/recorded-call.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { appForFile } from "./app-for-file.ts";

// The demo records a call as a browser does, and goes on without it where that is refused: here it must not be.

await queueForFile();
const app = await appForFile();
const server = createServer((request, response) => {
  void answer(request).then(async (answered) => {
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

async function answer(request: IncomingMessage): Promise<Response> {
  const { url = "", method = "GET" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string") headers.set(name, value);
  const bytes = await buffer(request);
  const body = bytes.length === 0 ? {} : { body: bytes };
  return app.ask(new Request(`https://parley.test${url}`, { method, headers, ...body }));
}

test("the demo begins a recording, sends its pieces and ends it", async () => {
  const workspace = await aWorkspace();
  const rep = await aMember(workspace);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It does not listen.");
  const visitor = { origin: `http://127.0.0.1:${address.port}`, cookie: `__Host-sid=${rep.token}` };
  const facts = { title: "A call", company: "Kestrel", language: "en", who: "Haruki Okabe" };
  const { callId, recordingId } = await startRecording(visitor, facts);
  const bytes = Buffer.alloc(4_000, 1);
  await sendRun(visitor, recordingId, { source: "microphone", bytes, lengthMs: 4_000 });
  await finishRecording(visitor, recordingId, 4_000);
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  expect(call).toMatchObject({ state: "ended", visibility: "workspace", durationMs: 4_000 });
});
