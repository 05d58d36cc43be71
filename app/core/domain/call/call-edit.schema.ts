import * as z from "zod";

const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max));

/** Facts of a call a member may change. `version` is the one the form was filled from. */
export const callForm = z.object({
  version: z.coerce.number().int().positive(),
  title: line(200).pipe(z.string().min(1)),
  company: line(120).optional(),
  visibility: z.enum(["private", "team", "workspace"]).optional(),
});
export type CallEdit = z.output<typeof callForm>;
