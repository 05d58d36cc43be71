import { proposeForCall } from "#app/core/domain/crm/propose.server.ts";
import { endCrmStage } from "#app/core/domain/recording/crm-stage.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { Handlers } from "../handle.ts";

/** What a call's summary says about records of a CRM, for somebody to decide. */
export const crmPropose: Handlers["crm.propose"] = async ({ workspaceId, callId }) => {
  await proposeForCall(VENDORS, { workspaceId, callId });
  await db.$transaction((tx) => endCrmStage(tx, { workspaceId, callId }));
};
