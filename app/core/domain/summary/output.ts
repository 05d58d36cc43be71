import * as z from "zod";

/**
 * What a section of a summary can hold (product §16): one union for Highlights, models and the mapping of fields. One
 * row of `summary_output` is one item: a sentence, a point, a task, a line of a table, or the value of a typed field.
 */
export const OUTPUT_TYPES = [
  "text",
  "bullets",
  "checklist",
  "enum",
  "multi_enum",
  "number",
  "money",
  "date",
  "boolean",
  "person",
  "url",
  "table",
] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

const words = z.string().trim().normalize("NFC").min(1).max(4_000);
const name = z.string().trim().normalize("NFC").min(1).max(200);
const isoDay = z.iso.date();
/** Wall clock of the call's zone, "14:00". */
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** What was said besides the best value, best first; each as the value itself. */
const orElse = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, alternatives: z.array(z.object(shape)).max(3).optional() });

/** The value of each type. */
export const VALUES = {
  /** One passage. Of Highlights it is the quote itself. */
  text: z.object({ text: words }),
  /** One point of the list. */
  bullets: z.object({ text: words }),
  /** One task. `owner` is a participant; without one, `ownerSide` says which side it is for, `isBoth` that it is for both. */
  checklist: z.object({
    task: words,
    owner: z.uuid().nullable(),
    ownerSide: z.enum(["R", "C"]).nullable().default(null),
    isBoth: z.boolean().default(false),
    due: isoDay.nullable(),
    dueTime: clock.nullable().default(null),
    /** The spoken phrase behind `due`. */
    duePhrase: z.string().max(200).nullable().default(null),
  }),
  /** `value` of one of the section's options. */
  enum: orElse({ option: name }),
  multi_enum: z.object({ options: z.array(name).min(1).max(50) }),
  /** A percentage has the unit "%". */
  number: orElse({ number: z.number(), unit: z.string().max(40) }),
  /** In major units (60000 means sixty thousand); ISO 4217, or empty where no currency was said. `per`: what it is paid for. */
  money: orElse({
    amount: z.number(),
    currency: z.union([z.literal(""), z.string().regex(/^[A-Z]{3}$/)]),
    per: z.array(z.string().max(80)).max(4).optional(),
  }),
  /** A day of the call's zone, and the words that were said for it. `isExact`: a day was named, not a month or a quarter. */
  date: orElse({
    date: isoDay,
    time: clock.nullable().default(null),
    phrase: z.string().max(200),
    isExact: z.boolean().default(true),
  }),
  /** null: it was talked about, and stayed open. */
  boolean: orElse({ is: z.boolean().nullable() }),
  /** Somebody who was named: in the call, among the contacts, or neither. */
  person: orElse({
    name,
    participantId: z.uuid().nullable().default(null),
    contactId: z.uuid().nullable().default(null),
  }),
  url: orElse({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  /** One line; a cell for each column of the section, in their order, null where nothing was said. */
  table: z.object({ cells: z.array(z.string().max(1_000).nullable()).min(1).max(10) }),
} as const satisfies Record<OutputType, z.ZodObject>;

export type OutputValue<T extends OutputType = OutputType> = z.output<(typeof VALUES)[T]>;

const item = <T extends OutputType>(type: T) =>
  z.object({ type: z.literal(type), value: VALUES[type] });

/** A value with its type, as models must give it and as an edit by hand is kept. */
export const outputItem = z.discriminatedUnion("type", [
  item("text"),
  item("bullets"),
  item("checklist"),
  item("enum"),
  item("multi_enum"),
  item("number"),
  item("money"),
  item("date"),
  item("boolean"),
  item("person"),
  item("url"),
  item("table"),
]);
export type OutputItem = z.output<typeof outputItem>;
