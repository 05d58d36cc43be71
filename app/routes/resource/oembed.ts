import { json } from "@remix-run/node";
import * as z from "zod";
import { describeForOEmbed } from "#app/core/pages/oembed.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { embed } from "#app/http/route.server.ts";

/** How a shared link is shown on another page (oEmbed 1.0), for whichever site asks. */
export const loader = embed("embed.play", z.unknown(), async ({ request, search }) =>
  json(await describeForOEmbed(search, originOf(request)), {
    headers: { "Content-Type": "application/json; charset=utf-8" },
  }),
);
