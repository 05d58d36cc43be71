import { db } from "#app/core/platform/db.server.ts";
import { aProposal, HOLDS } from "#tests/support/proposals.ts";
import { type Begin, begin, type Fixtures, type Ids, partOfCall } from "../noun.ts";

const PROPOSALS = ["writeId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof PROPOSALS> {}
}

const proposals = partOfCall(PROPOSALS, async ({ call }) => ({
  writeId: await aProposal(await call()),
}));

const isIn = (state: "rejected" | "dry_run" | "blocked" | "written" | "revert_conflict"): Begin =>
  begin(({ owner: { workspaceId }, house: { writeId: id } }) =>
    db.crmWrite.updateMany({
      where: { workspaceId, id },
      // What was asked about is what the CRM still holds.
      data: { state, theirs: { value: HOLDS, by: null, at: null } },
    }),
  );

export const fixtures: Fixtures = {
  parts: [proposals],
  beginnings: {
    "/calls/{callId}/crm.json resend": isIn("dry_run"),
    "/calls/{callId}/crm.json recheck": isIn("blocked"),
    "/calls/{callId}/crm.json propose_again": isIn("rejected"),
    "/calls/{callId}/crm.json revert": isIn("written"),
    "/calls/{callId}/crm.json force_revert": isIn("revert_conflict"),
    "/calls/{callId}/crm.json keep": isIn("revert_conflict"),
  },
};
