import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { parsePhrase, PHRASE_LENGTH } from "./phrase.ts";

export const TRACKER_CATEGORIES = [
  "objection",
  "pricing",
  "competitor",
  "red_flag",
  "next_step",
  "negative",
  "abuse",
  "custom",
] as const;
export type TrackerCategory = (typeof TRACKER_CATEGORIES)[number];

/** The phrases of a form, one a line, each once. */
export const phrasesOf = (text: string): string[] =>
  [...new Set(text.split(/\r?\n/).map((line) => line.normalize("NFC").trim()))].filter(
    (line) => line !== "",
  );

/** Why a phrase cannot be looked for, as a form code; null where it can. */
export function phraseFault(phrase: string): string | null {
  const parsed = parsePhrase(phrase);
  if (typeof parsed !== "string") return null;
  const facts = { why: parsed, phrase: phrase.slice(0, PHRASE_LENGTH) };
  return `invalid?${new URLSearchParams(facts).toString()}`;
}

// What is wrong with a line is said of the field: a form has no field for each.
const phrases = z.string().transform((text, context) => {
  const lines = phrasesOf(text);
  const fault =
    lines.length === 0
      ? "required"
      : lines.length > LIMITS.trackerPhrases
        ? `too_many_entries?n=${LIMITS.trackerPhrases}`
        : lines.map(phraseFault).find((code) => code !== null);
  if (typeof fault === "string") context.addIssue({ code: "custom", message: fault });
  return lines;
});

/** What a version of a tracker looks for. */
export const trackerContent = z.object({
  category: z.enum(TRACKER_CATEGORIES),
  /** Whose words count; empty: anybody's. */
  side: z
    .enum(["", "R", "C"])
    .default("")
    .transform((side) => (side === "" ? null : side)),
  language: z.enum(["en", "ja"]),
  phrases,
});
export type TrackerContent = z.output<typeof trackerContent>;

const teamId = z
  .union([z.literal(""), z.uuid()])
  .default("")
  .transform((id) => (id === "" ? null : id));
const name = z.string().trim().normalize("NFC").min(1).max(80);
export const trackerForm = z.object({
  intent: z.literal("make_tracker"),
  name,
  teamId,
  ...trackerContent.shape,
});
export const changeTrackerForm = z.object({
  intent: z.literal("change_tracker"),
  trackerId: z.uuid(),
  name,
  version: z.coerce.number().int().positive(),
  ...trackerContent.shape,
  /** Whether the calls that are here are read with it too. */
  runPast: z.literal("on").optional(),
});
/** What a form of a tracker says, whether it can be saved or not. */
export const previewTrackerForm = z.object({
  trackerId: z.uuid().optional(),
  name: z.string().max(200).default(""),
  teamId,
  ...trackerContent.shape,
});
/** The same for the browser, where a form may also ask for a preview: that needs no name yet. */
const asked = { name: z.string().optional() };
export const trackerPageForm = trackerForm.extend({
  ...asked,
  intent: z.enum(["make_tracker", "preview_tracker"]),
});
export const changeTrackerPageForm = changeTrackerForm.extend({
  ...asked,
  intent: z.enum(["change_tracker", "preview_tracker"]),
});
export const ofTracker = z.object({ trackerId: z.uuid() });

export type TrackerPreviewAsked = z.output<typeof previewTrackerForm>;
export type NewTracker = Omit<z.output<typeof trackerForm>, "intent">;
export type TrackerChange = Omit<z.output<typeof changeTrackerForm>, "intent">;
