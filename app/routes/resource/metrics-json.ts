import { json } from "@remix-run/node";
import * as z from "zod";
import { getCallMetrics } from "#app/core/pages/call-metrics.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/**
 * The numbers of the Statistics tab as data, with their parts and reasons (product P3, P15), and as `rows` what averages
 * count of each side and person; `MetricsRow` says what each field is, and in what.
 */
export const loader = signedIn(
  "call.read",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => json(await getCallMetrics(actor, params.callId)),
);
