import { randomBytes } from "node:crypto";
import { type AppLoadContext, type EntryContext, json } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { REQUEST_ID } from "#app/http/actor.server.ts";
import { documentPolicy, reachable } from "#app/http/headers.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { report } from "#app/http/report.server.ts";
import { NonceContext } from "#app/nonce.ts";
import { serverI18n } from "#app/i18n/i18n.server.ts";
import { TextsProvider } from "#app/i18n/translation.tsx";

/** In one piece, not as a stream: loaders bring all of a page's data, so there is nothing to send ahead of the rest. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  _context: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const i18n = serverI18n(await languageOf(request));
  headers.set("Content-Type", "text/html; charset=utf-8");
  const mediaServer = env().LIVEKIT_PUBLIC_URL ?? env().LIVEKIT_URL;
  const reached = reachable(new URL(request.url).pathname, headers, mediaServer);
  headers.set("Content-Security-Policy", documentPolicy(nonce, reached));
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <TextsProvider i18n={i18n}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </TextsProvider>
    </NonceContext.Provider>,
  );
  // As bytes: a Response looks through every character of a string first.
  return new Response(Buffer.from(`<!DOCTYPE html>${page}`), { headers, status });
}

/**
 * Loaders and actions report here what they did not expect; refusals were answered before. Remix's own (an action that
 * is not there, a body that cannot be read) are refusals, too.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  report(error, { requestId: request.headers.get(REQUEST_ID) });
}

/** `?_data=` that names no route of this address: Remix says 403 or 400, and in the body that the error was ours. */
export function handleDataRequest(answer: Response): Response {
  if (!answer.headers.has("X-Remix-Error") || answer.status >= 500) return answer;
  const [code, status] =
    answer.status === 405 ? (["method_not_allowed", 405] as const) : (["not_found", 404] as const);
  return json({ code }, { status, headers: { "X-Remix-Catch": "yes" } });
}
