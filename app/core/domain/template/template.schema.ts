import * as z from "zod";
import { languageField } from "../fields.schema.ts";
import { LIMITS } from "../limits.ts";
import type { OutputType } from "../summary/output.ts";

const MOST_OPTIONS = 50;
/** An amount of money in millionths of a US dollar. */
const MOST_COST_MICROS = 100_000_000;

export const CALL_KINDS = ["room", "meeting", "phone", "recorder", "upload"] as const;
export type CallKindName = (typeof CALL_KINDS)[number];
/** Who fills the sections: Parley's own Highlights, or the workspace's model where one is set and of that kind. */
export const ENGINE_POLICIES = ["highlights", "local", "remote"] as const;

const line = (most: number) => z.string().trim().normalize("NFC").max(most);
const filled = (most: number) => line(most).min(1);
const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const folded = (value: string): string => value.normalize("NFKC").toLowerCase();

export const templateName = filled(80);
/** `problem_cost`: what a section is called in addresses, rows and mappings. */
export const sectionKey = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, { error: "invalid_key" });
const wordsToLookFor = z.array(filled(60)).max(30, { error: "too_many_entries?n=30" });

/** One of a list, and other words that mean it. */
const option = z.object({
  value: filled(60),
  synonyms: z.array(filled(60)).max(20, { error: "too_many_entries?n=20" }),
});
const options = z
  .array(option)
  .min(1, { error: "needs_options" })
  .max(MOST_OPTIONS, { error: `too_many_entries?n=${MOST_OPTIONS}` })
  .refine((given) => isUnique(given.map(({ value }) => folded(value))), { error: "twice" });
const columns = z
  .array(filled(60))
  .min(1, { error: "needs_columns" })
  .max(10)
  .refine((given) => isUnique(given.map(folded)), { error: "twice" });

const common = {
  key: sectionKey,
  title: filled(80),
  /** What is asked of the call, in the template's language. */
  instruction: line(2_000),
  /** Listed as missing where it was not discussed. */
  required: z.boolean(),
  /** Letters of the whole answer; null: as long as it is. */
  maxLength: z.number().int().min(20).max(4_000).nullable(),
  example: line(500),
  /** Shown where it was not discussed; empty for the screen's own words. */
  ifNotDiscussed: line(200),
  /** What Highlights takes for a sign of the section, besides its title and instruction. */
  wordsToLookFor,
  /** Of a section that began as one of Parley's own: its key there, and whether its rules find quotes here as well. */
  builtIn: z.object({ key: sectionKey, isUsed: z.boolean() }).optional(),
};
const plain = <T extends OutputType>(type: T) => z.object({ ...common, type: z.literal(type) });

/** One part of a template; what it asks for depends on its type. */
export const section = z.discriminatedUnion("type", [
  plain("text"),
  plain("bullets"),
  plain("checklist"),
  z.object({ ...common, type: z.literal("enum"), options }),
  z.object({ ...common, type: z.literal("multi_enum"), options }),
  /** null: any unit that was said. */
  z.object({ ...common, type: z.literal("number"), unit: filled(40).nullable() }),
  /** ISO 4217; null: as spoken. */
  z.object({
    ...common,
    type: z.literal("money"),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable(),
  }),
  plain("date"),
  plain("boolean"),
  plain("person"),
  plain("url"),
  z.object({ ...common, type: z.literal("table"), columns }),
]);
export type Section = z.output<typeof section>;

/** Calls a template is for: each list that is not empty must be met, by one of its entries. */
export const appliesTo = z.object({
  kinds: z.array(z.enum(CALL_KINDS)).max(CALL_KINDS.length),
  labelIds: z.array(z.uuid()).max(50),
  teamIds: z.array(z.uuid()).max(50),
  /** Of the deal a call is linked to. Templates of before have none. */
  stageIds: z.array(z.uuid()).max(50).default([]),
});
export type AppliesTo = z.output<typeof appliesTo>;

/** Millionths of a US dollar a run may cost; null: the workspace's cap alone. */
export const maxCostMicros = z.number().int().min(0).max(MOST_COST_MICROS).nullable();

/** `template_version.content`: everything a run needs, read whole and never changed once published. */
export const templateContent = z.object({
  language: languageField,
  sections: z
    .array(section)
    .max(LIMITS.templateSections)
    .refine((given) => isUnique(given.map(({ key }) => key)), { error: "twice" }),
  appliesTo,
  enginePolicy: z.enum(ENGINE_POLICIES),
  maxCostMicros,
});
export type TemplateContent = z.output<typeof templateContent>;
