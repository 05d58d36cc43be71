import * as z from "zod";
import {
  correctSpeakerSchema,
  correctWordsSchema,
  revertTranscriptSchema,
} from "#app/core/domain/transcript/transcript.schema.ts";
import { callForm, personForm } from "#app/core/domain/call/call-edit.schema.ts";

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
