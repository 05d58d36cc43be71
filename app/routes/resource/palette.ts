import { json } from "@remix-run/node";
import * as z from "zod";
import { findForPalette } from "#app/core/pages/palette.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What the palette finds for `q`. */
export const loader = signedIn("call.list", z.object({}), async ({ actor, search }) =>
  json(await findForPalette(actor, search.get("q") ?? "")),
);
