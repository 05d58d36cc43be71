import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** An upload's originals → playable tracks, mix, peaks. */
export const transcodeRecording = defineJob({
  name: "recording.transcode",
  lane: "media",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), recordingId: z.uuid() }),
  queue: EXCLUSIVE,
});
