import { aBook, answerFrom, found, type Kind, merge, selected } from "./hubspot-book.ts";
import { startVendor, type VendorAsk, type VendorReply } from "./vendor-server.ts";

const property = (name: string, type: string, fieldType: string, more: object = {}) => ({
  name,
  label: name,
  type,
  fieldType,
  groupName: "dealinformation",
  options: [],
  hidden: false,
  hubspotDefined: true,
  modificationMetadata: { readOnlyValue: false },
  ...more,
});
const PROPERTIES = [
  property("dealname", "string", "text"),
  property("amount", "number", "number", { showCurrencySymbol: true }),
  property("description", "string", "textarea"),
  property("next_step", "string", "text", { hubspotDefined: false }),
  property("pain", "string", "html", { hubspotDefined: false }),
  property("situation", "string", "textarea", { hubspotDefined: false }),
  property("closedate", "datetime", "date"),
  property("dealstage", "enumeration", "radio", { externalOptions: true }),
  property("hubspot_owner_id", "enumeration", "select", { referencedObjectType: "OWNER" }),
  property("discount", "number", "number", { numberDisplayHint: "percentage" }),
  property("days_open", "number", "calculation_rollup", { calculated: true }),
  property("secret_one", "string", "text", { hidden: true }),
  property("competitor", "enumeration", "select", {
    hubspotDefined: false,
    options: [
      { label: "Routely", value: "routely", hidden: false },
      { label: "Old", value: "old", hidden: true },
    ],
  }),
];
const CALL = [
  ...["hs_call_title", "hs_call_body", "hs_call_duration", "hs_call_status", "hs_call_source"],
  ...["hs_timestamp", "hubspot_owner_id", "hs_updated_by_user_id", "hs_object_id"],
];
const stage = (id: string, label: string, displayOrder: number, probability: string) => ({
  ...{ id, label, displayOrder, metadata: { probability } },
});
/** The user who connected the portal. */
const OURSELVES = "77";
type Call = {
  id: string;
  properties: Record<string, string>;
  associations: { to: { id: string }; types: unknown[] }[];
};
type Version = { value: string | null; timestamp: string; userId: string | null };

const invalid = (name: string, error: string, said: string): VendorReply => ({
  status: 400,
  body: {
    status: "error",
    category: "VALIDATION_ERROR",
    message: `Property values were not valid: ${JSON.stringify([{ isValid: false, message: said, error, name }])}`,
  },
});

