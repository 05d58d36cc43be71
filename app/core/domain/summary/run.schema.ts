import * as z from "zod";
import { languageField } from "../fields.schema.ts";
import { itemOrigin } from "./edited-item.ts";
import { outputItem } from "./output.ts";

/** An empty choice is none to the form parser. */
const number = z.coerce.number().int().positive();

/** Which template and version a call is summarised by; without a version, the published one. */
export const regenerateForm = z.object({
  intent: z.literal("regenerate_summary"),
  templateId: number,
  templateVersion: number.optional(),
  outputLanguage: languageField.optional(),
});
export type Regenerate = z.output<typeof regenerateForm>;

/** The same for many calls. */
export const regenerateManyForm = regenerateForm.pick({ templateId: true, templateVersion: true });

const sectionField = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
const MOST_ITEMS = 50;
const sentItem = outputItem.and(z.object({ from: itemOrigin.optional() }));

/** The items of a section as JSON, as a person leaves them; none: nothing was discussed. */
const itemsField = z
  .string()
  .max(200_000)
  .transform((text, context): z.output<typeof sentItem>[] => {
    try {
      const parsed = z.array(sentItem).max(MOST_ITEMS).safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // no JSON
    }
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });

export const editSectionForm = z.object({
  intent: z.literal("edit_summary"),
  templateId: number,
  section: sectionField,
  items: itemsField,
  /** Of the edit that is changed; none for the first one. */
  version: number.optional(),
});
export type EditSection = z.output<typeof editSectionForm>;

const ofEdit = z.object({ templateId: number, section: sectionField, version: number });
/** The new value takes the edit's place. */
export const takeNewForm = ofEdit.extend({ intent: z.literal("take_new_summary") });
/** The edit stays, and the new value has been seen. */
export const keepMineForm = ofEdit.extend({ intent: z.literal("keep_my_summary") });
export type OfEdit = z.output<typeof ofEdit>;
