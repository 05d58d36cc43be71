import {
  type CrmDeal,
  type CrmStage,
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
import { readBody } from "../vendor-call.server.ts";
import { companyOf, contactOf, dealOf, inList, like, quoted, stageOf } from "./map.ts";
import { type Has, query, queryAll, queryColumns } from "./request.server.ts";
import { rolesSchema, stagesSchema } from "./wire.ts";

const CONTACT = {
  table: "Contact",
  needed: ["Id", "Name"],
  wished: ["Title", "Email", "Phone", "MobilePhone", "AccountId"],
};
const COMPANY = { table: "Account", needed: ["Id", "Name"], wished: ["Website"] };
const DEAL = {
  table: "Opportunity",
  needed: ["Id", "Name", "StageName"],
  wished: [
    ...["IsClosed", "IsWon", "AccountId", "Account.Name", "Owner.Name", "Owner.Email"],
    ...["Amount", "CurrencyIsoCode", "CloseDate", "NextStep", "CreatedDate"],
  ],
};
/** More of one address are no help to anybody. */
const MOST = 50;
/** Of a company, or with a contact. */
const MOST_DEALS = 100;

/** A number however it is written: its digits in their order, with anything between them. */
const digitsLike = (last9: string): string => `'%${last9.split("").join("%")}'`;

/** Those that any of the conditions finds; null where there is none. */
const anyOf = (ways: readonly string[]): string | null =>
  ways.length === 0
    ? null
    : `WHERE ${ways.join(" OR ")} ORDER BY LastModifiedDate DESC LIMIT ${MOST}`;

const findContacts: CrmPort["findContacts"] = async (access, { emails, last9 }) => {
  const found = await queryColumns(access, CONTACT, (has) =>
    anyOf([
      ...(emails.length > 0 && has("Email") ? [`Email IN ${inList(emails)}`] : []),
      ...["Phone", "MobilePhone"]
        .filter(has)
        .flatMap((column) => last9.map((digits) => `${column} LIKE ${digitsLike(digits)}`)),
    ]),
  );
  return found.flatMap((row) => contactOf(row) ?? []);
};

const findCompanies: CrmPort["findCompanies"] = async (access, { domains, ids }) => {
  const found = await queryColumns(access, COMPANY, (has) =>
    anyOf([
      ...(ids.length > 0 ? [`Id IN ${inList(ids)}`] : []),
      ...(has("Website") ? domains.map((domain) => `Website LIKE ${like(domain)}`) : []),
    ]),
  );
  const companies = found.flatMap((row) => companyOf(row) ?? []);
  // The condition finds `acme.example` in `notacme.example` too.
  return companies.filter(
    (one) => ids.includes(one.id) || one.domains.some((domain) => domains.includes(domain)),
  );
};

/** In their order; none where they are not shown to us. */
async function listStages(access: VendorAccess): Promise<CrmStage[]> {
  try {
    const soql =
      "SELECT ApiName, MasterLabel, IsClosed, IsWon, SortOrder FROM OpportunityStage ORDER BY SortOrder";
    return readBody(stagesSchema, await query(access, soql)).records.flatMap(
      (row, ord) => stageOf(row, ord) ?? [],
    );
  } catch (error) {
    if (isOver(error)) throw error;
    return [];
  }
}

/** What every other question would be answered as well. */
const isOver = (error: unknown): boolean => !(error instanceof VendorFault) || error.stopsAll;

/** The deals of contacts, each with whose it is; none where roles are not shown to us. */
async function rolesOf(access: VendorAccess, where: string): Promise<Map<string, string[]>> {
  try {
    const soql = `SELECT OpportunityId, ContactId FROM OpportunityContactRole WHERE ${where} ORDER BY CreatedDate DESC LIMIT ${MOST_DEALS}`;
    const { records } = readBody(rolesSchema, { records: await queryAll(access, soql) });
    const roles = new Map<string, string[]>();
    for (const { OpportunityId: deal, ContactId: contact } of records)
      roles.set(deal, [...(roles.get(deal) ?? []), contact]);
    return roles;
  } catch (error) {
    if (isOver(error)) throw error;
    return new Map();
  }
}

/** @param whereOf the conditions; null where nothing can be asked without the columns that are missing */
async function dealsWhere(
  access: VendorAccess,
  whereOf: (has: Has) => string | null,
  { roles, newest, limit = MOST_DEALS }: Listing,
): Promise<CrmDeal[]> {
  const found = await queryColumns(access, DEAL, (has) => {
    const where = whereOf(has);
    const order = ["IsClosed ASC", `${newest} DESC`].filter((one) => has(one.split(" ")[0] ?? ""));
    return where && `WHERE ${where} ORDER BY ${order.join(", ") || "Id"} LIMIT ${limit}`;
  });
  if (found.length === 0) return [];
  const stages = await listStages(access);
  const deals = found.flatMap((row) => dealOf(row, stages, roles) ?? []);
  return [...new Map(deals.map((deal) => [deal.id, deal])).values()].toSorted(newestFirst);
}

type Listing = {
  roles: ReadonlyMap<string, string[]>;
  /** Open ones come first, then those whose date is the latest. */
  newest: "CreatedDate" | "LastModifiedDate";
  limit?: number;
};

async function findDeals(
  access: VendorAccess,
  { companyIds, contactIds, closedSince }: WantedDeals,
): Promise<CrmDeal[]> {
  const roles =
    contactIds.length === 0
      ? new Map<string, string[]>()
      : await rolesOf(access, `ContactId IN ${inList(contactIds)}`);
  const whereOf = (has: Has): string | null => {
    const ways = [
      ...(companyIds.length > 0 && has("AccountId") ? [`AccountId IN ${inList(companyIds)}`] : []),
      ...(roles.size > 0 ? [`Id IN ${inList([...roles.keys()])}`] : []),
    ];
    if (ways.length === 0) return null;
    const ofLate = ` AND (IsClosed = false OR CloseDate >= ${closedSince})`;
    return `(${ways.join(" OR ")})${has("IsClosed") && has("CloseDate") ? ofLate : ""}`;
  };
  const deals = await dealsWhere(access, whereOf, { roles, newest: "CreatedDate" });
  return deals.filter((deal) => isOfLate(deal, closedSince));
}

const MOST_WORDS = 6;
const searchDeals: CrmPort["searchDeals"] = (access, text) => {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return Promise.resolve([]);
  const whereOf = (has: Has): string =>
    words
      .map((word) =>
        ["Name", "Account.Name"].filter(has).map((name) => `${name} LIKE ${like(word)}`),
      )
      .map((ways) => `(${ways.join(" OR ")})`)
      .join(" AND ");
  const listing = { newest: "LastModifiedDate", limit: MOST_FOUND_DEALS } as const;
  return dealsWhere(access, whereOf, { ...listing, roles: new Map() });
};

const readDeal: CrmPort["readDeal"] = async (access, id) => {
  const roles = await rolesOf(access, `OpportunityId = ${quoted(id)}`);
  try {
    const listing = { roles, newest: "CreatedDate", limit: 1 } as const;
    return (await dealsWhere(access, () => `Id = ${quoted(id)}`, listing))[0] ?? null;
  } catch (error) {
    // An id that is none there.
    if (error instanceof VendorFault && error.code === "wrong_type") return null;
    throw error;
  }
};

export const search = {
  ...{ findContacts, findCompanies, findDeals, searchDeals, readDeal },
} satisfies Partial<CrmPort>;
