import {
  type CrmField,
  type CrmFieldType,
  type CrmValue,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";

const NUMBERS: readonly CrmFieldType[] = ["number", "money", "percent"];

/** Refuses what a real CRM would refuse. @throws VendorFault */
export function checkValues(
  fields: readonly CrmField[],
  values: Readonly<Record<string, CrmValue>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((one) => one.name === name);
    const code = field === undefined ? "unknown_field" : whyNot(field, value);
    if (code !== null) throw new VendorFault(code, { field: name });
  }
}

function whyNot(field: CrmField, value: CrmValue) {
  if (!field.isWriteable) return "not_writeable";
  if (value === null) return field.isRequired ? "required_missing" : null;
  if (!hasType(field.type, value)) return "wrong_type";
  if (typeof value === "string" && field.length !== null && value.length > field.length)
    return "too_long";
  const isChoice = field.type === "picklist" || field.type === "multipicklist";
  if (!isChoice || !field.isRestricted) return null;
  const chosen = field.type === "picklist" ? [String(value)] : String(value).split(";");
  const isKnown = (one: string) =>
    field.options.some((option) => option.isActive && option.value === one);
  return chosen.every(isKnown) ? null : "restricted_picklist";
}

function hasType(type: CrmFieldType, value: CrmValue): boolean {
  if (NUMBERS.includes(type)) return typeof value === "number";
  if (type === "boolean") return typeof value === "boolean";
  if (typeof value !== "string") return false;
  if (type === "date") return /^\d{4}-\d\d-\d\d$/.test(value);
  return type !== "datetime" || !Number.isNaN(Date.parse(value));
}
