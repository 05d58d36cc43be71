import { json } from "@remix-run/node";
import * as z from "zod";
import { openEvidence } from "#app/core/pages/evidence.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const ms = z.coerce.number().int().min(0).max(86_400_000);

/** A stretch of a call to hear and to read in place: `t` and `end` in milliseconds. */
export const loader = signedIn(
  "media.play",
  z.object({ callId: z.uuid() }),
  async ({ actor, params, search }) =>
    json(
      await openEvidence(actor, params.callId, {
        startMs: ms.catch(0).parse(search.get("t") ?? 0),
        endMs: ms.nullable().catch(null).parse(search.get("end")),
      }),
    ),
);
