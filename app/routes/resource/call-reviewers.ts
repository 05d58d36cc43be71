import { json } from "@remix-run/node";
import * as z from "zod";
import { listReviewers } from "#app/core/domain/review/reviewers.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Who is to listen to a call and who can be asked, for whoever may change it. */
export const loader = signedIn(
  "call.update",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await listReviewers(actor, params.callId)),
);
