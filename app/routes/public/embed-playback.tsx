import { randomBytes } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import * as z from "zod";
import { openEmbed } from "#app/core/pages/embed.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { embedFiles } from "#app/http/embed-files.server.ts";
import { embedPolicy } from "#app/http/headers.server.ts";
import { embed } from "#app/http/route.server.ts";
import { serverI18n } from "#app/i18n/i18n.server.ts";
import { isLanguage, resolveLanguage } from "#app/i18n/languages.ts";
import { TextsProvider } from "#app/i18n/translation.tsx";
import { EmbedDocument } from "#app/ui/features/embed/embed-document.tsx";

/** What a browser calls a page inside of another one (Fetch Metadata §2.1). */
const FRAMES = new Set(["iframe", "frame", "embed", "object"]);
/** Asks again by itself where the recording is still being prepared. */
const AGAIN_SECONDS = "5";

/**
 * The player for pages of other sites: the whole document, and nothing of the app around it. By the key alone; no cookie
 * is read, none is set.
 */
export const loader = embed(
  "embed.play",
  z.object({ callId: z.string() }),
  async ({ request, params: { callId }, search }) => {
    const destination = request.headers.get("sec-fetch-dest");
    const view = await openEmbed(callId, {
      ...{ search, origin: originOf(request), isDocument: destination === "document" },
      framedBy: FRAMES.has(destination ?? "") ? request.headers.get("referer") : null,
    });
    const language = isLanguage(view.language)
      ? view.language
      : resolveLanguage({
          ...{ profile: null, cookie: null },
          acceptLanguage: request.headers.get("accept-language"),
        });
    const nonce = randomBytes(16).toString("base64");
    const page = renderToStaticMarkup(
      <TextsProvider i18n={serverI18n(language)}>
        <EmbedDocument view={view} language={language} nonce={nonce} files={embedFiles()} />
      </TextsProvider>,
    );
    return new Response(`<!DOCTYPE html>${page}`, {
      status: view.status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": embedPolicy(view.shown === null ? null : nonce, view.ancestors),
        ...(view.note === "preparing" && { Refresh: AGAIN_SECONDS }),
      },
    });
  },
);
