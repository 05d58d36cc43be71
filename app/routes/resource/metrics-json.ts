import { json } from "@remix-run/node";
import * as z from "zod";
import { findMetricsOf } from "#app/core/pages/playback-findings.server.ts";
import { openSource } from "#app/core/pages/playback-source.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The numbers of the Statistics tab as data, with their parts and reasons (product P3, P15). */
export const loader = signedIn(
  "call.read",
  z.object({ callId: z.uuid() }),
  async ({ actor, params }) => {
    const source = await openSource(actor, params.callId);
    const { id, durationMs } = source.call;
    return json({ callId: id, durationMs, metrics: await findMetricsOf(source) });
  },
);
