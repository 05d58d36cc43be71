import * as z from "zod";
import { line, optionalLine as optional, ownName } from "./line.schema.ts";

const tabId = ownName;
const recordingId = z.uuid();

const details = {
  /** Their name, or what they are called together. */
  who: optional(60),
  title: optional(200),
  company: optional(120),
  /** Which deal it is about; left out: rules find it. */
  dealId: z.uuid().optional(),
  language: z.enum(["en", "ja"]),
  visibility: z.enum(["private", "team", "workspace"]),
};

/** What stands before the first byte: who agreed, what is recorded, and on which device the pieces wait. */
export const startRecorderForm = z
  .object({
    /** `everyone` was told and agreed, by the member's word; `self`: nobody else is recorded. */
    consent: z.enum(["everyone", "self"]),
    /** Who speaks in the shared tab, if one is recorded: their words are one person's only where it is one. */
    tab: z.enum(["none", "one", "several"]),
    /** Whose voices a microphone without a tab records: its member's alone, or everybody's in the room. */
    voice: z.enum(["own", "room"]).default("room"),
    /** SHA-256 in hexadecimal of the sentence that was agreed to, as the page showed it. */
    consentHash: z.string().regex(/^[0-9a-f]{64}$/),
    /** The page's name for this start: sent again, its answer lost, it is the same recording. */
    key: ownName.optional(),
    ...details,
    deviceId: ownName,
    deviceName: line(80).pipe(z.string().min(1)),
    tabId,
  })
  // Whoever speaks in a tab was not asked by "only myself".
  .refine(({ consent, tab }) => consent === "everyone" || tab === "none", {
    path: ["consent"],
    message: "everyone",
  });
export type RecorderConsent = z.output<typeof startRecorderForm>["consent"];
export type StartRecorder = z.output<typeof startRecorderForm>;

/** What a recording that runs is about, as far as it is known by now. */
export const describeRecorderForm = z.object({ recordingId, ...details });
export type DescribeRecorder = z.output<typeof describeRecorderForm>;

/** Longer than the longest call: a pause or a gap that is not over ends here until the call does. */
const OPEN_MS = 90_000_000;
/** A device that slept for days must not lose its recording by it. */
const atMs = z
  .number()
  .min(0)
  .transform((ms) => Math.min(Math.round(ms), OPEN_MS));
const span = z.object({ t0Ms: atMs, t1Ms: atMs });

/** What a browser keeps of a recording beside its sound, ms of the call. */
export const recorderTimeline = z.object({
  pauses: z.array(span).max(1_000).default([]),
  /** Why nothing was recorded there: the device changed, the computer slept, the page was loaded anew. */
  gaps: z
    .array(
      span.extend({
        cause: z.enum(["device", "sleep", "closed", "source", "full"]),
        /** Whose; left out: everybody's. */
        source: z.enum(["microphone", "tab"]).optional(),
      }),
    )
    .max(1_000)
    .default([]),
  marks: z
    .array(z.object({ id: z.uuid(), t0Ms: atMs, body: z.string().trim().max(4_000) }))
    .max(500)
    .default([]),
});
export type RecorderTimeline = z.output<typeof recorderTimeline>;

const timelineText = z
  .string()
  .max(500_000)
  .transform((text, context): RecorderTimeline => {
    try {
      return recorderTimeline.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: "invalid" });
      return z.NEVER;
    }
  });

const lengthMs = z.coerce.number().pipe(atMs);

/** The tab says that it is still there, and what it knows. */
export const keepRecorderForm = z.object({
  ...{ recordingId, tabId, lengthMs, timeline: timelineText },
  /** One browser settles by itself which of its tabs records. */
  deviceId: ownName.optional(),
});
export type KeepRecorder = z.output<typeof keepRecorderForm>;

/** Everything has arrived, or what has is to be used. Without a timeline: as the server knows it. */
export const finishRecorderForm = z.object({
  recordingId,
  lengthMs: lengthMs.optional(),
  timeline: timelineText.optional(),
  isPartial: z.enum(["true", "false"]).default("false"),
  /** Why it is over: its member, its length, a full disk, a rest that is elsewhere, a browser that was closed. */
  why: z.enum(["stopped", "limit", "full", "elsewhere", "closed"]).default("stopped"),
});
export type FinishRecorder = z.output<typeof finishRecorderForm>;

export const ofRecording = z.object({ recordingId });
