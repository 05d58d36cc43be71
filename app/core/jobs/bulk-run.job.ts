import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A run over many calls was begun, or nobody is at work on it any more → its calls are done one by one. */
export const runBulkJob = defineJob({
  name: "bulk.run",
  lane: "maintenance",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), runId: z.uuid() }),
  queue: EXCLUSIVE,
});
