import * as z from "zod";
import { listPlayerWords, playingOf } from "#app/core/domain/embed/embed-access.server.ts";
import { compressedJson } from "#app/http/compressed-json.server.ts";
import { embed } from "#app/http/route.server.ts";

/** What is said in a player on another site, where its key shows it. */
export const loader = embed(
  "embed.play",
  z.object({ cutId: z.uuid() }),
  async ({ params, request, search }) => {
    const playing = await playingOf(params.cutId, search.get("s"));
    const answer = await compressedJson(request, { segments: await listPlayerWords(playing) });
    answer.headers.set("Cache-Control", "no-store");
    answer.headers.set("Vary", "Accept-Encoding");
    return answer;
  },
);
