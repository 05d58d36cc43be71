import * as z from "zod";
import { mappedSection } from "./mapping-forms.schema.ts";
import { CRM_OBJECTS } from "../connection/connection-types.ts";
import { REVIEWS, WRITE_RULES } from "./mapping-types.ts";

const value = z.string().max(500);
/** What becomes of an option nobody translated. */
const noMatch = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("leave_empty") }),
  z.object({ kind: z.literal("other"), value: value.min(1) }),
  z.object({ kind: z.literal("ask") }),
]);

/** `mapping_row.options`. */
export const rowOptions = z.object({
  /** Option of the section → value of the field; empty: nothing is written for it. */
  translation: z.record(z.string().max(60), value).default({}),
  noMatch: noMatch.default({ kind: "leave_empty" }),
  /** ISO 4217, what amounts in the field are counted in; null: the deal's own. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
});
export type RowOptions = z.output<typeof rowOptions>;

export const mappingRow = z.object({
  /** Null: a new row. */
  id: z.uuid().nullable(),
  section: mappedSection,
  object: z.enum(CRM_OBJECTS),
  field: z.string().trim().min(1).max(200),
  rule: z.enum(WRITE_RULES),
  review: z.enum(REVIEWS),
  options: rowOptions,
});
export type MappingRowInput = z.output<typeof mappingRow>;
