import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** Title, people or words of a call changed → its search entry is made anew. */
export const indexCall = defineJob({
  name: "call.index",
  lane: "interactive",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), callId: z.uuid() }),
  queue: { ...EXCLUSIVE, policy: "short" },
});
