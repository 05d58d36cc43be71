import * as z from "zod";
import { listFields } from "../fields.schema.ts";
import { LIMITS } from "../limits.ts";

/** product §4.2; fillers and abuse are lexicons' words too. */
export const TERM_CATEGORIES = [
  "product",
  "competitor",
  "person",
  "filler",
  "abuse",
  "other",
] as const;
export type TermCategory = (typeof TERM_CATEGORIES)[number];
/** product §6. */
const MOST_LETTERS = 100;

const letters = z.string().trim().normalize("NFC").min(1).max(MOST_LETTERS);

export const termSchema = z.object({
  term: letters,
  variants: z.array(letters).max(LIMITS.variants).default([]),
  language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/)
    .default("en"),
  category: z.enum(TERM_CATEGORIES).default("other"),
  boost: z.coerce.number().int().min(0).max(10).default(0),
  isCaseSensitive: z.boolean().default(false),
});
export type NewTerm = z.output<typeof termSchema>;

/** One a line, each once. */
const variantLines = z
  .string()
  .default("")
  .transform((text, context) => {
    const lines = [
      ...new Set(text.split(/\r?\n/).map((line) => line.normalize("NFC").trim())),
    ].filter((line) => line !== "");
    const fault =
      lines.length > LIMITS.variants
        ? `too_many_entries?n=${LIMITS.variants}`
        : lines.some((line) => line.length > MOST_LETTERS)
          ? `too_long?n=${MOST_LETTERS}`
          : null;
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
    return lines;
  });
/** A box of a form. */
const tick = z
  .literal("on")
  .optional()
  .transform((on) => on !== undefined);
const teamId = z
  .union([z.literal(""), z.uuid()])
  .default("")
  .transform((id) => (id === "" ? null : id));
const fields = {
  term: letters,
  variants: variantLines,
  language: z.string().regex(/^[a-z]{2,3}$/),
  category: z.enum(TERM_CATEGORIES),
  boost: z.coerce.number().int().min(0).max(10),
  isCaseSensitive: tick,
};
export const termForm = z.object({ intent: z.literal("make_term"), ...fields, teamId });
export const changeTermForm = z.object({
  intent: z.literal("change_term"),
  termId: z.uuid(),
  version: z.coerce.number().int().positive(),
  ...fields,
  isEnabled: tick,
  /** Past calls are written anew with it. */
  runPast: tick,
});
/** What anybody may ask for. */
export const suggestTermForm = z.object({
  intent: z.literal("suggest_term"),
  term: letters,
  variant: z
    .union([z.literal(""), letters])
    .default("")
    .transform((text) => text.normalize("NFC")),
  language: z.string().regex(/^[a-z]{2,3}$/),
});
export type SuggestTerm = Omit<z.output<typeof suggestTermForm>, "intent">;
export const ofSuggestion = z.object({ suggestionId: z.uuid() });
export const ofTerm = z.object({ termId: z.uuid() });
/** Terms as text, or as a file that holds it; the file wins. */
export const importTermsForm = z.object({
  ...listFields,
  teamId,
});
export type TermForm = Omit<z.output<typeof termForm>, "intent">;
export type TermChange = Omit<z.output<typeof changeTermForm>, "intent" | "runPast">;
export type TermChangeForm = z.output<typeof changeTermForm>;
