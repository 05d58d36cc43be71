import type { CrmField, CrmFieldType, CrmValue } from "../connection/connection-types.ts";
import type { OutputItem, OutputType, OutputValue } from "../summary/output.ts";
import { zonedInstant } from "../zone.ts";
import { compatible } from "./compatible.ts";
import type { RowOptions } from "./mapping.schema.ts";
import { chosen, type Chosen } from "./picklist.ts";
import { asHtml, asText, fitHtml, fitText } from "./texts.ts";

/** Somebody of the call or among the contacts, with what is known of them in the CRM. */
export type KnownPerson = {
  participantId: string | null;
  contactId: string | null;
  name: string;
  email: string | null;
  /** Ids in the CRM; null where it knows nobody of the kind with their e-mail address. */
  userRef: string | null;
  contactRef: string | null;
};
export type ConvertContext = {
  /** Of the workspace: a day without a time begins there. */
  zone: string;
  language: "en" | "ja";
  /** ISO 4217 of the record's amounts; null where nobody said. */
  currency: string | null;
  /** Where the call is played: stands at the end of a text that was cut. */
  playbackUrl: string;
  people: readonly KnownPerson[];
  /** Headings of a table's columns. */
  columns: readonly string[];
};

export const NOTHING_REASONS = [
  "not_discussed",
  "unknown",
  "no_match",
  "left_empty",
  "no_email",
  "impossible",
] as const;
export const ASK_REASONS = [
  "no_match",
  "other_currency",
  "no_currency",
  "per_unit",
  "other_unit",
  "person_not_found",
  "too_long",
  "no_room",
] as const;
/** What is written, or why nothing is, or what somebody must decide. */
export type Converted =
  | { value: Exclude<CrmValue, null> }
  | { nothing: (typeof NOTHING_REASONS)[number] }
  | { ask: (typeof ASK_REASONS)[number] };

type Target = Pick<CrmField, "type" | "length" | "options" | "references">;
type Row = { options: RowOptions };

const valuesOf = <T extends OutputType>(items: readonly OutputItem[], type: T) =>
  items.flatMap((item): OutputValue<T>[] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type beside a value says which it is
    item.type === type ? [item.value as OutputValue<T>] : [],
  );

/**
 * What a section's answer becomes in a field (product §17.2): never more than the field takes, never a guess.
 * @param items the section's answer; none: it was not discussed
 */
export function convert(
  row: Row,
  type: OutputType,
  items: readonly OutputItem[],
  field: Target,
  context: ConvertContext,
): Converted {
  if (items.length === 0) return { nothing: "not_discussed" };
  if (!compatible(type, field.type)) return { nothing: "impossible" };
  if (isText(field.type)) return textOf(type, items, field, context);
  switch (type) {
    case "enum":
    case "multi_enum":
      return choiceOf(row, type, items, field);
    case "number":
      return numberOf(valuesOf(items, "number")[0], field);
    case "money":
      return moneyOf(row, valuesOf(items, "money")[0], context);
    case "date":
      return dateOf(valuesOf(items, "date")[0], field, context);
    case "boolean": {
      const is = valuesOf(items, "boolean")[0]?.is ?? null;
      return is === null ? { nothing: "unknown" } : { value: is };
    }
    case "person":
      return personOf(valuesOf(items, "person"), field, context);
    case "url":
      return whole(valuesOf(items, "url")[0]?.url, field);
    case "text":
    case "bullets":
    case "checklist":
    case "table":
      return { nothing: "impossible" };
  }
}

const isText = (type: CrmFieldType): type is "text" | "longtext" | "richtext" =>
  type === "text" || type === "longtext" || type === "richtext";

function textOf(
  type: OutputType,
  items: readonly OutputItem[],
  field: Target,
  context: ConvertContext,
): Converted {
  if (field.type === "richtext")
    return { value: fitHtml(asHtml(type, items, context), field, context) };
  const text = asText(items, field.type === "text" ? "line" : "lines", context);
  return text === "" ? { nothing: "unknown" } : { value: fitText(text, field, context) };
}

function choiceOf(
  row: Row,
  type: "enum" | "multi_enum",
  items: readonly OutputItem[],
  field: Target,
): Converted {
  const said =
    type === "enum"
      ? valuesOf(items, "enum").map(({ option }) => option)
      : valuesOf(items, "multi_enum").flatMap(({ options }) => options);
  const first = field.type === "picklist" ? said.slice(0, 1) : said;
  const found = first.map((option): Chosen => chosen(row.options, option, field.options));
  if (found.some((one) => one === "ask")) return { ask: "no_match" };
  const values = found.flatMap((one) => (typeof one === "object" ? [one.value] : []));
  if (values.length > 0) return { value: [...new Set(values)].join(";") };
  return { nothing: found.includes("left_empty") ? "left_empty" : "no_match" };
}

const isPercent = (unit: string): boolean => ["%", "％"].includes(unit.trim());

function numberOf(value: OutputValue<"number"> | undefined, field: Target): Converted {
  if (value === undefined) return { nothing: "not_discussed" };
  if (field.type === "percent" && !isPercent(value.unit)) return { ask: "other_unit" };
  return { value: value.number };
}

/** An amount that was said per seat or month is no total; one without a currency is taken for the field's. */
function moneyOf(
  { options }: Row,
  value: OutputValue<"money"> | undefined,
  context: ConvertContext,
): Converted {
  if (value === undefined) return { nothing: "not_discussed" };
  if ((value.per ?? []).length > 0) return { ask: "per_unit" };
  const currency = options.currency ?? context.currency;
  if (value.currency === "") return { value: value.amount };
  if (currency === null) return { ask: "no_currency" };
  return value.currency === currency ? { value: value.amount } : { ask: "other_currency" };
}

function dateOf(
  value: OutputValue<"date"> | undefined,
  field: Target,
  { zone }: ConvertContext,
): Converted {
  if (value === undefined) return { nothing: "not_discussed" };
  if (field.type === "date") return { value: value.date };
  return { value: zonedInstant(value.date, value.time ?? "00:00", zone) };
}

/** The first who is found; nobody is guessed by name. */
function personOf(
  persons: readonly OutputValue<"person">[],
  field: Target,
  { people }: ConvertContext,
): Converted {
  const known = persons.flatMap((one) => findKnown(one, people) ?? []);
  if (field.type === "email") {
    const email = known.find((one) => one.email !== null)?.email;
    return email === null || email === undefined ? { nothing: "no_email" } : whole(email, field);
  }
  const isOfContacts = field.references.some((one) => /^contacts?$/i.test(one));
  const refs = known.map(({ contactRef, userRef }) => (isOfContacts ? contactRef : userRef));
  const ref = refs.find((one) => one !== null);
  return ref === undefined ? { ask: "person_not_found" } : { value: ref };
}

const findKnown = (
  { participantId, contactId }: OutputValue<"person">,
  people: readonly KnownPerson[],
): KnownPerson | undefined =>
  people.find(
    (one) =>
      (participantId !== null && one.participantId === participantId) ||
      (contactId !== null && one.contactId === contactId),
  );

/** Half an address is none. */
function whole(text: string | undefined, { length }: Target): Converted {
  if (text === undefined) return { nothing: "not_discussed" };
  return length !== null && text.length > length ? { ask: "too_long" } : { value: text };
}
