import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A label's rule changed → it is applied to the calls that are here already. */
export const applyLabel = defineJob({
  name: "label.apply",
  lane: "maintenance",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), labelId: z.uuid() }),
  queue: { ...EXCLUSIVE, policy: "short" },
});
