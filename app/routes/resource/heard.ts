import * as z from "zod";
import { heardForm } from "#app/core/domain/call/heard.schema.ts";
import { recordHeard } from "#app/core/domain/call/heard.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What the player of a call played, from time to time and when its page is left. */
export const action = signedIn(
  { POST: "media.play" },
  z.object({ callId: z.uuid() }),
  ({ actor, params, body }) =>
    body(heardForm, async ({ ranges }) => {
      await recordHeard(actor, params.callId, ranges);
      return new Response(null, { status: 204 });
    }),
);
