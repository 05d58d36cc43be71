import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";

const came: { type: string; key: string; bytes: Buffer }[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { "content-type": type = "", authorization: key = "" } = request.headers;
    came.push({ type, key, bytes: Buffer.concat(chunks) });
    response.end("{}");
  });
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => new Promise((done) => server.close(done)));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
const { port } = server.address() as AddressInfo;

process.env["DATABASE_URL"] ??= "postgresql://nobody@127.0.0.1:1/none";
process.env["SECRET_KEY"] ??= randomBytes(32).toString("base64url");
process.env["PRIVATE_HOSTS"] = `127.0.0.1:${port}`;
const { fetch: guarded } = await import("./http-guard.server.ts");

test("a form arrives as the form it is, with its file and the other headers", async () => {
  const form = new FormData();
  form.set("model", "whisper-1");
  form.set("file", new Blob([Buffer.from("RIFF")], { type: "audio/wav" }), "a.wav");
  await guarded(`http://127.0.0.1:${port}/`, {
    ...{ method: "POST", body: form, headers: { authorization: "Bearer key" } },
  });
  const [{ type, key, bytes } = { type: "", key: "", bytes: Buffer.alloc(0) }] = came;
  expect(key).toBe("Bearer key");
  const read = await new Response(new Uint8Array(bytes), {
    headers: { "content-type": type },
  }).formData();
  expect(read.get("model")).toBe("whisper-1");
  const file = read.get("file");
  expect(file instanceof File ? [file.name, await file.text()] : null).toEqual(["a.wav", "RIFF"]);
});
