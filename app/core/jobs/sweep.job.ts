import * as z from "zod";
import { defineJob } from "./define.ts";

const once = {
  policy: "exclusive",
  retryLimit: 0,
  retryDelay: 1,
  retryBackoff: false,
  expireInSeconds: 3_600,
} as const;

/** Every minute: stages without a job or due again, uploads that stopped, what waits for a missing part. */
export const sweepMinute = defineJob({
  name: "sweep.minute",
  lane: "maintenance",
  payload: z.object({ v: z.literal(1) }),
  queue: once,
});

/** Every night: trash, expired sessions and uploads, blobs nobody names, lexeme frequencies, the audit chain. */
export const sweepNightly = defineJob({
  name: "sweep.night",
  lane: "maintenance",
  payload: z.object({ v: z.literal(1) }),
  queue: once,
});
