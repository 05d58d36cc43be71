import {
  type CrmPort,
  type Provider,
  type VendorAccess,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import { env } from "#app/core/platform/env.server.ts";
import { askBeside, readBody } from "../vendor-call.server.ts";
import { associated } from "./associated.server.ts";
import {
  activityOf,
  BODIES,
  changeOf,
  fieldOf,
  keyLine,
  OBJECTS,
  propertiesOf,
  TYPE_IDS,
  valueOf,
} from "./map.ts";
import { pipelineBeside, withStages } from "./pipelines.server.ts";
import { ask, send } from "./request.server.ts";
import { finding } from "./search.server.ts";
import {
  accountSchema,
  createdSchema,
  ownerSchema,
  ownersSchema,
  propertiesSchema,
  recordSchema,
  recordsSchema,
  type WireRecord,
} from "./wire.ts";

/** How often one list is turned over at most. */
const MOST_PAGES = 20;

export const readAccount: Provider["readAccount"] = async (access) => {
  const body = await askBeside(() => ask(access, "/account-info/v3/details"), null);
  const parsed = accountSchema.safeParse(body).data;
  const portalId = parsed?.portalId ?? access.accountId ?? null;
  if (portalId === null) throw new VendorFault("unreadable");
  const { accountType, uiDomain } = parsed ?? {};
  return {
    id: portalId,
    label: uiDomain === null || uiDomain === undefined ? portalId : `${portalId} (${uiDomain})`,
    user: null,
    isSandbox: accountType === "SANDBOX" || accountType === "DEVELOPER_TEST",
  };
};

export const check: Provider["check"] = async (access) => {
  const { headers } = await send(access, "/crm/v3/objects/deals?limit=1");
  const max = Number(headers.get("x-hubspot-ratelimit-daily") ?? NaN);
  const left = Number(headers.get("x-hubspot-ratelimit-daily-remaining") ?? NaN);
  return Number.isNaN(max) || Number.isNaN(left) ? null : { max, used: max - left };
};

/** The activities of one kind on a deal or contact. */
async function activitiesOf(
  access: VendorAccess,
  { kind, dealId, contactIds }: Parameters<CrmPort["findActivity"]>[1],
): Promise<string[]> {
  const [contactId] = contactIds;
  if (dealId === null && contactId === undefined) return [];
  const from = dealId === null ? `contacts/${contactId ?? ""}` : `deals/${dealId}`;
  return associated(access, from, OBJECTS[kind]);
}

/** The record as it is now: what was merged into another one is answered as that one, with its id. */
const findRecord: CrmPort["findRecord"] = async (access, object, id, fields) => {
  const names = fields.map(({ name }) => name);
  const params = new URLSearchParams({
    properties: [...new Set([...names, "hs_updated_by_user_id"])].join(","),
    // Of one field it can be said who changed that one.
    ...(names.length === 1 && { propertiesWithHistory: names.join("") }),
  });
  const path = `/crm/v3/objects/${OBJECTS[object]}/${encodeURIComponent(id)}`;
  try {
    const record = readBody(recordSchema, await ask(access, `${path}?${params.toString()}`));
    return { id: record.id, values: valuesIn(record, fields), ...changeOf(record, names) };
  } catch (error) {
    if (error instanceof VendorFault && error.code === "not_found") return null;
    throw error;
  }
};

/** A property without a value is answered as null, and one that is not there any more is not answered. */
function valuesIn({ properties }: WireRecord, fields: Parameters<CrmPort["findRecord"]>[3]) {
  const gone = fields.find(({ name }) => properties[name] === undefined);
  if (gone !== undefined) throw new VendorFault("unknown_field", { field: gone.name });
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, valueOf(type, properties[name])]),
  );
}

/** Activities that are looked through for a key: as many are read at once. */
const NEWEST = 100;

export const crm: CrmPort = {
  // Companies are read only: no permission to write them is asked for.
  objects: ["deal", "contact", "task", "event", "call", "note"],
  async listFields(access, object) {
    const body = await ask(access, `/crm/v3/properties/${OBJECTS[object]}`);
    const fields = readBody(propertiesSchema, body)
      .results.filter(({ hidden, archived }) => hidden !== true && archived !== true)
      .map(fieldOf);
    return object === "deal" ? withStages(access, fields) : fields;
  },
  findRecord,
  currentId: async (access, object, id) => (await findRecord(access, object, id, []))?.id ?? null,
  async updateRecord(access, object, id, values, types) {
    const sent = propertiesOf(values, types);
    const beside = object === "deal" ? await pipelineBeside(access, id, sent) : {};
    await ask(access, `/crm/v3/objects/${OBJECTS[object]}/${encodeURIComponent(id)}`, {
      method: "PATCH",
      json: { properties: { ...beside, ...sent } },
    });
  },
  async createActivity(access, activity) {
    const json = activityOf(activity);
    const path = `/crm/v3/objects/${OBJECTS[activity.kind]}`;
    return readBody(createdSchema, await ask(access, path, { method: "POST", json })).id;
  },
  async findActivity(access, activity) {
    const body = BODIES[activity.kind];
    const ids = (await activitiesOf(access, activity)).slice(0, NEWEST);
    if (ids.length === 0) return null;
    const path = `/crm/v3/objects/${OBJECTS[activity.kind]}/batch/read`;
    const json = { properties: [body], inputs: ids.map((id) => ({ id })) };
    const { results } = readBody(recordsSchema, await ask(access, path, { method: "POST", json }));
    const key = keyLine(activity.writeKey);
    const found = results.filter(({ properties }) => properties[body]?.includes(key));
    return ids.find((id) => found.some((one) => one.id === id)) ?? null;
  },
  // An archived record is answered as one that was just archived.
  async deleteActivity(access, kind, id) {
    const path = `/crm/v3/objects/${OBJECTS[kind]}/${encodeURIComponent(id)}`;
    try {
      await ask(access, path, { method: "DELETE" });
    } catch (error) {
      if (!(error instanceof VendorFault) || error.code !== "not_found") throw error;
    }
  },
  async findUserName(access, id) {
    const params = new URLSearchParams({ idProperty: "userId" });
    try {
      const path = `/crm/v3/owners/${encodeURIComponent(id)}?${params.toString()}`;
      const { firstName, lastName, email } = readBody(ownerSchema, await ask(access, path));
      const name = [firstName, lastName].filter((part) => part !== null && part !== "").join(" ");
      return name === "" ? (email ?? null) : name;
    } catch (error) {
      if (error instanceof VendorFault && error.code === "not_found") return null;
      throw error;
    }
  },
  ...finding,
  recordUrl: ({ accountId }, object, id) =>
    accountId === null
      ? null
      : `${env().HUBSPOT_APP_URL}/contacts/${accountId}/record/${TYPE_IDS[object]}/${encodeURIComponent(id)}`,
  async findUser(access, email) {
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const params = new URLSearchParams({
        email,
        limit: "100",
        ...(after !== undefined && { after }),
      });
      const body = await ask(access, `/crm/v3/owners?${params.toString()}`);
      const { results, paging } = readBody(ownersSchema, body);
      const found = results.find(
        (owner) => owner.archived !== true && owner.email?.toLowerCase() === email.toLowerCase(),
      );
      if (found) return found.id;
      after = paging?.next?.after;
      if (after === undefined) return null;
    }
    return null;
  },
};
