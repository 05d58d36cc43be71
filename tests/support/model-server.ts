import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";
import * as z from "zod";

const question = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.unknown().optional(),
});
/** What a model was asked, and with which key. */
export type AskedModel = z.output<typeof question> & { key: string | null; path: string };
/**
 * What it says: its text; a status in its place, with headers; a stream that ends in the middle (`cut`); a body of its
 * own (`raw`); or nothing for as long as anybody waits (`silent`).
 */
export type ModelReply =
  | { text: string; isPlain?: boolean }
  | { status: number; headers?: Record<string, string> }
  | { cut: string }
  | { raw: string; type?: string }
  | { silent: true };

export type ModelServer = {
  url: string;
  host: string;
  asked: AskedModel[];
  stop: () => Promise<void>;
};

/** A model on this machine that speaks chat completions, and answers what it is told. @param listenOn a port; 0: any */
export async function startModelServer(
  answer: (asked: AskedModel, at: number) => ModelReply | Promise<ModelReply>,
  listenOn = 0,
): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers.authorization?.replace(/^Bearer /, "") ?? null;
    const one = { ...question.parse(await readJson(request)), key, path: request.url ?? "" };
    asked.push(one);
    send(response, one, await answer(one, asked.length - 1));
  };
  const server = createServer((request, response) => {
    void take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const host = `127.0.0.1:${port}`;
  return { url: `http://${host}/v1`, host, asked, stop };
}

const usage = { prompt_tokens: 1_000, completion_tokens: 100 };

function send(response: ServerResponse, asked: AskedModel, reply: ModelReply): void {
  if ("silent" in reply) return;
  if ("status" in reply) {
    response.writeHead(reply.status, reply.headers).end("{}");
    return;
  }
  if ("raw" in reply) {
    response.writeHead(200, { "content-type": reply.type ?? "application/json" }).end(reply.raw);
    return;
  }
  if ("text" in reply && (reply.isPlain === true || asked.stream !== true)) {
    const message = { role: "assistant", content: reply.text };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }], usage }));
    return;
  }
  const text = "cut" in reply ? reply.cut : reply.text;
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (piece: object) => response.write(`data: ${JSON.stringify(piece)}\n\n`);
  for (let at = 0; at < text.length; at += 40)
    say({ choices: [{ delta: { content: text.slice(at, at + 40) }, finish_reason: null }] });
  if ("cut" in reply) {
    response.end();
    return;
  }
  say({ choices: [{ delta: {}, finish_reason: "stop" }], usage });
  response.end("data: [DONE]\n\n");
}
