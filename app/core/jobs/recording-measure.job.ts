import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** Tracks of a live call → how long people talk in each, beside the words that came while it ran. It waits for nothing. */
export const measureRecording = defineJob({
  name: "recording.measure",
  lane: "speech",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), recordingId: z.uuid() }),
  queue: EXCLUSIVE,
});
