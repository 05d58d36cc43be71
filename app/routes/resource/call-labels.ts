import { json } from "@remix-run/node";
import * as z from "zod";
import { listChoices } from "#app/core/domain/label/call-label.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The labels that can be put on a call, for the picker. */
export const loader = signedIn(
  "call.update",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await listChoices(actor, params.callId)),
);
