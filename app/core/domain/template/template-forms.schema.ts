import * as z from "zod";
import { encodingField, languageField } from "../fields.schema.ts";
import { formCode } from "../form-code.ts";
import { OUTPUT_TYPES } from "../summary/output.ts";
import {
  CALL_KINDS,
  ENGINE_POLICIES,
  section,
  type Section,
  sectionKey,
  templateName,
} from "./template.schema.ts";

const templateId = z.coerce.number().int().positive().max(999_999_999);
/** What the form showed, as `stampOf` says it: somebody else's change since then is found by it. */
const version = z.coerce.number().int().nonnegative();
const text = z
  .string()
  .trim()
  .normalize("NFC")
  .max(8_000)
  .optional()
  .transform((value) => value ?? "");

export const newTemplateForm = z.object({ name: templateName, language: languageField });
export const ofTemplate = z.object({ templateId });
/** `place`: from 1, among those that are in use. */
export const moveTemplateForm = z.object({
  templateId,
  place: z.coerce.number().int().min(1).max(100),
});
export const importTemplateForm = z.object({
  text: z.string().max(200_000).optional(),
  file: z.instanceof(File).optional(),
  encoding: encodingField,
});

export const renameForm = z.object({ name: templateName, version });
export const newSectionForm = z.object({ title: templateName, type: z.enum(OUTPUT_TYPES) });
export const ofSection = z.object({ key: sectionKey });
export const moveSectionForm = z.object({ key: sectionKey, by: z.coerce.number().int() });

const linesOf = (value: string): string[] =>
  value
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
const wordsOf = (value: string): string[] =>
  value
    .split(/[,、，\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
const only = (values: readonly string[]): string[] => [...new Set(values)];

const fields = {
  /** The key the section has now. */
  was: sectionKey,
  version,
  title: templateName,
  key: sectionKey,
  type: z.enum(OUTPUT_TYPES),
  instruction: text,
  /** Divided by commas or lines. */
  words: text,
  /** Of a section that began as one of Parley's own. */
  builtIn: sectionKey.optional(),
  usesBuiltIn: z.boolean().default(false),
  /** A line each: "Salesforce: sales force, SFDC". */
  options: text,
  unit: text,
  currency: text.transform((value) => value.toUpperCase()),
  /** A line each. */
  columns: text,
  required: z.boolean().default(false),
  maxLength: z.coerce.number().int().min(20).max(4_000).optional(),
  example: text,
  ifNotDiscussed: text,
};
type SectionInput = z.output<z.ZodObject<typeof fields>>;

const orNull = (value: string): string | null => (value === "" ? null : value);

/** The section a form describes, not yet checked. */
function drawn(input: SectionInput): unknown {
  const { key, title, type, instruction, required, example } = input;
  return {
    ...{ key, title, type, instruction, required, example },
    ifNotDiscussed: input.ifNotDiscussed,
    maxLength: input.maxLength ?? null,
    wordsToLookFor: only(wordsOf(input.words)),
    options: linesOf(input.options).map((line) => {
      const [value = "", synonyms = ""] = line.split(/[:：]/, 2);
      return { value: value.trim(), synonyms: only(wordsOf(synonyms)) };
    }),
    unit: orNull(input.unit),
    currency: orNull(input.currency),
    columns: linesOf(input.columns),
    ...(input.builtIn !== undefined && {
      builtIn: { key: input.builtIn, isUsed: input.usesBuiltIn },
    }),
  };
}

const FIELD_OF: Readonly<Record<string, string>> = { wordsToLookFor: "words" };

/** One section as people fill it in; what its type does not ask for is left out. */
export const sectionForm = z.object(fields).superRefine((input, context) => {
  const { error } = section.safeParse(drawn(input), { error: formCode });
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0] ?? "");
    context.addIssue({ code: "custom", path: [FIELD_OF[name] ?? name], message });
  }
});
export type SectionForm = z.output<typeof sectionForm>;

/** @throws ZodError for a form that `sectionForm` has not checked */
export const sectionOfForm = (input: SectionForm): Section => section.parse(drawn(input));

/** The texts the form of a section begins with. */
export function textsOf(given: Section) {
  const options = "options" in given ? given.options : [];
  return {
    ...{ title: given.title, key: given.key, type: given.type, instruction: given.instruction },
    words: given.wordsToLookFor.join(", "),
    builtIn: given.builtIn?.key ?? "",
    usesBuiltIn: given.builtIn?.isUsed === true ? "on" : "",
    options: options
      .map(({ value, synonyms }) =>
        synonyms.length === 0 ? value : `${value}: ${synonyms.join(", ")}`,
      )
      .join("\n"),
    unit: "unit" in given ? (given.unit ?? "") : "",
    currency: "currency" in given ? (given.currency ?? "") : "",
    columns: "columns" in given ? given.columns.join("\n") : "",
    required: given.required ? "on" : "",
    maxLength: given.maxLength === null ? "" : String(given.maxLength),
    ...{ example: given.example, ifNotDiscussed: given.ifNotDiscussed },
  };
}

const several = <T extends z.ZodType>(of: T) =>
  z
    .union([z.array(of), of])
    .optional()
    .transform((value): z.output<T>[] =>
      value === undefined ? [] : Array.isArray(value) ? value : [value as z.output<T>],
    );
export const rulesForm = z.object({
  version,
  language: languageField,
  kinds: several(z.enum(CALL_KINDS)),
  labelIds: several(z.uuid()),
  teamIds: several(z.uuid()),
  stageIds: several(z.uuid()),
});
export type RulesForm = z.output<typeof rulesForm>;

export const engineForm = z.object({
  version,
  enginePolicy: z.enum(ENGINE_POLICIES),
  /** US dollars. */
  maxCost: z.coerce.number().min(0).max(100).optional(),
});
export type EngineForm = z.output<typeof engineForm>;

export const publishForm = z.object({
  version,
  note: z.string().trim().normalize("NFC").min(1).max(500),
});
export const rollBackForm = z.object({ number: z.coerce.number().int().positive().max(1_000_000) });
