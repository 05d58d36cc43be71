import {
  type CrmObject,
  type CrmPort,
  type CrmRecord,
  type Provider,
  type VendorAccess,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import { askBeside, readBody } from "../vendor-call.server.ts";
import { activityOf, fieldOf, keyLine, quoted, SOBJECTS, valueOf } from "./map.ts";
import { withRecordTypes } from "./record-types.server.ts";
import { ask, data, query, queryPath, send } from "./request.server.ts";
import { search } from "./search.server.ts";
import { closedStatus } from "./task-status.server.ts";
import {
  activitiesSchema,
  createdSchema,
  describeSchema,
  idsSchema,
  limitsSchema,
  mastersSchema,
  namesSchema,
  organisationsSchema,
  recordSchema,
  userSchema,
} from "./wire.ts";

function sobject(object: CrmObject): string {
  const known: Partial<Record<CrmObject, string>> = SOBJECTS;
  const name = object === "call" ? SOBJECTS.task : known[object];
  if (name === undefined) throw new VendorFault("refused");
  return name;
}
const recordPath = (object: CrmObject, id: string): string =>
  `${data()}/sobjects/${sobject(object)}/${encodeURIComponent(id)}`;

export const readAccount: Provider["readAccount"] = async (access) => {
  const body = await askBeside(() => ask(access, "/services/oauth2/userinfo"), null);
  const user = userSchema.safeParse(body).data;
  const id = user?.organization_id ?? access.accountId ?? null;
  if (id === null) throw new VendorFault("forbidden");
  // Its name makes a better label, and not every user is shown it.
  const organisation = await askBeside(
    async () =>
      organisationsSchema.safeParse(await query(access, "SELECT Name, IsSandbox FROM Organization"))
        .data?.records[0] ?? null,
    null,
  );
  return {
    id,
    label: organisation?.Name ?? id,
    user: user?.preferred_username ?? user?.email ?? null,
    isSandbox: organisation?.IsSandbox ?? false,
  };
};

export const check: Provider["check"] = async (access) => {
  const { headers } = await send(access, queryPath("SELECT Id FROM Opportunity LIMIT 1"));
  const said = /api-usage=(\d+)\/(\d+)/.exec(headers.get("sforce-limit-info") ?? "");
  if (said !== null) return { used: Number(said[1]), max: Number(said[2]) };
  // This is for users who may look at the set-up.
  const body = await askBeside(() => ask(access, `${data()}/limits`), null);
  const limits = limitsSchema.safeParse(body);
  if (!limits.success) return null;
  const { Max: max, Remaining: left } = limits.data.DailyApiRequests;
  return { max, used: max - left };
};

/** More pages of one deal's tasks than this are not looked through. */
const MOST_PAGES = 5;

async function findActivity(
  access: VendorAccess,
  { kind, dealId, contactIds, writeKey }: Parameters<CrmPort["findActivity"]>[1],
): Promise<string | null> {
  const [contactId] = contactIds;
  const about =
    dealId !== null
      ? ` WHERE WhatId = ${quoted(dealId)}`
      : contactId !== undefined
        ? ` WHERE WhoId = ${quoted(contactId)}`
        : "";
  // A long text cannot be a condition of SOQL, so the key is looked for here.
  let body = await query(
    access,
    `SELECT Id, Description FROM ${sobject(kind)}${about} ORDER BY CreatedDate DESC`,
  );
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { records, nextRecordsUrl } = readBody(activitiesSchema, body);
    const found = records.find(({ Description: text }) => text?.includes(keyLine(writeKey)));
    if (found) return found.Id;
    if (nextRecordsUrl?.startsWith("/") !== true) return null;
    body = await ask(access, nextRecordsUrl);
  }
  return null;
}

/** Merged once more or twice, a record is still found. */
const MOST_MERGES = 5;

