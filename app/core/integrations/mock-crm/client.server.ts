import {
  type CrmField,
  type CrmObject,
  type CrmPort,
  type CrmRecord,
  type CrmValue,
  type Vendor,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import { MOCK_COLLEAGUE, MOCK_OURSELVES } from "#app/core/domain/connection/mock-types.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { checkValues } from "./check-values.ts";
import { mayLoseAnswer, mayRefuse, takeFault, withSchemaFaults } from "./faults.server.ts";
import { MOCK_FIELDS } from "./fields.ts";
import { enter, valuesSchema } from "./records.server.ts";
import { search } from "./search.server.ts";

const keyOf = (workspaceId: string, object: string, id: string) => ({
  workspaceId_object_id: { workspaceId, object, id },
});

async function findRow(workspaceId: string, object: CrmObject, id: string) {
  const row = await db.mockRecord.findUnique({
    where: keyOf(workspaceId, object, id),
    select: { id: true, values: true, modifiedAt: true, modifiedBy: true },
  });
  return row && { ...row, values: valuesSchema.parse(row.values) };
}

const listFields = (workspaceId: string, object: CrmObject): Promise<CrmField[]> =>
  withSchemaFaults(workspaceId, MOCK_FIELDS[object]);

async function save(
  workspaceId: string,
  { object, id }: { object: CrmObject; id: string },
  { values, modifiedBy }: { values: Record<string, CrmValue>; modifiedBy: string },
): Promise<void> {
  const changed = await db.$executeRaw`
    UPDATE mock_record SET "values" = "values" || ${JSON.stringify(values)}::jsonb,
      modified_by = ${modifiedBy}, modified_at = ${now()}
    WHERE workspace_id = ${workspaceId}::uuid AND object = ${object} AND id = ${id}`;
  if (changed === 0) throw new VendorFault("not_found");
}

/** What a colleague there makes of a value: always another one. */
export function othersValue({ type, options }: CrmField, value: CrmValue | undefined): CrmValue {
  if (type === "number" || type === "money" || type === "percent") return Number(value ?? 0) + 1;
  if (type === "boolean") return value !== true;
  if (type === "date") return value === "2027-01-29" ? "2027-02-26" : "2027-01-29";
  if (type === "datetime") return "2027-01-29T01:00:00.000Z";
  const other = options.find((option) => option.isActive && option.value !== value);
  return other?.value ?? `${value === null || value === undefined ? "" : `${String(value)} `}✓`;
}

/**
 * A colleague changes a field there.
 * @param at with the value as it was typed; null or left out: another one than there was
 * @throws VendorFault `unknown_field`, `not_found`, and what a real CRM says of a value it does not take
 */
export async function changeAsColleague(
  workspaceId: string,
  at: { object: CrmObject; id: string; field: string; value?: string | null },
): Promise<void> {
  const { object, id, field: name, value: typed = null } = at;
  const fields = await listFields(workspaceId, object);
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw new VendorFault("unknown_field", { field: name });
  const row = await findRow(workspaceId, object, id);
  const value = typed === null ? othersValue(field, row?.values[name]) : valueOf(field, typed);
  checkValues(fields, { [name]: value });
  await save(
    workspaceId,
    { object, id },
    { values: { [name]: value }, modifiedBy: MOCK_COLLEAGUE },
  );
}

/** What somebody typed, as the field holds it. */
function valueOf({ type }: CrmField, typed: string): CrmValue {
  if (type === "boolean") return typed === "true";
  const isNumber = type === "number" || type === "money" || type === "percent";
  return isNumber && /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
}

const findRecord: CrmPort["findRecord"] = async (access, object, id, fields) => {
  const workspaceId = await enter(access);
  const known = await listFields(workspaceId, object);
  const missing = fields.find(({ name }) => !known.some((field) => field.name === name));
  if (missing !== undefined) throw new VendorFault("unknown_field", { field: missing.name });
  const [first] = fields;
  if (first !== undefined && (await findRow(workspaceId, object, id)) !== null) {
    const taken = await takeFault(workspaceId, ["conflict"]);
    const field = fields.find(({ name }) => name === taken?.field) ?? first;
    if (taken !== null) await changeAsColleague(workspaceId, { object, id, field: field.name });
  }
  const row = await findRow(workspaceId, object, id);
  return row && recordOf(row, fields);
};

const recordOf = (
  row: NonNullable<Awaited<ReturnType<typeof findRow>>>,
  fields: readonly Pick<CrmField, "name">[],
): CrmRecord => ({
  id: row.id,
  values: Object.fromEntries(fields.map(({ name }) => [name, row.values[name] ?? null])),
  modifiedAt: row.modifiedAt.toISOString(),
  modifiedBy: row.modifiedBy,
});

const keyLine = (writeKey: string): string => `Parley: ${writeKey}`;

export const crm: CrmPort = {
  objects: ["deal", "contact", "company", "task", "event", "call", "note"],
  listFields: async (access, object) => listFields(await enter(access), object),
  findRecord,
  currentId: async (access, object, id) =>
    (await findRow(await enter(access), object, id))?.id ?? null,
  async updateRecord(access, object, id, values) {
    const workspaceId = await enter(access);
    await mayRefuse(workspaceId, Object.keys(values));
    checkValues(await listFields(workspaceId, object), values);
    await save(workspaceId, { object, id }, { values, modifiedBy: MOCK_OURSELVES });
    await mayLoseAnswer(workspaceId);
  },
  async createActivity(access, activity) {
    const workspaceId = await enter(access);
    const { kind, subject, body, at, day, dealId, contactIds, ownerId, writeKey } = activity;
    await mayRefuse(workspaceId, ["Description"]);
    const id = newId();
    const values = {
      ...{ Subject: subject, Description: `${body}\n\n${keyLine(writeKey)}`, OwnerId: ownerId },
      ...{ WhatId: dealId, WhoId: contactIds[0] ?? null },
      ...(kind === "event" ? { StartDateTime: at } : { ActivityDate: day }),
    };
    await db.mockRecord.create({
      data: {
        ...{ workspaceId, id, object: kind, values },
        ...{ modifiedBy: MOCK_OURSELVES, modifiedAt: now() },
      },
      select: { id: true },
    });
    await mayLoseAnswer(workspaceId);
    return id;
  },
  async findActivity(access, { kind, writeKey }) {
    const workspaceId = await enter(access);
    const found = await db.mockRecord.findFirst({
      where: {
        ...{ workspaceId, object: kind },
        values: { path: ["Description"], string_contains: keyLine(writeKey) },
      },
      select: { id: true },
    });
    return found?.id ?? null;
  },
  async deleteActivity(access, kind, id) {
    const workspaceId = await enter(access);
    await db.mockRecord.deleteMany({ where: { workspaceId, object: kind, id } });
  },
  async findUserName(access, id) {
    const row = await db.mockRecord.findUnique({
      where: keyOf(await enter(access), "user", id),
      select: { values: true },
    });
    const name = row === null ? null : valuesSchema.parse(row.values)["Name"];
    return typeof name === "string" ? name : id;
  },
  ...search,
  recordUrl: () => null,
  async findUser(access, email) {
    const workspaceId = await enter(access);
    const found = await db.mockRecord.findFirst({
      where: {
        ...{ workspaceId, object: "user" },
        values: { path: ["Email"], equals: email.toLowerCase() },
      },
      select: { id: true },
    });
    return found?.id ?? null;
  },
};

export const check: Vendor["check"] = async (access) => {
  const workspaceId = await enter(access);
  await db.mockRecord.findFirst({ where: { workspaceId, object: "deal" }, select: { id: true } });
  return null;
};
