import {
  type CrmActivity,
  type CrmField,
  type CrmFieldType,
  type CrmObject,
  type CrmRecord,
  type CrmValue,
  VendorFault,
  type VendorFaultCode,
} from "#app/core/domain/connection/connection-types.ts";
import { retryAfterMs, type VendorAnswer } from "../vendor-call.server.ts";
import { errorSchema, invalidSchema, type WireProperty, type WireRecord } from "./wire.ts";

export const OBJECTS = {
  deal: "deals",
  contact: "contacts",
  company: "companies",
  task: "tasks",
  event: "meetings",
  call: "calls",
  note: "notes",
} as const satisfies Record<CrmObject, string>;

/** What HubSpot's own pages call the same in their addresses. */
export const TYPE_IDS = {
  contact: "0-1",
  company: "0-2",
  deal: "0-3",
  task: "0-27",
  note: "0-46",
  event: "0-47",
  call: "0-48",
} as const satisfies Record<CrmObject, string>;

/** A text property of HubSpot holds no more. */
const LONGEST = 65_536;

function typeOf(wire: WireProperty): CrmFieldType {
  if (wire.referencedObjectType === "OWNER") return "reference";
  switch (wire.type.toLowerCase()) {
    case "string":
      if (wire.fieldType === "textarea") return "longtext";
      if (wire.fieldType === "html") return "richtext";
      return wire.fieldType === "phonenumber" ? "phone" : "text";
    case "phone_number":
      return "phone";
    case "number":
      if (wire.showCurrencySymbol === true || wire.numberDisplayHint === "currency") return "money";
      return wire.numberDisplayHint === "percentage" ? "percent" : "number";
    case "bool":
      return "boolean";
    case "date":
      return "date";
    case "datetime":
      return "datetime";
    case "enumeration":
      if (wire.fieldType === "checkbox") return "multipicklist";
      return wire.fieldType === "booleancheckbox" ? "boolean" : "picklist";
    default:
      return "other";
  }
}
const TEXTS: readonly CrmFieldType[] = ["text", "longtext", "richtext", "phone"];

export function fieldOf(wire: WireProperty): CrmField {
  const type = typeOf(wire);
  return {
    name: wire.name,
    label: wire.label,
    type,
    length: TEXTS.includes(type) ? LONGEST : null,
    isWriteable: wire.modificationMetadata?.readOnlyValue !== true && wire.calculated !== true,
    isRequired: false,
    isCustom: wire.hubspotDefined !== true,
    isRestricted: type === "picklist" || type === "multipicklist",
    options: (wire.options ?? []).map(({ value, label, hidden }) => ({
      value,
      label: label ?? value,
      isActive: hidden !== true,
    })),
    references: type === "reference" ? ["owner"] : [],
  };
}

/** HubSpot keeps 25 % as 0.25; what binary fractions add to that is no part of it. */
const ofFraction = (fraction: number): number => Number((fraction * 100).toPrecision(12));
const toFraction = (percent: number): number => Number((percent / 100).toPrecision(12));

/** Everything comes as text. */
export function valueOf(type: CrmFieldType, text: string | null | undefined): CrmValue {
  if (text === null || text === undefined || text === "") return null;
  if (type === "boolean") return text === "true";
  if (type === "number" || type === "money" || type === "percent") {
    const number = Number(text);
    if (Number.isNaN(number)) return text;
    return type === "percent" ? ofFraction(number) : number;
  }
  if (type === "datetime" || type === "date") {
    const time = /^\d{10,}$/.test(text) ? Number(text) : Date.parse(text);
    if (Number.isNaN(time)) return text;
    const iso = new Date(time).toISOString();
    return type === "date" ? iso.slice(0, 10) : iso;
  }
  return text;
}
/** And goes as text; nothing is an empty one. */
export const propertiesOf = (
  values: Record<string, CrmValue>,
  types: Record<string, CrmFieldType> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === null) return [name, ""];
      const isPercent = types[name] === "percent" && typeof value === "number";
      return [name, String(isPercent ? toFraction(value) : value)];
    }),
  );

/** Who changed a record last; where one field is asked for, who changed that one: the rest may have been us. */
export function changeOf(
  { properties, updatedAt, propertiesWithHistory }: WireRecord,
  [name, ...others]: readonly string[],
): Pick<CrmRecord, "modifiedAt" | "modifiedBy"> {
  const record = {
    modifiedAt: updatedAt ?? null,
    modifiedBy: properties["hs_updated_by_user_id"] ?? null,
  };
  const versions = others.length > 0 ? undefined : propertiesWithHistory?.[name ?? ""];
  if (versions === undefined) return record;
  const [newest] = versions.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  if (newest === undefined) return { ...record, modifiedBy: null };
  const { timestamp, updatedByUserId, sourceId } = newest;
  const user = updatedByUserId ?? /^userId:(\d+)$/.exec(sourceId ?? "")?.[1];
  return { modifiedAt: timestamp, modifiedBy: user ?? null };
}

/** HubSpot's own kinds of association, from an activity to what it is about. */
const ASSOCIATIONS = {
  call: { deal: 206, contact: 194 },
  note: { deal: 214, contact: 202 },
  task: { deal: 216, contact: 204 },
  event: { deal: 212, contact: 200 },
} as const;

