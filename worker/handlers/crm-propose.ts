import { chooseAgain } from "#app/core/domain/analysis/choose-again.server.ts";
import { matchInCrms } from "#app/core/domain/crm/match-live.server.ts";
import { proposeFrom } from "#app/core/domain/crm/propose.server.ts";
import { endCrmStage } from "#app/core/domain/recording/crm-stage.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { Handlers } from "../handle.ts";

/** What a call's summary says about records of a CRM, for somebody to decide. */
export const crmPropose: Handlers["crm.propose"] = async ({ workspaceId, callId }) => {
  const ref = { workspaceId, callId };
  const faults = await matchInCrms(VENDORS, ref);
  // Its proposals come with the summary that its deal's stage asks for.
  if (await chooseAgain(ref)) return;
  const isMapped = await proposeFrom(VENDORS, ref, faults);
  if (isMapped) await db.$transaction((tx) => endCrmStage(tx, ref));
};
