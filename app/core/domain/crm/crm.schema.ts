import * as z from "zod";

const version = z.coerce.number().int().min(1).max(1_000_000);
export const ofWriteForm = z.object({ writeId: z.uuid(), version });
/** A form says `isEdited` beside `value`: of a field that was emptied nothing arrives. */
export const acceptForm = ofWriteForm.extend({
  value: z.string().max(100_000).optional(),
  isEdited: z.literal("1").optional(),
});
/** `value`: what somebody typed in place of what was proposed; an empty one is an empty field, none is none. */
export type Accept = OfWrite & { value?: string };
export const acceptOf = ({ isEdited, value, ...of }: z.output<typeof acceptForm>): Accept => {
  const typed = isEdited === undefined ? value : (value ?? "");
  return { ...of, ...(typed !== undefined && { value: typed }) };
};
export type OfWrite = z.output<typeof ofWriteForm>;
/** The changes of one record that somebody looked at, joined by commas. */
export const acceptAllForm = z.object({
  writeIds: z
    .string()
    .max(4_000)
    .transform((text) => [...new Set(text.split(",").map((id) => id.trim()))])
    .pipe(z.array(z.uuid()).min(1).max(100)),
});
