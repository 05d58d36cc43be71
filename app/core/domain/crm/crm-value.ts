import * as z from "zod";
import type { CrmFieldType, CrmValue } from "../connection/connection-types.ts";
import { choicesOf } from "../mapping/texts.ts";

const crmValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const boxed = z.object({ value: crmValue });

/** Columns keep a value in a box, so that an empty field is told from one that was never read. */
export const inBox = (value: CrmValue): { value: CrmValue } => ({ value });
/** @param json of such a column */
export const outOfBox = (json: unknown): CrmValue => boxed.safeParse(json).data?.value ?? null;

/** What stands in a CRM in place of what a proposal was made from. */
export const theirsSchema = z.object({
  value: crmValue,
  /** A name, where the CRM says whose. */
  by: z.string().nullable(),
  /** ISO. */
  at: z.string().nullable(),
});
export type Theirs = z.output<typeof theirsSchema>;

type Read = { value: CrmValue } | { refused: string };

/**
 * What somebody typed for a field, as the value its type has.
 * @param options values of a choice that are in use; empty where any text will do
 * @returns a code of forms where it is none
 */
export function readTyped(
  type: CrmFieldType,
  text: string,
  options: readonly { value: string }[],
): Read {
  const typed = text.replaceAll("\r\n", "\n").trim();
  if (typed === "") return { value: null };
  switch (type) {
    case "number":
    case "money":
    case "percent":
      return readNumber(typed);
    case "boolean":
      if (typed === "true" || typed === "false") return { value: typed === "true" };
      return { refused: "invalid_choice" };
    case "date":
      return z.iso.date().safeParse(typed).success ? { value: typed } : { refused: "invalid_date" };
    case "datetime":
      return readTime(typed);
    case "picklist":
      return isKnown(typed, options) ? { value: typed } : { refused: "invalid_choice" };
    case "multipicklist":
      return choicesOf(typed).every((one) => isKnown(one, options))
        ? { value: choicesOf(typed).join(";") }
        : { refused: "invalid_choice" };
    case "url":
      return z.url({ protocol: /^https?$/ }).safeParse(typed).success
        ? { value: typed }
        : { refused: "invalid_url" };
    case "text":
    case "longtext":
    case "richtext":
    case "email":
    case "phone":
    case "reference":
    case "other":
      return { value: typed };
  }
}

const isKnown = (value: string, options: readonly { value: string }[]): boolean =>
  options.length === 0 || options.some((option) => option.value === value);

function readNumber(text: string): Read {
  const number = Number(text.replaceAll(/[\s,]/g, ""));
  return Number.isFinite(number) ? { value: number } : { refused: "invalid_number" };
}

function readTime(text: string): Read {
  const time = Date.parse(text);
  return Number.isNaN(time) ? { refused: "invalid_date" } : { value: new Date(time).toISOString() };
}
