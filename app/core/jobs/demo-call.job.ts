import * as z from "zod";
import { defineJob } from "./define.ts";

/**
 * The demo workspace's live call: two synthetic people speak into the room that stands. Tried once, since a call
 * that broke off goes on for nobody.
 */
export const demoCall = defineJob({
  name: "demo.call",
  lane: "maintenance",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), callId: z.uuid() }),
  queue: {
    policy: "exclusive",
    retryLimit: 0,
    retryDelay: 1,
    retryBackoff: false,
    expireInSeconds: 1_800,
  },
});
