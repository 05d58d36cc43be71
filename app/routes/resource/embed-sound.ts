import * as z from "zod";
import { openEmbedSound } from "#app/http/embed-sound.server.ts";
import { embed } from "#app/http/route.server.ts";

/** The sound of a player on another site, whole or by range, for whoever has its signature. */
export const loader = embed(
  "embed.play",
  z.object({ cutId: z.uuid() }),
  ({ params, request, search, closed }) =>
    openEmbedSound(params.cutId, search.get("s"), request, closed),
);
