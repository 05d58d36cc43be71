import {
  type CrmField,
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
  fieldOf,
  keyLine,
  OBJECTS,
  propertiesOf,
  TYPE_IDS,
  valueOf,
} from "./map.ts";
import { inOrder } from "./map-found.ts";
import { ask, send } from "./request.server.ts";
import { finding } from "./search.server.ts";
import {
  accountSchema,
  createdSchema,
  ownerSchema,
  ownersSchema,
  pipelinesSchema,
  propertiesSchema,
  recordSchema,
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

/** Stages belong to pipelines, which the property does not always list. */
async function withStages(access: VendorAccess, fields: CrmField[]): Promise<CrmField[]> {
  const body = await askBeside(() => ask(access, "/crm/v3/pipelines/deals"), { results: [] });
  const pipelines = readBody(pipelinesSchema, body).results;
  if (pipelines.length === 0) return fields;
  const options = {
    pipeline: pipelines.map(({ id, label, archived }) => ({
      value: id,
      label,
      isActive: archived !== true,
    })),
    dealstage: pipelines.flatMap((pipeline) =>
      inOrder(pipeline.stages).map(({ id, label, archived }) => ({
        value: id,
        label: pipelines.length === 1 ? label : `${label} (${pipeline.label})`,
        isActive: archived !== true && pipeline.archived !== true,
      })),
    ),
  };
  return fields.map((field) =>
    field.name === "pipeline" || field.name === "dealstage"
      ? { ...field, options: options[field.name] }
      : field,
  );
}

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

const findRecord: CrmPort["findRecord"] = async (access, object, id, fields) => {
  const names = [...new Set([...fields.map(({ name }) => name), "hs_updated_by_user_id"])];
  const params = new URLSearchParams({ properties: names.join(",") });
  const path = `/crm/v3/objects/${OBJECTS[object]}/${encodeURIComponent(id)}`;
  try {
    const body = await ask(access, `${path}?${params.toString()}`);
    const { properties, updatedAt } = readBody(recordSchema, body);
    return {
      id,
      values: Object.fromEntries(
        fields.map(({ name, type }) => [name, valueOf(type, properties[name])]),
      ),
      modifiedAt: updatedAt ?? null,
      modifiedBy: properties["hs_updated_by_user_id"] ?? null,
    };
  } catch (error) {
    if (error instanceof VendorFault && error.code === "not_found") return null;
    throw error;
  }
};

/** Activities that are looked through for a key. */
const NEWEST = 50;

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
  async updateRecord(access, object, id, values) {
    await ask(access, `/crm/v3/objects/${OBJECTS[object]}/${encodeURIComponent(id)}`, {
      method: "PATCH",
      json: { properties: propertiesOf(values) },
    });
  },
  async createActivity(access, activity) {
    const json = activityOf(activity);
    const path = `/crm/v3/objects/${OBJECTS[activity.kind]}`;
    return readBody(createdSchema, await ask(access, path, { method: "POST", json })).id;
  },
  async findActivity(access, activity) {
    const body = BODIES[activity.kind];
    const ids = await activitiesOf(access, activity);
    for (const id of ids.slice(0, NEWEST)) {
      const fields = [{ name: body, type: "longtext" as const }];
      const found = await findRecord(access, activity.kind, id, fields);
      const text = found?.values[body];
      if (typeof text === "string" && text.includes(keyLine(activity.writeKey))) return id;
    }
    return null;
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
