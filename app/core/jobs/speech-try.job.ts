import * as z from "zod";
import { defineJob } from "./define.ts";

/** Says a sentence and lets the engine for English hear it. Somebody waits: a try that was lost is asked for again by hand. */
export const trySpeech = defineJob({
  name: "speech.try",
  lane: "speech",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), sentence: z.string() }),
  queue: {
    ...{ policy: "exclusive", retryLimit: 0, retryDelay: 1, retryBackoff: false },
    expireInSeconds: 600,
  },
});
