import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A queued run of a language model → its outputs, or Highlights with a note. */
export const generateSummary = defineJob({
  name: "summary.generate",
  lane: "llm",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), runId: z.uuid() }),
  queue: EXCLUSIVE,
});
