import type { CrmField, CrmObject } from "../connection/connection-types.ts";
import { DomainError } from "../errors.ts";
import type { Section } from "../template/template.schema.ts";
import { compatible } from "./compatible.ts";
import type { RowFields } from "./mapping-forms.schema.ts";
import type { RowOptions } from "./mapping.schema.ts";
import { sourceTypeOf } from "./row-health.ts";
import { rulesFor } from "./rules-for.ts";

/** What a row is held against: the published sections, the fields as last read, and what is mapped already. */
export type RowGround = {
  sections: readonly Section[];
  fields: readonly CrmField[];
  /** Fields of the object that other rows write. */
  taken: readonly string[];
};
type Wanted = { section: string; object: CrmObject } & RowFields;

const refused = (field: string, code: string) =>
  new DomainError("validation_failed", { [field]: [code] });

/**
 * The field a row is for, and its options as they are kept. An impossible pair is refused (product §17.2).
 * @throws DomainError `validation_failed`
 */
export function checkRow(
  wanted: Wanted,
  { sections, fields, taken }: RowGround,
): { field: CrmField; options: RowOptions } {
  const source = sourceTypeOf(wanted.section, sections);
  if (source === null) throw refused("section", "invalid_choice");
  const field = fields.find(({ name }) => name === wanted.field);
  if (field === undefined) throw refused("field", "field_gone");
  if (!field.isWriteable) throw refused("field", "field_not_writeable");
  if (!compatible(source, field.type)) throw refused("field", "field_impossible");
  if (taken.includes(field.name)) throw refused("field", "field_taken");
  if (!rulesFor(wanted.object, field).includes(wanted.rule))
    throw refused("rule", "invalid_choice");
  return { field, options: optionsOf(wanted, field, sections) };
}

function optionsOf(wanted: Wanted, field: CrmField, sections: readonly Section[]): RowOptions {
  const section = sections.find(({ key }) => key === wanted.section);
  const isChoice = field.type === "picklist" || field.type === "multipicklist";
  const said = section !== undefined && "options" in section && isChoice ? section.options : [];
  const isActive = (value: string) =>
    field.options.some((option) => option.isActive && option.value === value);
  const translation: Record<string, string> = {};
  for (const [option, value] of wanted.translation) {
    if (!said.some((one) => one.value === option)) continue;
    if (value === null) continue;
    if (value !== "" && !isActive(value)) throw refused("translation", "value_gone");
    translation[option] = value;
  }
  return {
    translation,
    noMatch: said.length === 0 ? { kind: "leave_empty" } : noMatchOf(wanted, isActive),
    currency: section?.type === "money" ? (wanted.currency ?? null) : null,
  };
}

function noMatchOf(
  { noMatch: kind, noMatchValue: value = "" }: RowFields,
  isActive: (value: string) => boolean,
): RowOptions["noMatch"] {
  if (kind !== "other") return { kind };
  if (!isActive(value)) throw refused("noMatchValue", "invalid_choice");
  return { kind, value };
}
