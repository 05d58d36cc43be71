import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/**
 * Installs, removes or prefers a model of speech recognition, in the folder of the worker that takes it. The lane of speech:
 * where calls are recognised is where models must lie.
 */
export const changeSpeechModel = defineJob({
  name: "speech.model",
  lane: "speech",
  payload: z.object({
    v: z.literal(1),
    workspaceId: z.uuid(),
    name: z.string(),
    deed: z.enum(["install", "remove", "prefer"]),
  }),
  queue: EXCLUSIVE,
});
