import * as z from "zod";
import { emailField } from "../fields.schema.ts";
import { phoneField } from "../match/phone.schema.ts";

const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max));

const MOST_ADDRESSES = 10;
const listOf = <T>(divider: RegExp, entry: z.ZodType<T, string>) =>
  z
    .string()
    .max(2_000)
    .default("")
    .transform((text) => [
      ...new Set(
        text
          .split(divider)
          .map((one) => one.trim())
          .filter((one) => one !== ""),
      ),
    ])
    .pipe(z.array(entry).max(MOST_ADDRESSES));

const fields = {
  name: line(120).pipe(z.string().min(1)),
  jobTitle: line(120).default(""),
  company: line(120).optional(),
  /** Divided by commas, spaces or lines. */
  emails: listOf(/[\s,;、]+/, emailField),
  /** Divided by commas or lines: spaces belong to a number. */
  phones: listOf(/[\n,;、]+/, phoneField),
};
const participantId = z.uuid();

/** Who somebody on a call is, entered anew. */
export const newContactForm = z.object({ participantId, ...fields });
export const changeContactForm = z.object({
  participantId,
  ...fields,
  contactId: z.uuid(),
  version: z.coerce.number().int().positive(),
});
export const chooseContactForm = z.object({ participantId, contactId: z.uuid() });
export const ofPerson = z.object({ participantId });

export type ContactFields = Omit<z.output<typeof newContactForm>, "participantId">;
export type NewContact = z.output<typeof newContactForm>;
export type ContactChange = z.output<typeof changeContactForm>;
export type ContactChoice = z.output<typeof chooseContactForm>;
