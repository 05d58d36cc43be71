import { randomBytes } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { REQUEST_ID } from "#app/http/actor.server.ts";
import { documentPolicy, reachable } from "#app/http/headers.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { report } from "#app/http/report.server.ts";
import { NonceContext } from "#app/nonce.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";
import type { Language } from "#app/i18n/languages.ts";

const ABORT_MS = 10_000;

/** One instance a language: nothing on a server changes it, and making one costs as much as a row. */
const inLanguage = new Map<Language, ReturnType<typeof createServerI18n>>();

function i18nFor(language: Language): ReturnType<typeof createServerI18n> {
  const made = inLanguage.get(language) ?? createServerI18n(language);
  inLanguage.set(language, made);
  return made;
}

/** React writes pieces of 2 KB; gathered until it says "send", they cross the streams behind as one. */
class Gathered extends Transform {
  readonly #pieces: Uint8Array[] = [];

  override _transform(piece: Uint8Array, _encoding: string, done: TransformCallback): void {
    this.#pieces.push(piece);
    done();
  }

  /** React calls this when it has written what there is. */
  flush(): void {
    if (this.#pieces.length > 0) this.push(Buffer.concat(this.#pieces.splice(0)));
  }

  override _flush(done: TransformCallback): void {
    this.flush();
    done();
  }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  _context: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const i18n = i18nFor(await languageOf(request));
  const isComplete = isbot(request.headers.get("user-agent") ?? "");
  headers.set("Content-Type", "text/html; charset=utf-8");
  const mediaServer = env().LIVEKIT_PUBLIC_URL ?? env().LIVEKIT_URL;
  const reached = reachable(new URL(request.url).pathname, mediaServer);
  headers.set("Content-Security-Policy", documentPolicy(nonce, reached));

  return new Promise((resolve, reject) => {
    let isShellSent = false;
    let answer = status;
    const ready = () => {
      isShellSent = true;
      const body = new Gathered();
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answer }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <I18nextProvider i18n={i18n}>
          <RemixServer
            context={remixContext}
            url={request.url}
            abortDelay={ABORT_MS}
            nonce={nonce}
          />
        </I18nextProvider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady: () => {
          clearTimeout(timer); // it would keep this page in memory
          if (isComplete) ready();
        },
        ...(!isComplete && { onShellReady: ready }),
        onShellError: reject,
        onError: (error: unknown) => {
          answer = 500;
          if (isShellSent)
            report(error, { route: new URL(request.url).pathname.split("/")[1] ?? "" });
        },
      },
    );
    const timer = setTimeout(abort, ABORT_MS + 1_000);
  });
}

/** Loaders and actions report here what they did not expect; refusals were answered before. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) report(error, { requestId: request.headers.get(REQUEST_ID) });
}
