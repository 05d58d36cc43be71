import { json } from "@remix-run/node";
import * as z from "zod";
import { listContactChoices } from "#app/core/domain/contact/contact-reads.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Who somebody on a call is and may be, for whoever may change the call. */
export const loader = signedIn(
  "call.update",
  z.object({ callId: z.uuid(), participantId: z.uuid() }),
  async ({ actor, params, search }) =>
    json(await listContactChoices(actor, params, (search.get("q") ?? "").slice(0, 120))),
);
