import * as z from "zod";
import { watchCall } from "#app/http/call-stream.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** One live call as it goes on: who is there, what is said, how it is recorded (data §6). */
export const loader = signedIn(
  "live.read",
  z.object({ callId: z.uuid() }),
  ({ actor, params, request, closed }) => watchCall(actor, params.callId, request, closed),
);