const findRecord: CrmPort["findRecord"] = async (access, object, id, fields) => {
  let at: string | null = id;
  for (let merges = 0; at !== null && merges <= MOST_MERGES; merges += 1) {
    const found: CrmRecord | null = await readRecord(access, object, at, fields);
    if (found !== null) return found;
    at = await mergedInto(access, object, at);
  }
  return null;
};

const readRecord: CrmPort["findRecord"] = async (access, object, id, fields) => {
  const names = ["Id", "SystemModstamp", "LastModifiedById", ...fields.map(({ name }) => name)];
  const params = new URLSearchParams({ fields: [...new Set(names)].join(",") });
  try {
    const body = await ask(access, `${recordPath(object, id)}?${params.toString()}`);
    const record = readBody(recordSchema, body);
    const modifiedAt = valueOf("datetime", record["SystemModstamp"]);
    const by = record["LastModifiedById"];
    return {
      id: record.Id,
      values: Object.fromEntries(
        fields.map(({ name, type }) => [name, valueOf(type, record[name])]),
      ),
      modifiedAt: typeof modifiedAt === "string" ? modifiedAt : null,
      modifiedBy: typeof by === "string" ? by : null,
    };
  } catch (error) {
    // Nothing but the id can have the wrong type here: it is none of this organisation's.
    if (error instanceof VendorFault && ["not_found", "wrong_type"].includes(error.code))
      return null;
    throw error;
  }
};

/** Salesforce merges people and companies: the others are deleted, and name the winner until the bin is emptied. */
async function mergedInto(
  access: VendorAccess,
  object: CrmObject,
  id: string,
): Promise<string | null> {
  if (object !== "contact" && object !== "company") return null;
  const soql = `SELECT MasterRecordId FROM ${sobject(object)} WHERE Id = ${quoted(id)} AND IsDeleted = true`;
  const params = new URLSearchParams({ q: soql });
  const path = `${data()}/queryAll/?${params.toString()}`;
  const body = await askBeside(() => ask(access, path), { records: [] });
  return readBody(mastersSchema, body).records[0]?.MasterRecordId ?? null;
}

export const crm: CrmPort = {
  objects: ["deal", "contact", "company", "task", "event", "call"],
  async listFields(access, object) {
    const name = sobject(object);
    const body = await ask(access, `${data()}/sobjects/${name}/describe`);
    const { fields, recordTypeInfos } = readBody(describeSchema, body);
    return withRecordTypes(
      access,
      name,
      fields.filter((field) => !field.deprecatedAndHidden).map(fieldOf),
      recordTypeInfos ?? [],
    );
  },
  findRecord,
  currentId: async (access, object, id) => (await findRecord(access, object, id, []))?.id ?? null,
  async updateRecord(access, object, id, values) {
    await ask(access, recordPath(object, id), { method: "PATCH", json: values });
  },
  async createActivity(access, activity) {
    const path = `${data()}/sobjects/${sobject(activity.kind)}`;
    const status = activity.kind === "event" ? "" : await closedStatus(access);
    const json = activityOf(activity, status);
    const body = await ask(access, path, { method: "POST", json });
    return readBody(createdSchema, body).id;
  },
  findActivity,
  async deleteActivity(access, kind, id) {
    try {
      await ask(access, recordPath(kind, id), { method: "DELETE" });
    } catch (error) {
      if (!(error instanceof VendorFault) || error.code !== "not_found") throw error;
    }
  },
  async findUser(access, email) {
    const soql = `SELECT Id FROM User WHERE Email = ${quoted(email)} AND IsActive = true LIMIT 1`;
    return readBody(idsSchema, await query(access, soql)).records[0]?.Id ?? null;
  },
  async findUserName(access, id) {
    const soql = `SELECT Name FROM User WHERE Id = ${quoted(id)}`;
    return readBody(namesSchema, await query(access, soql)).records[0]?.Name ?? null;
  },
  ...search,
  recordUrl: ({ apiUrl }, object, id) =>
    apiUrl === null
      ? null
      : `${apiUrl}/lightning/r/${sobject(object)}/${encodeURIComponent(id)}/view`,
};
