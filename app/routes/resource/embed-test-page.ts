import * as z from "zod";
import { writeTestPage } from "#app/core/pages/call-links.server.ts";
import { attachment } from "#app/http/attachment.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** A page that tries one key, to be put on a site that it lists. */
export const loader = signedIn(
  "link.change",
  z.object({ keyId: z.uuid() }),
  async ({ actor, params: { keyId } }) =>
    new Response(await writeTestPage(actor, keyId), {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Disposition": attachment("parley-player-test.html"),
      },
    }),
);