export const keyLine = (writeKey: string): string => `Parley: ${writeKey}`;
/** Where the text of an activity stands. */
export const BODIES = {
  call: "hs_call_body",
  note: "hs_note_body",
  task: "hs_task_body",
  event: "hs_meeting_body",
} as const;

export function activityOf(activity: CrmActivity) {
  const { kind, body, at, dealId, contactIds, ownerId, writeKey } = activity;
  const types = ASSOCIATIONS[kind];
  const to = (id: string, associationTypeId: number) => ({
    to: { id },
    types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }],
  });
  return {
    properties: {
      hs_timestamp: at,
      [BODIES[kind]]: `${body}\n\n${keyLine(writeKey)}`,
      ...(ownerId !== null && { hubspot_owner_id: ownerId }),
      ...factsOf(activity),
    },
    associations: [
      ...(dealId === null ? [] : [to(dealId, types.deal)]),
      ...contactIds.map((id) => to(id, types.contact)),
    ],
  };
}

function factsOf({ kind, subject, at, durationMs }: CrmActivity): Record<string, string> {
  switch (kind) {
    case "call":
      return {
        hs_call_title: subject,
        hs_call_duration: String(Math.round(durationMs)),
        hs_call_status: "COMPLETED",
        hs_call_source: "INTEGRATIONS_PLATFORM",
      };
    case "task":
      return { hs_task_subject: subject, hs_task_status: "COMPLETED" };
    case "event":
      return {
        hs_meeting_title: subject,
        hs_meeting_start_time: at,
        hs_meeting_end_time: new Date(Date.parse(at) + durationMs).toISOString(),
      };
    case "note":
      return {};
  }
}

const CATEGORIES: Record<string, VendorFaultCode> = {
  EXPIRED_AUTHENTICATION: "unauthorised",
  INVALID_AUTHENTICATION: "unauthorised",
  MISSING_SCOPES: "forbidden",
  OBJECT_NOT_FOUND: "not_found",
  RATE_LIMITS: "rate_limited",
};
const INVALID: Record<string, VendorFaultCode> = {
  INVALID_OPTION: "restricted_picklist",
  PROPERTY_DOESNT_EXIST: "unknown_field",
  READ_ONLY_VALUE: "not_writeable",
  VALUE_TOO_LONG: "too_long",
  STRING_TOO_LONG: "too_long",
  INVALID_STRING_LENGTH: "too_long",
  INVALID_INTEGER: "wrong_type",
  INVALID_LONG: "wrong_type",
  INVALID_NUMBER: "wrong_type",
  INVALID_DATE: "wrong_type",
  INVALID_BOOLEAN: "wrong_type",
  INVALID_EMAIL: "wrong_type",
  REQUIRED_FIELD: "required_missing",
  MISSING_REQUIRED_PROPERTY: "required_missing",
  FAILED_VALIDATION: "validation_rule",
  CONFLICTING_UNIQUE_VALUE: "duplicate",
};
/** HubSpot documents that its locks last two seconds. */
const LOCK_MS = 2_000;

export function faultOf({ status, headers, body }: VendorAnswer): VendorFault | null {
  if (status === 423)
    return new VendorFault("busy", { retryAfterMs: retryAfterMs(headers) ?? LOCK_MS });
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return null;
  const { category, policyName, message } = parsed.data;
  if (status === 429 || category === "RATE_LIMITS")
    return policyName?.includes("DAILY") === true
      ? new VendorFault("quota")
      : new VendorFault("rate_limited", { retryAfterMs: retryAfterMs(headers) });
  if (category === "VALIDATION_ERROR" || status === 400) return invalidFault(parsed.data);
  const code = CATEGORIES[category];
  if (code !== undefined) return new VendorFault(code, { detail: message });
  if (status !== 409) return null;
  const isThere = category === "OBJECT_ALREADY_EXISTS" || /already (exists|has)/i.test(message);
  return new VendorFault(isThere ? "duplicate" : "refused", { detail: message });
}

/** A refused value is named in `errors`, in JSON inside the message, or in both. */
function invalidFault({ message, errors }: { message: string; errors?: WireErrors }): VendorFault {
  const inner = invalidSchema.safeParse(jsonIn(message));
  const [named] = inner.success ? inner.data : [];
  const [first] = errors ?? [];
  const field = named?.name ?? first?.context?.["propertyName"]?.[0] ?? null;
  const detail = named?.message ?? first?.message ?? message;
  const codes = [named?.error, first?.code].flatMap((code) => code ?? []);
  return new VendorFault(invalidCode(codes, `${detail} ${message}`, field), { field, detail });
}

/** Admins write rules for their properties, and each kind of rule has a code: what is not known of one is such a rule. */
function invalidCode(codes: readonly string[], said: string, field: string | null) {
  const known = codes.flatMap((code) => INVALID[code] ?? [])[0];
  if (known !== undefined) return known;
  if (codes.some((code) => /MAX_?LENGTH|TOO_LONG/i.test(code)) || /too long/i.test(said))
    return "too_long";
  return field === null ? "refused" : "validation_rule";
}
type WireErrors =
  | {
      message?: string | null | undefined;
      code?: string | null | undefined;
      context?: Record<string, string[]> | null | undefined;
    }[]
  | null
  | undefined;

function jsonIn(message: string): unknown {
  const at = message.indexOf("[");
  try {
    return at < 0 ? null : JSON.parse(message.slice(at));
  } catch {
    return null;
  }
}
