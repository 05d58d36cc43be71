import * as z from "zod";
import { NAMED_ENCODINGS } from "./named-encodings.ts";

/** One address: a list, or an object, is no address (reliability §2.2). */
export const emailField = z.string().trim().toLowerCase().max(320).pipe(z.email());
/** An empty field is no value. */
export const orNone = <T>(field: z.ZodType<T, string>) =>
  // No union: what is wrong with the field would not be said.
  z.preprocess((text) => (text === "" ? null : text), field.nullable());
/** One line of text; whatever space is in it is one blank. */
export const lineField = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max));
/** A list or an object that a form sends as JSON in one field. */
export const jsonField = <T extends z.ZodType>(of: T) =>
  z
    .string()
    .max(100_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "invalid" });
        return z.NEVER;
      }
    })
    .pipe(of);
/** How the letters of a file are meant, where a person says so; empty: as the file looks. */
export const encodingField = z
  .enum([...NAMED_ENCODINGS, ""])
  .optional()
  .transform((name) => (name === "" ? undefined : name));
/** A list of lines, typed or as a file. */
export const listFields = {
  text: z.string().max(1_000_000, "list_too_long").optional(),
  file: z
    .file()
    .max(1_000_000, "list_too_long")
    .optional()
    .transform((file) => (file === undefined || file.size === 0 ? null : file)),
  encoding: encodingField,
};
export const nameField = z.string().trim().normalize("NFC").min(1).max(100);
export const languageField = z.enum(["en", "ja"]);
export const zoneField = z.string().max(60).refine(isZone, { message: "invalid_choice" });

/** Whether the machine knows the zone by this name. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** `example.com, example.org`, one or many. */
export const domainsField = z
  .string()
  .max(2_000)
  .optional()
  .transform((text) => [
    ...new Set(
      (text ?? "")
        .toLowerCase()
        .split(/[\s,;]+/)
        .map((domain) => domain.replace(/^@/, ""))
        .filter((domain) => domain !== ""),
    ),
  ])
  .refine((domains) => domains.length <= 50 && domains.every((domain) => DOMAIN.test(domain)), {
    message: "invalid_domains",
  });
