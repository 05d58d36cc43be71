import {
  type CrmActivity,
  type CrmField,
  type CrmFieldType,
  type CrmObject,
  type CrmValue,
  VendorFault,
  type VendorFaultCode,
} from "#app/core/domain/connection/connection-types.ts";
import {
  type CrmCompany,
  type CrmContact,
  type CrmDeal,
  type CrmStage,
  domainOf,
} from "#app/core/domain/connection/crm-search-types.ts";
import type { VendorAnswer } from "../vendor-call.server.ts";
import {
  companySchema,
  contactSchema,
  dealSchema,
  errorsSchema,
  type WireField,
  type WireStage,
} from "./wire.ts";

export const SOBJECTS = {
  deal: "Opportunity",
  contact: "Contact",
  company: "Account",
  task: "Task",
  event: "Event",
} as const satisfies Partial<Record<CrmObject, string>>;

const TYPES: Record<string, CrmFieldType> = {
  string: "text",
  combobox: "text",
  textarea: "longtext",
  int: "number",
  long: "number",
  double: "number",
  currency: "money",
  percent: "percent",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  picklist: "picklist",
  multipicklist: "multipicklist",
  reference: "reference",
  url: "url",
  email: "email",
  phone: "phone",
};

export function fieldOf(wire: WireField): CrmField {
  const isRich = wire.htmlFormatted === true || wire.extraTypeInfo === "richtextarea";
  return {
    name: wire.name,
    label: wire.label,
    type: isRich ? "richtext" : (TYPES[wire.type] ?? "other"),
    length: wire.length > 0 ? wire.length : null,
    // Salesforce keeps a line break of a text area as two characters, and counts both.
    ...(wire.type === "textarea" && !isRich && { lineBreak: 2 }),
    isWriteable: wire.updateable && !wire.calculated,
    isRequired: wire.createable && !wire.nillable && !wire.defaultedOnCreate,
    isCustom: wire.custom,
    isRestricted: wire.restrictedPicklist,
    options: (wire.picklistValues ?? []).map(({ value, label, active }) => ({
      value,
      label: label ?? value,
      isActive: active,
    })),
    references: wire.referenceTo ?? [],
  };
}

