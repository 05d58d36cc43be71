import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A change that was approved → it stands in the CRM, once; `revert`: what stood there before does again. */
export const writeToCrm = defineJob({
  name: "crm.write",
  lane: "integrations",
  payload: z.object({
    v: z.literal(1),
    workspaceId: z.uuid(),
    writeId: z.uuid(),
    act: z.enum(["write", "revert"]),
    /** Who asked for a revert. */
    byId: z.uuid().nullable(),
    /** Which try of a revert. */
    round: z.int().min(0).default(0),
  }),
  queue: { ...EXCLUSIVE, expireInSeconds: 300 },
});
