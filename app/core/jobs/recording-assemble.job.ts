import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A live call that is over: its parts → tracks, mix, peaks. `interactive`, since nothing is encoded and somebody waits. */
export const assembleRecording = defineJob({
  name: "recording.assemble",
  lane: "interactive",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), recordingId: z.uuid() }),
  queue: EXCLUSIVE,
});
