import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A transcript version made by hand or import → metrics, hits, strip, search; then a summary run. */
export const deriveTranscript = defineJob({
  name: "transcript.derive",
  lane: "interactive",
  payload: z.object({
    v: z.literal(1),
    workspaceId: z.uuid(),
    callId: z.uuid(),
    number: z.int().positive(),
  }),
  queue: EXCLUSIVE,
});
