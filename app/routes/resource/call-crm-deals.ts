import { json } from "@remix-run/node";
import * as z from "zod";
import { findDealsInCrms } from "#app/core/domain/deal/find-crm-deals.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What the connected CRMs hold for a call, or words find there, for whoever decides what it says there. */
export const loader = signedIn(
  "crm.review",
  z.object({ callId: z.uuid() }),
  async ({ actor, params, search }) =>
    json(
      await findDealsInCrms(VENDORS, actor, params.callId, (search.get("q") ?? "").slice(0, 120)),
    ),
);
