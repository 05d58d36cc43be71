import { json } from "@remix-run/node";
import * as z from "zod";
import { takeToken } from "#app/core/domain/live/token.server.ts";
import { tokenRequest } from "#app/core/domain/live/live-forms.schema.ts";
import { inCall } from "#app/http/route.server.ts";

/** What a page needs to enter the room; asked for anew at every (re)connect, never stored, never logged. */
export const action = inCall(
  { POST: "live.read" },
  { POST: "room.enter" },
  z.object({ callId: z.uuid() }),
  ({ actor, guest, params, body }) =>
    body(tokenRequest, async (wish) => json(await takeToken(actor, guest, params.callId, wish))),
);
