import * as z from "zod";

const text = z
  .string()
  .nullish()
  .transform((value) => (value?.trim() ? value.trim() : null));
/** One item of a model's answer; what a server leaves out is null. */
const item = z.object({
  text,
  number: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  unit: text,
  date: text,
  options: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  is: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  owner: text,
  url: text,
  cites: z.array(z.union([z.string(), z.number()])).transform((ids) => ids.map(numberOf)),
  quote: z.string(),
});
const section = z.object({
  section: z.string(),
  status: z.enum(["found", "not_discussed", "unclear"]),
  items: z
    .array(item)
    .max(50)
    .nullish()
    .transform((items) => items ?? []),
});
const envelope = z.object({ sections: z.array(z.unknown()) });

export type ModelItem = z.output<typeof item>;
type SectionAnswer = z.output<typeof section>;

/** Some models think aloud first, or put a fence or sentences around it. @returns undefined where there is none */
function jsonIn(raw: string): unknown {
  const text = raw.replace(/^[\s\S]*<\/think>/, "");
  const end = text.lastIndexOf("}") + 1;
  const starts = [text.indexOf("{"), text.search(/\{\s*"sections"/)];
  for (const from of new Set(starts))
    try {
      if (from >= 0) return JSON.parse(text.slice(from, end));
    } catch {
      // It begins somewhere else, or is broken.
    }
  return undefined;
}

/** "s12", "[s12]" or 12; what names no line is no number of one. */
function numberOf(id: string | number): number {
  return typeof id === "number" ? id : Number(/^\[?s?(\d+)\]?$/.exec(id.trim())?.[1] ?? Number.NaN);
}

/** What a model answered, by section; `faults` say what could not be read, in words for the model. */
type ReadAnswers = {
  answers: Map<string, SectionAnswer>;
  faults: Map<string, string>;
  broken: string | null;
};

/**
 * Reads an answer as far as it goes: sections that keep to the form are taken, the others are named with their fault.
 * `broken`: nothing of it could be read.
 */
export function readAnswers(raw: string): ReadAnswers {
  const answers = new Map<string, SectionAnswer>();
  const faults = new Map<string, string>();
  const json = jsonIn(raw);
  if (json === undefined) return { answers, faults, broken: "it was no JSON" };
  const parsed = envelope.safeParse(json);
  if (!parsed.success)
    return { answers, faults, broken: z.prettifyError(parsed.error).slice(0, 500) };
  for (const one of parsed.data.sections) {
    const read = section.safeParse(one);
    if (read.success) {
      if (!answers.has(read.data.section)) answers.set(read.data.section, read.data);
      continue;
    }
    const key = z.object({ section: z.string() }).safeParse(one).data?.section;
    if (key !== undefined) faults.set(key, z.prettifyError(read.error).slice(0, 500));
  }
  return { answers, faults, broken: null };
}
