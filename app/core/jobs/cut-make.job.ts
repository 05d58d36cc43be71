import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** Ranges of a call → sound, waveforms and words that may leave the house. A lane of its own: somebody waits for a link. */
export const makeCut = defineJob({
  name: "cut.make",
  lane: "cut",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), cutId: z.uuid() }),
  queue: EXCLUSIVE,
});
