import { json } from "@remix-run/node";
import * as z from "zod";
import { listCallLinks } from "#app/core/pages/call-links.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The links to a call, who opened them, their keys for other sites, and what a new one may be. */
export const loader = signedIn(
  "link.create",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await listCallLinks(actor, params.callId)),
);
