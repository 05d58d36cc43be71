import { json } from "@remix-run/node";
import * as z from "zod";
import { readMetrics } from "#app/core/pages/metrics.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { visitor } from "#app/http/route.server.ts";

/** For the operator's monitoring: a token of the settings opens it, and no session does. */
export const loader = visitor("metrics.read", z.unknown(), async ({ request }) => {
  const text = await readMetrics(request.headers.get("authorization"), originOf(request));
  return text === null
    ? json({ code: "unauthenticated" }, { status: 401, headers: { "WWW-Authenticate": "Bearer" } })
    : new Response(text, {
        headers: {
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
          "Cache-Control": "no-store",
        },
      });
});
