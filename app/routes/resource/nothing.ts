import { json } from "@remix-run/node";
import * as z from "zod";
import { visitor } from "#app/http/route.server.ts";

/** What no route answers under an exempt prefix: 404, before Remix's own check could say 500 (reliability §3.3). */
const nothing = visitor("problem.read", z.object({ "*": z.string() }), () =>
  Promise.resolve(json({ code: "not_found" }, { status: 404 })),
);

export const loader = nothing;
export const action = nothing;
