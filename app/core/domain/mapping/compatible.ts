import type { CrmFieldType } from "../connection/connection-types.ts";
import type { OutputType } from "../summary/output.ts";

/** What a row maps: a section, or the whole summary as text. */
export type SourceType = OutputType | "summary";

const LONG = ["longtext", "richtext"] as const;
const TEXTS = ["text", ...LONG] as const;

/** Fields that can hold what a section gives (product §17.2); what is not listed is impossible. */
const FITS: Record<SourceType, readonly CrmFieldType[]> = {
  text: TEXTS,
  bullets: LONG,
  checklist: TEXTS,
  enum: ["picklist", "multipicklist", ...TEXTS],
  multi_enum: ["multipicklist", ...TEXTS],
  number: ["number", "percent", ...TEXTS],
  money: ["money", "number", ...TEXTS],
  date: ["date", "datetime", ...TEXTS],
  boolean: ["boolean"],
  person: ["reference", "email", ...TEXTS],
  url: ["url", ...TEXTS],
  table: ["richtext"],
  summary: LONG,
};

/** Whether a section of a type can go into a field of a type at all. */
export const compatible = (source: SourceType, field: CrmFieldType): boolean =>
  FITS[source].includes(field);