/** A portal with one deal, as HubSpot's documentation has it. @param port of this machine; a free one where none is given */
export async function startHubspot(port?: number) {
  const deal: Record<string, string | null> = {
    dealname: "Fleet rollout",
    amount: "24000",
    closedate: "2026-12-31T00:00:00Z",
    competitor: null,
    next_step: "Send the numbers",
    hs_updated_by_user_id: OURSELVES,
    ...{ pipeline: "default", dealstage: "legal", createdate: "2026-11-01T08:00:00Z" },
    ...{ hubspot_owner_id: "31", hs_next_step: null },
  };
  const book = aBook(
    deal,
    PROPERTIES.map(({ name }) => name),
  );
  const calls: Call[] = [];
  const portal = { id: 4711 };
  const pipelines = [
    {
      ...{ id: "default", label: "Sales" },
      stages: [stage("77", "Signed", 1, "1.0"), stage("legal", "Legal", 0, "0.6")],
    },
  ];
  const times = { deal: "2026-11-24T10:00:00.000Z" };
  /** Of the first deal, the newest first. */
  const history = new Map<string, Version[]>();
  const versionsOf = (name: string): Version[] => {
    const versions = history.get(name) ?? [];
    const value = deal[name] ?? null;
    // A test that sets the value itself is the user whom it names beside it.
    if ((versions[0]?.value ?? null) !== value) {
      const userId = deal["hs_updated_by_user_id"] ?? null;
      versions.unshift({ value, timestamp: times.deal, userId });
    }
    history.set(name, versions);
    return versions;
  };
  for (const name of Object.keys(deal)) versionsOf(name);
  /** A user there changes a property. */
  function change(name: string, value: string | null, userId: string, timestamp: string): void {
    const versions = versionsOf(name);
    Object.assign(deal, { [name]: value, hs_updated_by_user_id: userId });
    times.deal = timestamp;
    versions.unshift({ value, timestamp, userId });
  }

  function patch(id: string, properties: Record<string, string>): VendorReply {
    const pipeline = properties["pipeline"] ?? deal["pipeline"];
    const stages = pipelines.find((one) => one.id === pipeline)?.stages ?? [];
    const moved = properties["dealstage"];
    if (moved !== undefined && !stages.some((one) => one.id === moved))
      return invalid("dealstage", "INVALID_OPTION", `${moved} is no stage of ${pipeline}`);
    for (const [name, value] of Object.entries(properties)) {
      const known = PROPERTIES.find((one) => one.name === name);
      if (name === "pipeline") continue;
      if (!known)
        return invalid(name, "PROPERTY_DOESNT_EXIST", `Property "${name}" does not exist`);
      if (known.type === "number" && Number.isNaN(Number(value)))
        return invalid(name, "INVALID_INTEGER", `${value} was not a valid number.`);
      if (name === "competitor" && value !== "routely" && value !== "")
        return invalid(name, "INVALID_OPTION", `${value} was not one of the allowed options`);
    }
    for (const [name, value] of Object.entries(properties))
      change(name, value, OURSELVES, "2026-11-25T10:00:00.000Z");
    return { body: { id, properties, updatedAt: times.deal } };
  }

  /** The versions of the properties whose history is asked for. */
  function historyOf(query: URLSearchParams) {
    const asked = query.get("propertiesWithHistory")?.split(",") ?? [];
    const named = asked.filter((name) => book.defined.deals.includes(name));
    if (asked.length === 0) return {};
    const versions = named.map((name): [string, object[]] => [
      name,
      versionsOf(name).map(({ userId, ...version }) => ({
        ...{ ...version, sourceType: userId === OURSELVES ? "INTEGRATION" : "CRM_UI" },
        ...(userId !== null && { updatedByUserId: Number(userId) }),
      })),
    ]);
    return { propertiesWithHistory: Object.fromEntries(versions) };
  }

  function post(json: Record<string, unknown>): VendorReply {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
    const sent = json as Omit<Call, "id">;
    if (sent.properties["hs_timestamp"] === undefined)
      return invalid("hs_timestamp", "REQUIRED_FIELD", "hs_timestamp is required");
    const id = String(900 + calls.length);
    calls.push({ id, ...sent });
    return { status: 201, body: { id, properties: sent.properties } };
  }

  /** Those that are there, in no order that is promised, and an error for each of the others. */
  function readCalls(json: Record<string, unknown>): VendorReply {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
    const { inputs, properties } = json as { inputs: { id: string }[]; properties: string[] };
    if (inputs.length > 100)
      return { status: 400, body: { category: "VALIDATION_ERROR", message: "too many inputs" } };
    const results = calls
      .filter(({ id }) => inputs.some((one) => one.id === id))
      .map((call) => ({ id: call.id, properties: selected(call.properties, properties, CALL) }));
    const isWhole = results.length === inputs.length;
    const errors = [{ status: "error", category: "OBJECT_NOT_FOUND", message: "not found" }];
    return {
      status: isWhole ? 200 : 207,
      body: { status: "COMPLETE", results, ...(!isWhole && { numErrors: 1, errors }) },
    };
  }

  /** One a page. */
  function associated(dealId: string, after: string | null): VendorReply {
    const at = Number(after ?? 0);
    const ofDeal = calls.filter(({ associations }) =>
      associations.some(({ to }) => to.id === dealId),
    );
    const next = at + 1 < ofDeal.length ? { paging: { next: { after: String(at + 1) } } } : {};
    const results = ofDeal.slice(at, at + 1).map(({ id }) => ({
      toObjectId: Number(id),
      associationTypes: [{ category: "HUBSPOT_DEFINED", typeId: 205, label: null }],
    }));
    return { body: { results, ...next } };
  }

  function answer({ method, path, query, json }: VendorAsk): VendorReply {
    if (path === "/account-info/v3/details")
      return {
        body: {
          ...{ portalId: portal.id, accountType: "STANDARD", uiDomain: "app.hubspot.com" },
          companyCurrency: "EUR",
        },
      };
    if (path === "/crm/v3/objects/deals")
      return {
        headers: {
          "x-hubspot-ratelimit-daily": "250000",
          "x-hubspot-ratelimit-daily-remaining": "249990",
        },
        body: { results: [] },
      };
    if (path === "/crm/v3/properties/deals") return { body: { results: PROPERTIES } };
    if (path === "/crm/v3/pipelines/deals") return { body: { results: pipelines } };
    const dealId = /^\/crm\/v3\/objects\/deals\/(\w+)$/.exec(path)?.[1] ?? "";
    const entry = found(book, "deals", dealId);
    const isFirst = entry?.properties === deal;
    if (isFirst && method === "PATCH")
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
      return patch(entry.id, json["properties"] as Record<string, string>);
    const reply = answerFrom(book, { method, path, query, json });
    if (reply !== null)
      return isFirst
        ? { body: Object.assign({}, reply.body, { updatedAt: times.deal, ...historyOf(query) }) }
        : reply;
    if (path === "/crm/v3/objects/calls" && method === "POST") return post(json);
    if (path === "/crm/v3/objects/calls/batch/read" && method === "POST") return readCalls(json);
    const [, of = ""] = /^\/crm\/v4\/objects\/deals\/(\w+)\/associations\/calls$/.exec(path) ?? [];
    if (of !== "") return associated(of, query.get("after"));
    const call = calls.find(({ id }) => path === `/crm/v3/objects/calls/${id}`);
    if (call && method === "DELETE") {
      calls.splice(calls.indexOf(call), 1);
      return { status: 204 };
    }
    if (call && method === "PATCH")
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
      Object.assign(call.properties, json["properties"] as Record<string, string>);
    if (call) {
      const asked = query.get("properties")?.split(",") ?? [];
      return { body: { id: call.id, properties: selected(call.properties, asked, CALL) } };
    }
    if (path === "/crm/v3/owners/78" && query.get("idProperty") === "userId")
      return { body: { id: "32", userId: 78, firstName: "Aki", lastName: "Sato", email: null } };
    if (path === "/crm/v3/owners/31")
      return { body: { id: "31", firstName: "Mari", lastName: "Ito", email: "Mari@kestrel.test" } };
    if (path === "/crm/v3/owners")
      return query.get("after") === null
        ? { body: { results: [], paging: { next: { after: "2" } } } }
        : { body: { results: [{ id: "31", email: "Mari@kestrel.test", archived: false }] } };
    return { status: 404, body: { category: "OBJECT_NOT_FOUND", message: "resource not found" } };
  }

  const server = await startVendor(
    {
      authorize: "/oauth/authorize",
      token: "/oauth/v3/token",
      revoke: "/oauth/2026-03/token/revoke",
      grant: () => ({
        expires_in: 1_800,
        hub_id: portal.id,
        scopes: [
          ...["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write"],
          ...["crm.objects.companies.read", "crm.objects.deals.read", "crm.objects.deals.write"],
          ...["crm.objects.owners.read", "crm.schemas.deals.read"],
        ],
      }),
      unauthorised: {
        status: 401,
        body: {
          category: "EXPIRED_AUTHENTICATION",
          message: "The OAuth token used to make this call expired",
        },
      },
      answer,
    },
    port,
  );
  /** As people merge two records. @returns the id of what they become */
  function mergeRecords(kind: Kind, primary: string, other: string): string {
    const id = merge(book, kind, primary, other);
    for (const { to } of calls.flatMap(({ associations }) => associations))
      if (to.id === primary || to.id === other) to.id = id;
    return id;
  }
  return { ...server, deal, book, calls, portal, pipelines, change, merge: mergeRecords };
}
