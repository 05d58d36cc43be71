import * as z from "zod";

/** Who may be named is checked against the call; here only the shape. */
const id = z.uuid();
const position = z.coerce.number().int().min(0).max(1_000_000);
/** Of a version of a transcript, from 1. */
export const versionNumber = position.min(1);
const scope = z.enum(["here", "everywhere"]);

/**
 * Corrects words of one segment, or the same words wherever this call has them.
 * `number` is the version the person looked at: an edit on top of a newer one is refused as changed
 * meanwhile. `firstWord` and `lastWord` are positions in the segment, both included; `before` is
 * their text as shown, `after` what stands there from now on.
 */
export const correctWordsSchema = z
  .object({
    intent: z.literal("correct_words"),
    number: versionNumber,
    segment: position,
    firstWord: position,
    lastWord: position,
    before: z.string().trim().min(1).max(2_000),
    after: z.string().trim().min(1).max(500),
    scope: scope.default("here"),
    /** A tick box: also teach the dictionary `after`, with `before` as what it sounds like. */
    addTerm: z
      .stringbool({ truthy: ["on", "true", "1"], falsy: ["off", "false", "0", ""] })
      .default(false),
  })
  .refine((form) => form.lastWord >= form.firstWord, {
    path: ["lastWord"],
    error: "range_outside",
  });

/** Gives one segment, or everything the same lane says in this call, to another participant. */
export const correctSpeakerSchema = z.object({
  intent: z.literal("correct_speaker"),
  number: versionNumber,
  segment: position,
  participantId: id,
  scope: scope.default("here"),
});

/** Makes the words of version `to` current again, as a new version; nothing is lost. */
export const revertTranscriptSchema = z.object({
  intent: z.literal("revert_transcript"),
  number: versionNumber,
  to: position.min(1),
});

/** What the playback route's action accepts about the transcript. */
export const transcriptEditSchema = z.discriminatedUnion("intent", [
  correctWordsSchema,
  correctSpeakerSchema,
  revertTranscriptSchema,
]);
export type CorrectWords = z.infer<typeof correctWordsSchema>;
export type CorrectSpeaker = z.infer<typeof correctSpeakerSchema>;
export type RevertTranscript = z.infer<typeof revertTranscriptSchema>;
export type TranscriptEdit = z.infer<typeof transcriptEditSchema>;
