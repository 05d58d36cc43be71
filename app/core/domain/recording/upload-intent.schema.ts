import * as z from "zod";

/** What can be asked of an upload that stands still. */
export const uploadIntent = z.object({
  intent: z.enum(["retry", "keep", "discard", "use_partial"]),
  recordingId: z.uuid(),
});
export type UploadIntent = z.output<typeof uploadIntent>;

/** The record page's buttons; the recording is the page's. */
export const recordIntent = z.object({
  intent: z.enum(["retry", "keep", "discard", "use_partial", "trash"]),
});
