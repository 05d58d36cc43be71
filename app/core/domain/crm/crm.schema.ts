import * as z from "zod";

const version = z.coerce.number().int().min(1).max(1_000_000);
export const ofWriteForm = z.object({ writeId: z.uuid(), version });
/** `value`: what somebody typed in place of what was proposed; an empty one is an empty field, none is none. */
export const acceptForm = ofWriteForm.extend({ value: z.string().max(100_000).optional() });
export type Accept = z.output<typeof acceptForm>;
export type OfWrite = z.output<typeof ofWriteForm>;
/** The changes of one record that somebody looked at, joined by commas. */
export const acceptAllForm = z.object({
  writeIds: z
    .string()
    .max(4_000)
    .transform((text) => [...new Set(text.split(",").map((id) => id.trim()))])
    .pipe(z.array(z.uuid()).min(1).max(100)),
});
