import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A clip's sound and words → the files it is kept as, while it can be played already. */
export const makeClipOutput = defineJob({
  name: "clip.output",
  lane: "media",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), cutId: z.uuid() }),
  queue: EXCLUSIVE,
});
