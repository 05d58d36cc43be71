import * as z from "zod";
import { crmDealForm } from "#app/core/domain/deal/crm-deal.schema.ts";
import { dealForm } from "#app/core/domain/deal/deal.schema.ts";
import { linkCrmDeal } from "#app/core/domain/deal/link-crm.server.ts";
import {
  findDealOfCall,
  leaveDealToRules,
  linkDeal,
  makeDealOfCall,
  unlinkDeal,
} from "#app/core/domain/deal/link.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { command } from "./playback-part.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";

/** The deal of a call. The one before may be one that the actor does not see: the page learns nothing of it. */
export const dealPart = {
  load: ({ actor, call }: PlaybackSource) => findDealOfCall(actor, call.id),
  commands: {
    link_deal: command({
      schema: z.object({ dealId: z.uuid() }),
      needs: "call.update",
      run: async (actor, { dealId }, { callId }) => void (await linkDeal(actor, callId, dealId)),
    }),
    link_crm_deal: command({
      schema: crmDealForm,
      needs: "crm.review",
      run: async (actor, input, { callId }) =>
        void (await linkCrmDeal(VENDORS, actor, callId, input)),
    }),
    make_deal: command({
      schema: dealForm,
      needs: "call.update",
      run: async (actor, input, { callId }) => void (await makeDealOfCall(actor, callId, input)),
    }),
    unlink_deal: command({
      schema: z.object({}),
      needs: "call.update",
      run: async (actor, _input, { callId }) => void (await unlinkDeal(actor, callId)),
    }),
    leave_deal: command({
      schema: z.object({}),
      needs: "call.update",
      run: async (actor, _input, { callId }) => void (await leaveDealToRules(actor, callId)),
    }),
  },
};
