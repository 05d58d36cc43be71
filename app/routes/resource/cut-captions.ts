import * as z from "zod";
import { writeCaptions } from "#app/core/domain/share/captions.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { visitorSecret } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";

/** The words of a shared link as WebVTT, on its own clock. */
export const loader = visitor(
  "share.open",
  z.object({ cutId: z.uuid() }),
  async ({ actor, params, request }) => {
    const from = { origin: originOf(request), memberId: actor?.memberId ?? null };
    const secret = visitorSecret(request);
    return new Response(await writeCaptions(params.cutId, { secret, ...from }), {
      headers: { "Content-Type": "text/vtt; charset=utf-8", "Cache-Control": "no-store" },
    });
  },
);
