import { json } from "@remix-run/node";
import * as z from "zod";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The numbers of the Statistics tab as data, with their parts and reasons (product P3, P15). */
export const loader = signedIn(
  "call.read",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => {
    const { call, metrics } = await getPlayback(actor, params.callId);
    return json({ callId: call.id, durationMs: call.durationMs, metrics });
  },
);
