import { json } from "@remix-run/node";
import * as z from "zod";
import { listMentionable } from "#app/core/domain/comment/comment-reads.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Who can be mentioned in a comment on a call, for the list behind "@". */
export const loader = signedIn(
  "comment.write",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await listMentionable(actor, params.callId)),
);
