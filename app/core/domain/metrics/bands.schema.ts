import * as z from "zod";
import { TALK_KINDS } from "../views.ts";
import { BAND_UNIT, type BandKey, bandOfNumbers, isBandKey, WATCHED } from "./band-fields.ts";
import { BAND_KEYS, type Band } from "./bands.ts";

/** A number as people write it, full-width or with a comma too; an empty field is no bound. */
const bound = (key: BandKey) =>
  z
    .string()
    .max(20)
    .optional()
    .transform((text = "") => text.normalize("NFKC").trim().replace(",", "."))
    .refine((text) => /^(?:\d+(?:\.\d+)?)?$/.test(text), "invalid_number")
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((value) => value === null || value <= BAND_UNIT[key].most, {
      error: `too_big?n=${BAND_UNIT[key].most}`,
    });

type Bound = "from" | "to" | "watch";
export const bandField = <B extends Bound>(key: BandKey, of: B): `${BandKey}_${B}` =>
  `${key}_${of}`;

const fields = {
  talk_ratio_from: bound("talk_ratio"),
  talk_ratio_to: bound("talk_ratio"),
  longest_monologue_from: bound("longest_monologue"),
  longest_monologue_to: bound("longest_monologue"),
  longest_monologue_watch: bound("longest_monologue"),
  longest_customer_story_from: bound("longest_customer_story"),
  longest_customer_story_to: bound("longest_customer_story"),
  switches_per_min_from: bound("switches_per_min"),
  switches_per_min_to: bound("switches_per_min"),
  interactivity_from: bound("interactivity"),
  interactivity_to: bound("interactivity"),
  questions_per_hour_from: bound("questions_per_hour"),
  questions_per_hour_to: bound("questions_per_hour"),
  answered_questions_from: bound("answered_questions"),
  answered_questions_to: bound("answered_questions"),
  patience_from: bound("patience"),
  patience_to: bound("patience"),
  cut_in_from: bound("cut_in"),
  cut_in_to: bound("cut_in"),
  silences_from: bound("silences"),
  silences_to: bound("silences"),
  overlap_ratio_from: bound("overlap_ratio"),
  overlap_ratio_to: bound("overlap_ratio"),
  interruptions_from: bound("interruptions"),
  interruptions_to: bound("interruptions"),
  speed_from: bound("speed"),
  speed_to: bound("speed"),
  speed_morae_from: bound("speed_morae"),
  speed_morae_to: bound("speed_morae"),
  speed_gap_from: bound("speed_gap"),
  speed_gap_to: bound("speed_gap"),
} satisfies Record<`${BandKey}_${"from" | "to"}`, z.ZodType> & Record<string, z.ZodType>;

type Numbers = Record<`${BandKey}_${"from" | "to"}`, number | null> & {
  longest_monologue_watch: number | null;
};
const numbersOf = (input: Numbers, key: BandKey) => ({
  from: input[bandField(key, "from")],
  to: input[bandField(key, "to")],
  watchTo: key === WATCHED ? input.longest_monologue_watch : null,
});

const isAbove = (a: number | null, b: number | null): boolean => a !== null && b !== null && a > b;

const ofKind = {
  kind: z.enum(TALK_KINDS),
  version: z.coerce.number().int().positive(),
};
/** The ranges of one kind of call, all of them. */
export const bandsForm = z.object({ ...fields, ...ofKind }).superRefine((input, context) => {
  for (const key of BAND_KEYS) {
    const { from, to, watchTo } = numbersOf(input, key);
    if (isAbove(from, to))
      context.addIssue({ code: "custom", path: [bandField(key, "to")], message: "band_order" });
    if (watchTo !== null && (to === null || watchTo < to))
      context.addIssue({
        ...{ code: "custom", path: [bandField(key, "watch")], message: "band_watch" },
      });
  }
});
export type BandsChange = z.output<typeof bandsForm>;

/** One range back to ours. */
export const ourBandForm = z.object({
  key: z.string().refine(isBandKey, "invalid_choice"),
  ...ofKind,
});
export type OurBandChange = z.output<typeof ourBandForm>;

/** What a kind of call has otherwise than ours, as it is kept. */
export const bandsIn = (input: BandsChange): Partial<Record<string, Band>> =>
  Object.fromEntries(
    BAND_KEYS.flatMap((key) => {
      const band = bandOfNumbers(key, input.kind, numbersOf(input, key));
      return band === null ? [] : [[key, band]];
    }),
  );
