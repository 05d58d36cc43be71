import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A current transcript → a summary run with its outputs and evidence. */
export const summariseCall = defineJob({
  name: "call.summarise",
  lane: "interactive",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), callId: z.uuid() }),
  queue: EXCLUSIVE,
});
