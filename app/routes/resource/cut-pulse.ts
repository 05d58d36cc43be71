import { json } from "@remix-run/node";
import * as z from "zod";
import { pulseForm } from "#app/core/domain/share/pulse.schema.ts";
import { recordPulse } from "#app/core/domain/share/visit-access.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { visitorSecret } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";

/** A visitor's page is open: what was heard there, and by the answer whether the link still leads there. */
export const action = visitor(
  { POST: "share.open" },
  z.object({ cutId: z.uuid() }),
  ({ actor, params, request, body }) =>
    body(pulseForm, async (pulse) => {
      const from = { origin: originOf(request), memberId: actor?.memberId ?? null };
      await recordPulse(params.cutId, { secret: visitorSecret(request), ...from }, pulse);
      return json({ ok: true });
    }),
);
