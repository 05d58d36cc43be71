import { json } from "@remix-run/node";
import * as z from "zod";
import { getHomeMetrics } from "#app/core/pages/home-metrics.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The three numbers of Home, as data (product P15). */
export const loader = signedIn("home.read", z.object({}), async ({ actor }) =>
  json(await getHomeMetrics(actor)),
);
