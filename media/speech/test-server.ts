/** An OpenAI-compatible transcription server in this process, for tests. */
import { createServer, type IncomingMessage } from "node:http";

export type Asked = { headers: IncomingMessage["headers"]; form: FormData };
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  hang?: boolean;
};

/** `reply` is called once per request, with its number from 0. */
export async function startServer(reply: (asked: Asked, n: number) => Reply | Promise<Reply>) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void (async () => {
        const isRoute = request.url === "/v1/audio/transcriptions" && request.method === "POST";
        if (!isRoute) {
          response.writeHead(404).end();
          return;
        }
        const type = request.headers["content-type"] ?? "";
        const form = await new Response(Buffer.concat(chunks), {
          headers: { "content-type": type },
        }).formData();
        const entry = { headers: request.headers, form };
        const n = asked.push(entry) - 1;
        const { status = 200, headers = {}, body, hang } = await reply(entry, n);
        if (hang) return;
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(JSON.stringify(body ?? {}));
      })();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    asked,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}

export const field = (form: FormData, name: string) => form.getAll(name).map(String);
