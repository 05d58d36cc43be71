import {
  type CrmCompany,
  type CrmContact,
  type CrmDeal,
  isOfLate,
  MOST_FOUND_DEALS,
  newestFirst,
  type WantedDeals,
} from "#app/core/domain/connection/crm-search-types.ts";
import {
  type CrmPort,
  type VendorAccess,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import { askBeside, readBody } from "../vendor-call.server.ts";
import { associated } from "./associated.server.ts";
import { OBJECTS } from "./map.ts";
import { companyOf, contactOf, type DealContext, dealOf, stagesOf } from "./map-found.ts";
import { listPipelines } from "./pipelines.server.ts";
import { ask } from "./request.server.ts";
import {
  accountSchema,
  type Found,
  foundPageSchema,
  foundSchema,
  linksSchema,
  ownerSchema,
} from "./wire.ts";

const PROPERTIES = {
  contact: [
    ...["firstname", "lastname", "email", "hs_additional_emails", "jobtitle"],
    ...["phone", "mobilephone", "associatedcompanyid"],
  ],
  company: ["name", "domain", "website", "hs_additional_domains"],
  deal: [
    ...["dealname", "pipeline", "dealstage", "amount", "deal_currency_code", "closedate"],
    ...["createdate", "hubspot_owner_id", "hs_next_step"],
  ],
} as const;
type Kind = keyof typeof PROPERTIES;

type Filter = { propertyName: string; operator: string; value?: string; values?: string[] };
type Question = { filterGroups?: { filters: Filter[] }[]; query?: string; most?: number };

/** The search gives no more at once. */
const PAGE = 100;
const MOST_PAGES = 3;
/** One question has no more groups. */
const MOST_GROUPS = 5;

async function search(
  access: VendorAccess,
  kind: Kind,
  { most = PAGE * MOST_PAGES, ...question }: Question,
): Promise<Found[]> {
  const found: Found[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length < most; page += 1) {
    const json = {
      ...question,
      properties: PROPERTIES[kind],
      limit: Math.min(PAGE, most),
      ...(after !== undefined && { after }),
    };
    const path = `/crm/v3/objects/${OBJECTS[kind]}/search`;
    const body = await ask(access, path, { method: "POST", json });
    const { results, paging } = readBody(foundPageSchema, body);
    found.push(...results);
    after = paging?.next?.after;
    if (after === undefined) break;
  }
  return found.slice(0, most);
}

/** A single value by `EQ`, since `IN` is for lists. */
const oneOf = (propertyName: string, values: readonly string[]): Filter =>
  values.length === 1
    ? { propertyName, operator: "EQ", value: values[0] ?? "" }
    : { propertyName, operator: "IN", values: [...values] };
const groups = (filters: readonly Filter[]) => ({
  filterGroups: filters.map((filter) => ({ filters: [filter] })),
});

async function read(access: VendorAccess, kind: Kind, id: string): Promise<Found | null> {
  const params = new URLSearchParams({
    properties: PROPERTIES[kind].join(","),
    ...(kind === "deal" && { associations: "companies,contacts" }),
  });
  try {
    const path = `/crm/v3/objects/${OBJECTS[kind]}/${encodeURIComponent(id)}?${params.toString()}`;
    const found = readBody(foundSchema, await ask(access, path));
    return found.archived === true ? null : found;
  } catch (error) {
    if (error instanceof VendorFault && error.code === "not_found") return null;
    throw error;
  }
}

async function findContacts(
  access: VendorAccess,
  { emails, last9 }: Parameters<CrmPort["findContacts"]>[1],
): Promise<CrmContact[]> {
  const found: Found[] =
    emails.length === 0 ? [] : await search(access, "contact", groups([oneOf("email", emails)]));
  const known = new Set(found.flatMap((row) => contactOf(row).emails));
  // Further addresses of a contact and numbers as HubSpot writes them: questions of their own, as not every account knows
  // those properties.
  const rest = [
    ...emails
      .filter((email) => !known.has(email))
      .map((value) => [
        { propertyName: "hs_additional_emails", operator: "CONTAINS_TOKEN", value },
      ]),
    ...last9.map((digits) =>
      ["hs_searchable_calculated_phone_number", "hs_searchable_calculated_mobile_number"].map(
        (propertyName) => ({ propertyName, operator: "CONTAINS_TOKEN", value: `*${digits}` }),
      ),
    ),
  ].flat();
  for (let at = 0; at < rest.length; at += MOST_GROUPS)
    found.push(
      ...(await askBeside(
        () => search(access, "contact", groups(rest.slice(at, at + MOST_GROUPS))),
        [],
      )),
    );
  const contacts = new Map(found.map((row) => [row.id, contactOf(row)]));
  return Promise.all([...contacts.values()].map((contact) => withCompany(access, contact)));
}

async function withCompany(access: VendorAccess, contact: CrmContact): Promise<CrmContact> {
  if (contact.companyId !== null) return contact;
  const from = `contacts/${encodeURIComponent(contact.id)}`;
  const ids = await askBeside(() => associated(access, from, "companies"), []);
  // Of several nobody said which is theirs.
  return { ...contact, companyId: ids.length === 1 ? (ids[0] ?? null) : null };
}

const findCompanies: CrmPort["findCompanies"] = async (access, { domains, ids }) => {
  const found: CrmCompany[] = [];
  for (const id of ids) {
    const row = await read(access, "company", id);
    if (row !== null) found.push(companyOf(row));
  }
  if (domains.length > 0)
    found.push(
      ...(await search(access, "company", groups([oneOf("domain", domains)])))
        .map(companyOf)
        .filter((one) => one.domains.some((domain) => domains.includes(domain))),
    );
  return [...new Map(found.map((one) => [one.id, one])).values()];
};

/** What deals name by id: stages, owners, and the account's own currency. */
async function contextOf(access: VendorAccess, rows: readonly Found[]): Promise<DealContext> {
  const owners: DealContext["owners"] = new Map();
  for (const id of new Set(rows.flatMap(({ properties }) => properties["hubspot_owner_id"] ?? [])))
    if (id !== "")
      owners.set(
        id,
        await askBeside(
          async () =>
            readBody(ownerSchema, await ask(access, `/crm/v3/owners/${encodeURIComponent(id)}`)),
          null,
        ),
      );
  const needsCurrency = rows.some(
    ({ properties: { amount, deal_currency_code: code } }) => Boolean(amount) && !code,
  );
  const currency = needsCurrency
    ? await askBeside(
        async () =>
          readBody(accountSchema, await ask(access, "/account-info/v3/details")).companyCurrency,
        null,
      )
    : null;
  const stages = stagesOf(await listPipelines(access));
  return { stages, owners, currency: currency ?? null };
}

/** As many deals of one company or contact are read where the search knows none. */
const MOST_READ = 20;

async function dealsOf(
  access: VendorAccess,
  of: "company" | "contact",
  id: string,
): Promise<Found[]> {
  const question = groups([{ propertyName: `associations.${of}`, operator: "EQ", value: id }]);
  const found = await askBeside(() => search(access, "deal", question), []);
  if (found.length > 0) return found;
  // What was made a moment ago is not in the search yet.
  const from = `${OBJECTS[of]}/${encodeURIComponent(id)}`;
  const ids = await askBeside(() => associated(access, from, OBJECTS.deal), []);
  const rows: Found[] = [];
  for (const dealId of ids.slice(0, MOST_READ)) {
    const row = await read(access, "deal", dealId);
    if (row !== null) rows.push(row);
  }
  return rows;
}

async function findDeals(
  access: VendorAccess,
  { companyIds, contactIds, closedSince }: WantedDeals,
): Promise<CrmDeal[]> {
  const rows = new Map<string, Found>();
  const links: DealContext["links"] = new Map();
  for (const [of, ids] of [
    ["company", companyIds],
    ["contact", contactIds],
  ] as const)
    for (const id of ids)
      for (const row of await dealsOf(access, of, id)) {
        rows.set(row.id, row);
        const known = links.get(row.id) ?? { companies: [], contacts: [] };
        (of === "company" ? known.companies : known.contacts).push(id);
        links.set(row.id, known);
      }
  if (rows.size === 0) return [];
  const context = { ...(await contextOf(access, [...rows.values()])), links };
  return [...rows.values()]
    .map((row) => dealOf(row, context))
    .filter((deal) => isOfLate(deal, closedSince))
    .toSorted(newestFirst);
}

/** Companies that words find, of whose deals are looked at. */
const MOST_COMPANIES = 3;

async function searchDeals(access: VendorAccess, text: string): Promise<CrmDeal[]> {
  const query = text.trim().slice(0, 120);
  if (query === "") return [];
  const rows = new Map<string, Found>();
  const links: DealContext["links"] = new Map();
  for (const row of await search(access, "deal", { query, most: MOST_FOUND_DEALS }))
    rows.set(row.id, row);
  const companies = await askBeside(
    () => search(access, "company", { query, most: MOST_COMPANIES }),
    [],
  );
  for (const { id } of companies) {
    if (rows.size >= MOST_FOUND_DEALS) break;
    for (const row of await dealsOf(access, "company", id)) {
      rows.set(row.id, row);
      links.set(row.id, { companies: [id], contacts: [] });
    }
  }
  if (rows.size === 0) return [];
  const named = await withCompanies(access, [...rows.keys()], links);
  const context = { ...(await contextOf(access, [...rows.values()])), links };
  for (const row of companies) named.set(row.id, companyOf(row).name);
  return [...rows.values()]
    .map((row) => dealOf(row, context))
    .map((deal) => ({ ...deal, companyName: named.get(deal.companyId ?? "") ?? null }))
    .toSorted(newestFirst)
    .slice(0, MOST_FOUND_DEALS);
}

/** Whose deals those are, to be shown beside their names. */
async function withCompanies(
  access: VendorAccess,
  dealIds: readonly string[],
  links: NonNullable<DealContext["links"]>,
): Promise<Map<string, string>> {
  const path = "/crm/v4/associations/deals/companies/batch/read";
  const json = { inputs: dealIds.map((id) => ({ id })) };
  const body = await askBeside(() => ask(access, path, { method: "POST", json }), { results: [] });
  for (const { from, to } of readBody(linksSchema, body).results) {
    const [company] = to;
    if (company !== undefined && !links.has(from.id))
      links.set(from.id, { companies: [company.toObjectId], contacts: [] });
  }
  const ids = new Set([...links.values()].flatMap(({ companies }) => companies));
  if (ids.size === 0) return new Map();
  const rows = await askBeside(
    () => search(access, "company", groups([oneOf("hs_object_id", [...ids])])),
    [],
  );
  return new Map(rows.map((row) => [row.id, companyOf(row).name]));
}

const readDeal: CrmPort["readDeal"] = async (access, id) => {
  const row = await read(access, "deal", id);
  if (row === null) return null;
  // A merged deal is answered as what it became, and what it had is found by that one's id.
  const from = `deals/${encodeURIComponent(row.id)}`;
  const linked = async (to: "companies" | "contacts") => {
    const named = row.associations?.[to]?.results.map((one) => one.id);
    return named ?? askBeside(() => associated(access, from, to), []);
  };
  const [companies, contacts] = [await linked("companies"), await linked("contacts")];
  const links = new Map([[row.id, { companies, contacts: [...new Set(contacts)] }]]);
  const deal = dealOf(row, { ...(await contextOf(access, [row])), links });
  const { companyId } = deal;
  const company = companyId === null ? null : await read(access, "company", companyId);
  return { ...deal, companyName: company === null ? null : companyOf(company).name };
};

export const finding = {
  ...{ findContacts, findCompanies, findDeals, searchDeals, readDeal },
} satisfies Partial<CrmPort>;
