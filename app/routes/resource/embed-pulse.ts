import { json } from "@remix-run/node";
import * as z from "zod";
import { embedHeardForm } from "#app/core/domain/embed/embed.schema.ts";
import { playingOf, recordEmbedHeard } from "#app/core/domain/embed/embed-access.server.ts";
import { renewSignature } from "#app/core/domain/embed/embed.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { embed } from "#app/http/route.server.ts";

const params = z.object({ cutId: z.uuid() });

/** A player is open: by the answer whether its key still works, and a signature for the next ten minutes. */
export const loader = embed("embed.play", params, async ({ params: { cutId }, request, search }) =>
  json(
    {
      signature: await renewSignature(
        {
          cutId, // Players that were open before this version asked by `call`.
          subjectId: search.get("of") ?? search.get("call") ?? "",
          playId: search.get("play"),
        },
        search.get("k"),
        originOf(request),
      ),
    },
    { headers: { "Cache-Control": "no-store" } },
  ),
);

/** What was heard there. */
export const action = embed({ POST: "embed.play" }, params, ({ params: { cutId }, search, body }) =>
  body(embedHeardForm, async ({ ranges }) => {
    await recordEmbedHeard(await playingOf(cutId, search.get("s")), ranges);
    return json({ ok: true });
  }),
);
