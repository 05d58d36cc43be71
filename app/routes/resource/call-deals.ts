import { json } from "@remix-run/node";
import * as z from "zod";
import { listDealChoices } from "#app/core/domain/deal/link.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The deals a call may be about, and those that words find, for whoever may change the call. */
export const loader = signedIn(
  "call.update",
  z.object({ callId: z.uuid() }),
  async ({ actor, params, search }) =>
    json(await listDealChoices(actor, params.callId, (search.get("q") ?? "").slice(0, 120))),
);