export function valueOf(type: CrmFieldType, value: unknown): CrmValue {
  if (typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value !== "string" || value === "") return null;
  // Salesforce writes times as 2026-11-25T10:00:00.000+0000.
  const time = type === "datetime" ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")) : NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

/** The text of SOQL's string literals. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

export const inList = (texts: readonly string[]): string => `(${texts.map(quoted).join(", ")})`;
/** Text that stands anywhere in a field. */
export const like = (text: string): string => `'%${text.replace(/[\\'%_]/g, "\\$&")}%'`;

const some = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((one) =>
    one === null || one === undefined || one.trim() === "" ? [] : one.trim(),
  );

/** Null of what is no contact that can be named. */
export function contactOf(row: unknown): CrmContact | null {
  const parsed = contactSchema.safeParse(row);
  if (!parsed.success) return null;
  const { data } = parsed;
  const name = data.Name ?? some([data.FirstName, data.LastName]).join(" ");
  return {
    id: data.Id,
    name: some([name])[0] ?? data.Email ?? data.Id,
    title: some([data.Title])[0] ?? null,
    emails: some([data.Email]).map((email) => email.toLowerCase()),
    phones: some([data.Phone, data.MobilePhone]),
    companyId: data.AccountId ?? null,
  };
}

export function companyOf(row: unknown): CrmCompany | null {
  const parsed = companySchema.safeParse(row);
  if (!parsed.success) return null;
  const { Id: id, Name: name, Website: website } = parsed.data;
  return { id, name: some([name])[0] ?? id, domains: some([domainOf(website)]) };
}

export function stageOf(row: WireStage, ord: number): CrmStage | null {
  const id = row.ApiName ?? row.MasterLabel;
  if (id === null || id === undefined || id === "") return null;
  const label = row.MasterLabel ?? id;
  return { id, label, pipeline: "", kind: kindOf(row.IsClosed, row.IsWon), ord };
}
const kindOf = (isClosed: boolean | null | undefined, isWon: boolean | null | undefined) =>
  isClosed !== true ? "open" : isWon === true ? "won" : "lost";

const timeOf = (text: string | null | undefined): string | null => {
  const value = valueOf("datetime", text);
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
};

/** @param roles contacts of deals, by the deal's id */
export function dealOf(
  row: unknown,
  stages: readonly CrmStage[],
  roles: ReadonlyMap<string, string[]>,
): CrmDeal | null {
  const parsed = dealSchema.safeParse(row);
  if (!parsed.success) return null;
  const { data } = parsed;
  const stageName = some([data.StageName])[0] ?? "–";
  const known = stages.find(({ id, label }) => id === stageName || label === stageName);
  const isClosed = data.IsClosed ?? (known !== undefined && known.kind !== "open");
  const kind = kindOf(isClosed, data.IsWon ?? known?.kind === "won");
  const closeDate = data.CloseDate?.slice(0, DAY) ?? data.CloseDate;
  const openedAt = timeOf(data.CreatedDate) ?? new Date(0).toISOString();
  return {
    id: data.Id,
    name: some([data.Name])[0] ?? data.Id,
    companyId: data.AccountId ?? null,
    companyName: some([data.Account?.Name])[0] ?? null,
    contactIds: roles.get(data.Id) ?? [],
    ownerEmail: some([data.Owner?.Email])[0]?.toLowerCase() ?? null,
    ownerName: some([data.Owner?.Name])[0] ?? null,
    stage: known ?? { id: stageName, label: stageName, pipeline: "", kind, ord: stages.length },
    amount: data.Amount === undefined ? undefined : (some([data.Amount?.toString()])[0] ?? null),
    currency: data.CurrencyIsoCode ?? null,
    closeDate,
    nextStep: data.NextStep === undefined ? undefined : (some([data.NextStep])[0] ?? null),
    openedAt,
    // Salesforce sets the close date to the day on which a deal is closed.
    closedAt: isClosed ? (timeOf(closeDate) ?? openedAt) : null,
  };
}

const DAY = 10;
/**
 * Task or event; the deal is what it is about, the first contact whom it is with.
 * @param status of a task that is done
 */
export function activityOf(activity: CrmActivity, status: string): Record<string, CrmValue> {
  const { kind, subject, body, at, durationMs, dealId, contactIds, ownerId, writeKey } = activity;
  const about = {
    Subject: subject.slice(0, 255),
    Description: `${body}\n\n${keyLine(writeKey)}`,
    ...(dealId !== null && { WhatId: dealId }),
    ...(contactIds[0] !== undefined && { WhoId: contactIds[0] }),
    ...(ownerId !== null && { OwnerId: ownerId }),
  };
  if (kind === "event")
    return {
      ...about,
      StartDateTime: at,
      DurationInMinutes: Math.max(1, Math.round(durationMs / 60_000)),
    };
  return {
    ...about,
    ActivityDate: activity.day,
    Status: status,
    ...(kind === "call" && {
      TaskSubtype: "Call",
      CallDurationInSeconds: Math.round(durationMs / 1_000),
    }),
  };
}
export const keyLine = (writeKey: string): string => `Parley: ${writeKey}`;

const CODES: Record<string, VendorFaultCode> = {
  INVALID_SESSION_ID: "unauthorised",
  REQUEST_LIMIT_EXCEEDED: "quota",
  API_DISABLED_FOR_ORG: "forbidden",
  API_CURRENTLY_DISABLED: "forbidden",
  INSUFFICIENT_ACCESS: "forbidden",
  // Of a record, which is not shared with this user or is not theirs to change; a field has a code of its own.
  INSUFFICIENT_ACCESS_OR_READONLY: "forbidden",
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: "forbidden",
  INVALID_FIELD_FOR_INSERT_UPDATE: "not_writeable",
  INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST: "restricted_picklist",
  STRING_TOO_LONG: "too_long",
  FIELD_CUSTOM_VALIDATION_EXCEPTION: "validation_rule",
  FIELD_FILTER_VALIDATION_EXCEPTION: "validation_rule",
  FIELD_INTEGRITY_EXCEPTION: "validation_rule",
  CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY: "validation_rule",
  CANNOT_EXECUTE_FLOW_TRIGGER: "validation_rule",
  DUPLICATES_DETECTED: "duplicate",
  DUPLICATE_VALUE: "duplicate",
  INVALID_FIELD: "unknown_field",
  REQUIRED_FIELD_MISSING: "required_missing",
  JSON_PARSER_ERROR: "wrong_type",
  INVALID_TYPE_ON_FIELD_IN_RECORD: "wrong_type",
  NUMBER_OUTSIDE_VALID_RANGE: "wrong_type",
  MALFORMED_ID: "wrong_type",
  // What a condition on an id says of text that is none.
  INVALID_QUERY_FILTER_OPERATOR: "wrong_type",
  ENTITY_IS_LOCKED: "locked",
  UNABLE_TO_LOCK_ROW: "busy",
  SERVER_UNAVAILABLE: "unavailable",
  QUERY_TIMEOUT: "unavailable",
  REQUEST_RUNNING_TOO_LONG: "unavailable",
  ENTITY_IS_DELETED: "not_found",
  NOT_FOUND: "not_found",
};

/** Statuses that say by themselves what is meant. */
const CLEAR_STATUS: readonly number[] = [401, 403, 404, 408, 423, 429];

/** Salesforce's codes come in a list of errors, whatever the status; the first one that is known counts. */
export function faultOf({ status, body }: VendorAnswer): VendorFault | null {
  const parsed = errorsSchema.safeParse(body);
  if (!parsed.success) return null;
  const first = parsed.data.find((one) => codeOf(one) !== undefined) ?? parsed.data[0];
  if (first === undefined) return null;
  const code = codeOf(first);
  if (code === undefined && (status >= 500 || CLEAR_STATUS.includes(status))) return null;
  const named = /(?:No such column|Field name provided,?|field:?) '?([A-Za-z]\w*)'?/.exec(
    first.message,
  );
  return new VendorFault(code ?? "refused", {
    field: first.fields?.[0] ?? named?.[1] ?? null,
    detail: first.message,
  });
}

/** Too many requests at once are over in a moment, those of a day are not; a lock may be met by a trigger or a flow. */
function codeOf({ errorCode, message }: { errorCode: string; message: string }) {
  if (message.includes("UNABLE_TO_LOCK_ROW")) return "busy";
  const isOfMoment = errorCode === "REQUEST_LIMIT_EXCEEDED" && /concurrent/i.test(message);
  return isOfMoment ? "rate_limited" : CODES[errorCode];
}
