import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A call's summary is there, or its deal another one → what it says about records of a CRM, for somebody to decide. */
export const proposeToCrm = defineJob({
  name: "crm.propose",
  lane: "integrations",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), callId: z.uuid() }),
  queue: { ...EXCLUSIVE, expireInSeconds: 300 },
});
