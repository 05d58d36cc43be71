import * as z from "zod";
import { heardForm } from "#app/core/domain/call/heard.schema.ts";
import { recordClipHeard } from "#app/core/domain/clip/clip-plays.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What the player of a clip played, from time to time and when its page is left. */
export const action = signedIn(
  { POST: "clip.read" },
  z.object({ clipId: z.uuid() }),
  ({ actor, params, body }) =>
    body(heardForm, async ({ ranges }) => {
      await recordClipHeard(actor, params.clipId, ranges);
      return new Response(null, { status: 204 });
    }),
);
