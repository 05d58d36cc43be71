import * as z from "zod";
import { TALK_KINDS } from "../views.ts";

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
  /** Empty: as its labels say. */
  talkKind: z
    .union([z.literal(""), z.enum(TALK_KINDS)])
    .transform((kind) => (kind === "" ? null : kind))
    .optional(),
});
export type CallEdit = z.output<typeof callForm>;

/** Somebody who took part, so that words can be given to them. */
export const personForm = z.object({
  name: z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().min(1).max(60)),
  side: z.enum(["R", "C"]),
});
export type NewPerson = z.output<typeof personForm>;
