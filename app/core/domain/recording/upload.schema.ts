import * as z from "zod";
import { colleaguesField, memberChoice } from "../call/call-edit.schema.ts";
import { emailField, orNone, zoneField } from "../fields.schema.ts";
import { LIMITS } from "../limits.ts";
import { TRANSCRIPT_NAME } from "../transcript/import/file-kind.ts";

/** Names of people and companies: trimmed, one form of each letter, no line breaks. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max));
const optionalLine = (max: number) =>
  line(max)
    .optional()
    .transform((text) => (text === "" ? undefined : text));

const facts = {
  title: optionalLine(200),
  startedAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true }), z.literal("")])
    .optional()
    .transform((text) => (text === undefined || text === "" ? undefined : text)),
  /** Where a time without an offset is meant; the profile's zone unless given. */
  zone: zoneField.optional(),
  company: optionalLine(120),
  language: z.enum(["en", "ja"]).default("en"),
  visibility: z.enum(["private", "team", "workspace"]).optional(),
  colleagues: colleaguesField,
  /** "Everyone was told and agreed": without the tick nothing is taken in (product §10.3). */
  consent: z.union([z.literal(true), z.literal("on"), z.literal("true")], {
    error: "consent_needed",
  }),
};

export const uploadFile = z.object({
  name: line(255).pipe(z.string().min(1)),
  size: z.coerce.number().int().min(1, "file_empty"),
  speaker: optionalLine(60),
  /** A form that does not ask for it sends it empty. */
  side: z
    .enum(["R", "C", ""])
    .optional()
    .transform((side) => (side === "" ? undefined : side)),
  /** Of the speaker: what their contact, company and deal are found by. */
  email: orNone(emailField).default(null),
  memberId: memberChoice,
});

const transcriptText = z.string().min(1, "file_empty").max(20_000_000, "file_too_large?max=20 MB");

/** How the times of a transcript are meant, where the file leaves it open. */
const times = {
  clock: z.enum(["auto", "call", "day"]).default("auto"),
  unit: z.enum(["s", "ms"]).optional(),
  /** Length of the call in minutes, which a text without times is stretched over. */
  minutes: z
    .union([z.coerce.number().min(0.1).max(360), z.literal("")])
    .optional()
    .transform((minutes) => (minutes === "" ? undefined : minutes)),
};

/** A transcript that is looked at before it is brought in. */
export const previewForm = z.object({ text: transcriptText, zone: zoneField.optional(), ...times });
export type PreviewTranscript = z.output<typeof previewForm>;

const isTicked = z
  .union([z.boolean(), z.literal("on"), z.literal("true")])
  .optional()
  .transform((value) => value !== undefined && value !== false);

const words = {
  ...times,
  name: line(255).pipe(z.string().min(1)),
  text: transcriptText,
  /** Whether what cannot be read of it was seen. */
  isChecked: isTicked,
  speakers: z
    .array(
      z.object({
        name: line(60),
        side: z.enum(["R", "C"]),
        memberId: memberChoice,
        /** What they are called; empty: it is no person. */
        as: line(60).optional(),
      }),
    )
    .max(LIMITS.peopleInCall)
    .default([]),
};

export const importForm = z.object({ ...facts, ...words });
export type ImportTranscript = z.output<typeof importForm>;

const sentWords = z.object(words);
export type SentWords = z.output<typeof sentWords>;

/** What starts an upload: the call's facts and a list of files, one for all or one per speaker. */
export const beginUploadForm = z
  .object({
    ...facts,
    /** "One speaker per channel or track?" for a stereo file and for one with several sound tracks. */
    channels: z.enum(["auto", "yes", "no"]).default("auto"),
    /** Words that come with the recording: they become the call's, and nothing is recognised. */
    transcript: sentWords.optional(),
    files: z
      .array(uploadFile)
      .min(1, "required")
      .max(LIMITS.filesInCall, `too_many_files?n=${LIMITS.filesInCall}`),
  })
  .superRefine((input, context) => {
    input.files.forEach((file, at) => {
      if (TRANSCRIPT_NAME.test(file.name))
        context.addIssue({
          code: "custom",
          path: ["files", at, "name"],
          message: `file_unfit?name=${encodeURIComponent(file.name)}`,
        });
      const isOnePerson = input.files.length > 1 || file.email !== null;
      if (isOnePerson && file.speaker === undefined)
        context.addIssue({ code: "custom", path: ["files", at, "speaker"], message: "required" });
    });
  });
export type BeginUpload = z.output<typeof beginUploadForm>;

/** What the door answers: where each file goes. */
export type UploadTicket = {
  callId: string;
  recordingId: string;
  uploads: { id: string; index: number; url: string }[];
};

/** What `upload.data` holds of a file. */
export const uploadData = z.object({
  index: z.int(),
  channels: z.enum(["auto", "yes", "no"]),
  participantId: z.uuid().nullable(),
  callId: z.uuid(),
  /** It made its recording fail. */
  isUnfit: z.boolean().optional(),
});
