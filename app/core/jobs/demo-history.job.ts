import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/**
 * The demo's calls are ready → its sample history comes, some calls at a time. Each round queues the next one while it
 * runs, so one waits beside one that is taken.
 */
export const bringDemoHistory = defineJob({
  name: "demo.history",
  lane: "maintenance",
  payload: z.object({
    v: z.literal(1),
    workspaceId: z.uuid(),
    /** Of the week after the newest one, "2026-11-23": a history that takes long stays one. */
    monday: z.iso.date(),
    weeks: z.int().positive(),
    /** How many calls it has in all. */
    total: z.int(),
  }),
  queue: { ...EXCLUSIVE, policy: "short" },
});
