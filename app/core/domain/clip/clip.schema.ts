import * as z from "zod";
import { cutMasks } from "../cut/cut.ts";
import { jsonField } from "../fields.schema.ts";

const ms = z.int().min(0).max(2_147_483_647);
/** Times are checked against the call, where the refusal says which piece is wrong. */
const pieces = z
  .array(z.object({ t0Ms: ms, t1Ms: ms }))
  .min(1)
  .max(100);
const title = z.string().trim().normalize("NFC").min(1).max(120);
const card = z.string().trim().normalize("NFC").max(120).optional();
const visibility = z.enum(["private", "team", "workspace"]);

/** Pieces of a call, in the order in which they are heard. An empty `card`: no title card. */
export const newClipForm = z.object({
  title,
  pieces: jsonField(pieces),
  masks: jsonField(cutMasks).optional().default([]),
  card,
  hasCaptions: z.stringbool().optional().default(false),
  visibility: visibility.optional(),
  labelIds: jsonField(z.array(z.uuid()).max(100)).optional().default([]),
});
export type NewClip = z.output<typeof newClipForm>;

/** Everything of a clip, as its page has it, on top of the version that was opened. Without `pieces` and `masks` they stay. */
export const editClipForm = newClipForm.extend({
  version: z.coerce.number().pipe(z.int()),
  pieces: jsonField(pieces).optional(),
  masks: jsonField(cutMasks).optional(),
});
export type ClipEdit = z.output<typeof editClipForm>;

export const ofClip = z.object({ clipId: z.uuid() });

/** As many as a page of the list can show. */
export const ofClips = z.object({ clipIds: jsonField(z.array(z.uuid()).min(1).max(100)) });
/** What was deleted at once. */
export const ofDeletion = z.object({ deletionId: z.uuid() });
export const labelClipsForm = ofClips.extend({ labelId: z.uuid() });
