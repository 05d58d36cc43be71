import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** An upload's picture, which no browser shows as it is → a file that browsers show, while the sound plays already. */
export const makePicture = defineJob({
  name: "recording.picture",
  lane: "media",
  payload: z.object({ v: z.literal(1), workspaceId: z.uuid(), recordingId: z.uuid() }),
  queue: EXCLUSIVE,
});
