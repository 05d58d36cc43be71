import { json } from "@remix-run/node";
import * as z from "zod";
import { listAccess } from "#app/core/domain/call/access.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Who sees a call and why, for whoever may give access to it. */
export const loader = signedIn(
  "call.share",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await listAccess(actor, params.callId)),
);
