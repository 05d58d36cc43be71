import type { CrmField, CrmFieldType } from "../connection/connection-types.ts";
import type { OutputType } from "../summary/output.ts";
import { compatible, type SourceType } from "./compatible.ts";
import { WHOLE_SUMMARY } from "./mapping-types.ts";
import { type MappingRowInput, type RowOptions } from "./mapping.schema.ts";

/** A row as it was saved, with label and type of that day. */
export type SavedRow = Pick<MappingRowInput, "section" | "object" | "field"> & {
  fieldLabel: string;
  fieldType: string;
  options: RowOptions;
};
export type FieldRef = { name: string; label: string };

/** What keeps a row from writing; the next write waits until it is mended. */
export type RowTrouble =
  | { kind: "field_gone"; renamed: FieldRef[] }
  | { kind: "not_writeable" }
  | { kind: "impossible"; fitting: FieldRef[] }
  | { kind: "section_gone" }
  | { kind: "option_gone"; values: string[] };
/** What is worth knowing, and keeps nobody from writing. */
export type RowNote =
  | { kind: "label_changed"; from: string; to: string }
  | { kind: "type_changed"; from: string; to: string };
export type RowHealth = { trouble: RowTrouble | null; note: RowNote | null };

const GOOD: RowHealth = { trouble: null, note: null };
const MOST_PROPOSED = 3;

const refOf = ({ name, label }: CrmField): FieldRef => ({ name, label });
const folded = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** Type of what a row maps; null where the template has no such section (any more). */
export function sourceTypeOf(
  section: string,
  sections: readonly { key: string; type: OutputType }[],
): SourceType | null {
  if (section === WHOLE_SUMMARY) return "summary";
  return sections.find(({ key }) => key === section)?.type ?? null;
}

/**
 * Whether a row can write as the CRM stands now.
 * @param fields of the row's object, as last read; null where they were never read
 */
export function rowHealth(
  row: SavedRow,
  fields: readonly CrmField[] | null,
  source: SourceType | null,
): RowHealth {
  if (source === null) return { ...GOOD, trouble: { kind: "section_gone" } };
  if (fields === null) return GOOD;
  const field = fields.find(({ name }) => name === row.field);
  if (field === undefined)
    return { ...GOOD, trouble: { kind: "field_gone", renamed: renamedOf(row, fields, source) } };
  if (!field.isWriteable) return { ...GOOD, trouble: { kind: "not_writeable" } };
  if (!compatible(source, field.type))
    return { ...GOOD, trouble: { kind: "impossible", fitting: fittingOf(fields, source) } };
  const values = goneValues(row.options, field);
  if (values.length > 0) return { ...GOOD, trouble: { kind: "option_gone", values } };
  return { trouble: null, note: noteOf(row, field) };
}

/** A renamed field is proposed by label and type, never taken without being asked. */
function renamedOf(row: SavedRow, fields: readonly CrmField[], source: SourceType): FieldRef[] {
  const couldBe = (field: CrmField): boolean => field.isWriteable && compatible(source, field.type);
  return fields
    .filter(
      (field) =>
        couldBe(field) &&
        field.type === row.fieldType &&
        folded(field.label) === folded(row.fieldLabel),
    )
    .slice(0, MOST_PROPOSED)
    .map(refOf);
}

export const fittingOf = (fields: readonly CrmField[], source: SourceType): FieldRef[] =>
  fields
    .filter((field) => field.isWriteable && compatible(source, field.type))
    .slice(0, MOST_PROPOSED)
    .map(refOf);

const CHOICES: readonly CrmFieldType[] = ["picklist", "multipicklist"];

/** Values the row writes and the list no longer takes. */
function goneValues({ translation, noMatch }: RowOptions, { type, options }: CrmField): string[] {
  if (!CHOICES.includes(type)) return [];
  const written = [
    ...Object.values(translation).filter((value) => value !== ""),
    ...(noMatch.kind === "other" ? [noMatch.value] : []),
  ];
  const isActive = (value: string) => options.some((one) => one.isActive && one.value === value);
  return [...new Set(written.filter((value) => !isActive(value)))];
}

function noteOf(row: SavedRow, field: CrmField): RowNote | null {
  if (field.type !== row.fieldType)
    return { kind: "type_changed", from: row.fieldType, to: field.type };
  if (folded(field.label) !== folded(row.fieldLabel))
    return { kind: "label_changed", from: row.fieldLabel, to: field.label };
  return null;
}
