import * as z from "zod";

/** product §4.2; fillers and abuse are lexicons' words too. */
export const TERM_CATEGORIES = [
  "product",
  "competitor",
  "person",
  "filler",
  "abuse",
  "other",
] as const;
/** product §6. */
export const DICTIONARY_LIMITS = { terms: 5_000, variants: 10, letters: 100 };

const letters = z.string().trim().normalize("NFC").min(1).max(DICTIONARY_LIMITS.letters);

export const termSchema = z.object({
  term: letters,
  variants: z.array(letters).max(DICTIONARY_LIMITS.variants).default([]),
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
