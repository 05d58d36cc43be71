import * as z from "zod";
import {
  correctSpeakerSchema,
  correctWordsSchema,
  revertTranscriptSchema,
} from "../transcript/transcript.schema.ts";
import { callForm } from "./call-edit.schema.ts";

/** Somebody who took part, so that words can be given to them. */
export const personForm = z.object({
  name: z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().min(1).max(60)),
  side: z.enum(["R", "C"]),
});
export type NewPerson = z.output<typeof personForm>;

/** What the playback page may ask for, told apart by `intent`. */
export const playbackIntent = z.discriminatedUnion("intent", [
  callForm.extend({ intent: z.literal("edit_call") }),
  personForm.extend({ intent: z.literal("add_person") }),
  z.object({ intent: z.literal("retry"), recordingId: z.uuid() }),
  z.object({ intent: z.literal("transfer"), memberId: z.uuid() }),
  z.object({ intent: z.literal("trash") }),
  correctWordsSchema,
  correctSpeakerSchema,
  revertTranscriptSchema,
]);
