import { json } from "@remix-run/node";
import * as z from "zod";
import { listSummaryChoices } from "#app/core/domain/analysis/summary-choices.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Templates and versions that a call can be summarised by, for the choice. */
export const loader = signedIn(
  "call.update",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await listSummaryChoices(actor, params.callId)),
);
