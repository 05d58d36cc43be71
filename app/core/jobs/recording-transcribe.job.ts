import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** Tracks → a transcript version, then its metrics, hits and search entry. */
export const transcribeRecording = defineJob({
  name: "recording.transcribe",
  lane: "speech",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), recordingId: z.uuid() }),
  queue: EXCLUSIVE,
});
