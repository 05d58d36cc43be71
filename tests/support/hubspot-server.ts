import { aBook, answerFrom } from "./hubspot-book.ts";
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
    hs_updated_by_user_id: "77",
    ...{ pipeline: "default", dealstage: "legal", createdate: "2026-11-01T08:00:00Z" },
    ...{ hubspot_owner_id: "31", hs_next_step: null },
  };
  const book = aBook(deal);
  const calls: { id: string; properties: Record<string, string>; associations: unknown }[] = [];
  const portal = { id: 4711 };

  function patch(properties: Record<string, string>): VendorReply {
    for (const [name, value] of Object.entries(properties)) {
      const known = PROPERTIES.find((one) => one.name === name);
      if (!known)
        return invalid(name, "PROPERTY_DOESNT_EXIST", `Property "${name}" does not exist`);
      if (known.type === "number" && Number.isNaN(Number(value)))
        return invalid(name, "INVALID_INTEGER", `${value} was not a valid number.`);
      if (name === "competitor" && value !== "routely" && value !== "")
        return invalid(name, "INVALID_OPTION", `${value} was not one of the allowed options`);
    }
    Object.assign(deal, properties);
    return { body: { id: "1", properties: deal, updatedAt: "2026-11-25T10:00:00Z" } };
  }

  function post(json: Record<string, unknown>): VendorReply {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
    const sent = json as { properties: Record<string, string>; associations: unknown };
    if (sent.properties["hs_timestamp"] === undefined)
      return invalid("hs_timestamp", "REQUIRED_FIELD", "hs_timestamp is required");
    const id = String(900 + calls.length);
    calls.push({ id, ...sent });
    return { status: 201, body: { id, properties: sent.properties } };
  }

  /** One a page. */
  function associated(after: string | null): VendorReply {
    const at = Number(after ?? 0);
    const next = at + 1 < calls.length ? { paging: { next: { after: String(at + 1) } } } : {};
    const results = calls.slice(at, at + 1).map(({ id }) => ({
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
    if (path === "/crm/v3/pipelines/deals")
      return {
        body: {
          results: [
            {
              ...{ id: "default", label: "Sales" },
              stages: [
                { id: "77", label: "Signed", displayOrder: 1, metadata: { probability: "1.0" } },
                { id: "legal", label: "Legal", displayOrder: 0, metadata: { probability: "0.6" } },
              ],
            },
          ],
        },
      };
    const found = answerFrom(book, { method, path, query, json });
    if (found !== null) return found;
    if (path === "/crm/v3/objects/deals/1")
      return method === "PATCH"
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
          patch(json["properties"] as Record<string, string>)
        : { body: { id: "1", properties: deal, updatedAt: "2026-11-24T10:00:00Z" } };
    if (path === "/crm/v3/objects/calls" && method === "POST") return post(json);
    if (path === "/crm/v4/objects/deals/1/associations/calls")
      return associated(query.get("after"));
    const call = calls.find(({ id }) => path === `/crm/v3/objects/calls/${id}`);
    if (call && method === "DELETE") {
      calls.splice(calls.indexOf(call), 1);
      return { status: 204 };
    }
    if (call && method === "PATCH")
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
      Object.assign(call.properties, json["properties"] as Record<string, string>);
    if (call) return { body: { id: call.id, properties: call.properties } };
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
  return { ...server, deal, book, calls, portal };
}
