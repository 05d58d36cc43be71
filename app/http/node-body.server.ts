import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createReadableStreamFromReadable, type LoaderFunction } from "@remix-run/node";
import type { RequestHandler } from "express";
import { remember } from "#app/core/platform/remember.ts";

/** The Node stream behind an answer; pages and server.ts hold copies of this module, hence `remember`. */
const bodies = () => remember("node-bodies", () => new WeakMap<Response, Readable>());

/** An answer of many bytes: a web stream for whoever reads one, the Node stream itself for `sendMany`. */
export function respondWith(body: Readable, init: ResponseInit): Response {
  let inner: ReadableStreamDefaultReader<Uint8Array> | null = null;
  const lazy = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        inner ??= createReadableStreamFromReadable(body).getReader();
        const { done, value } = await inner.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
  const response = new Response(lazy, init);
  bodies().set(response, body);
  return response;
}

/** Made once: an error with its stack is a tenth of the work for a range. */
const OVER = new DOMException("The answer is over", "AbortError");

/**
 * Serves one route's own loader from Express: same rights, same answers. What it answers with `respondWith` goes from
 * disk to socket without two conversions of each megabyte (reliability §8.1 Media ranges).
 */
export const sendMany =
  (origin: string, loader: LoaderFunction): RequestHandler =>
  async (req, res, next) => {
    const closed = new AbortController();
    res.on("close", () => closed.abort(OVER));
    const request = new Request(origin + req.originalUrl, {
      method: req.method,
      headers: headersOf(req.headers),
    });
    try {
      const context = { closed: closed.signal };
      const answer: unknown = await answerOf(loader, { request, params: req.params, context });
      if (answer instanceof Response) await send(answer, res);
      else next(answer);
    } catch (error) {
      if (res.destroyed || closed.signal.aborted) return; // the player jumped elsewhere

      next(error instanceof Error ? error : new Error("media failed", { cause: error }));
    }
  };

/** Refusals are thrown; they are answers like any other. */
async function answerOf(
  loader: LoaderFunction,
  args: Parameters<LoaderFunction>[0],
): Promise<unknown> {
  try {
    return await loader(args);
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}

async function send(answer: Response, res: Parameters<RequestHandler>[1]): Promise<void> {
  res.status(answer.status);
  for (const [name, value] of answer.headers) res.setHeader(name, value);
  const body = bodies().get(answer);
  if (!body) {
    res.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  // A body that is broken off takes its answer along, also from a reader who takes nothing: it must look broken.
  body.once("close", () => {
    if (!res.writableEnded) res.destroy();
  });
  await (canSend(body) ? body.sendTo(res) : pipeline(body, res));
}

type Sending = Readable & { sendTo: (target: Writable) => Promise<void> };
/** Files send themselves, without a fresh buffer for each megabyte; whatever comes over a network is piped. */
const canSend = (body: Readable): body is Sending =>
  "sendTo" in body && typeof body.sendTo === "function";

function headersOf(given: Parameters<RequestHandler>[0]["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  return headers;
}
