import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { sectionKey } from "../template/template.schema.ts";
import { CRM_OBJECTS } from "../connection/connection-types.ts";
import { REVIEWS, WHOLE_SUMMARY, WRITE_RULES } from "./mapping-types.ts";

/** A section's key, or the whole summary. */
export const mappedSection = z.union([z.literal(WHOLE_SUMMARY), sectionKey]);

/** Of the row or the mapping, as the form showed it. */
const version = z.coerce.number().int().nonnegative();
const fieldName = z.string().trim().min(1).max(200);

/** No tuple: browsers load this file, and with it whatever of the validator it names. */
const pair = z.array(z.string().max(500).nullable()).length(2);
/** One option and its value as JSON: `["Hauly","Other"]`; `""` leaves the field empty, null goes by the row's rule. */
const translated = z
  .string()
  .max(2_000)
  .transform((text, context): [string, string | null] => {
    try {
      const [option = null, value = null] = pair.parse(JSON.parse(text));
      if (option !== null && option.length <= 60) return [option, value];
    } catch {
      // no JSON, or no pair
    }
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });

const rowFields = {
  field: fieldName,
  rule: z.enum(WRITE_RULES),
  review: z.enum(REVIEWS),
  translation: z
    .union([z.array(translated).max(50), translated.transform((one) => [one])])
    .optional()
    .transform((value) => value ?? []),
  noMatch: z.enum(["leave_empty", "other", "ask"]).default("leave_empty"),
  noMatchValue: z.string().max(500).optional(),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/)
    .optional(),
};
/** What people fill in of a row; the translation of options is no part of it, since each is sent as a pair. */
export const rowFieldsForm = z.object(rowFields).omit({ translation: true });
export const newRowForm = z.object({
  section: mappedSection,
  object: z.enum(CRM_OBJECTS),
  ...rowFields,
});
export const changeRowForm = z.object({ rowId: z.uuid(), version, ...rowFields });
export const ofRow = z.object({ rowId: z.uuid(), version });
/** A renamed field, taken as it was proposed. */
export const useFieldForm = ofRow.extend({ field: fieldName });

/** product §6 */
const MOST_DRY = 200;
export const changeMappingForm = z.object({
  version,
  dryRunLeft: z.coerce.number().int().min(0).max(MOST_DRY),
  isSandbox: z.boolean().default(false),
});

/** The mapping is run on so many of the newest calls that its template made the summary of. */
export const runPastForm = z.object({
  latest: z.coerce.number().int().min(1).max(LIMITS.bulkRows),
});

type Fields = z.ZodObject<typeof rowFields>;
export type RowFields = z.output<Fields>;
export type ChangeMapping = z.output<typeof changeMappingForm>;
