import * as z from "zod";
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
