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
import { query, queryAll, queryColumns } from "./request.server.ts";
import { rolesSchema, stagesSchema } from "./wire.ts";

const CONTACT = {
  needed: ["Id", "Name"],
  wished: ["Title", "Email", "Phone", "MobilePhone", "AccountId"],
};
const COMPANY = { needed: ["Id", "Name"], wished: ["Website"] };
const DEAL = {
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

const findContacts: CrmPort["findContacts"] = async (access, { emails, last9 }) => {
  const phones = last9.flatMap((digits) => [
    `Phone LIKE ${digitsLike(digits)}`,
    `MobilePhone LIKE ${digitsLike(digits)}`,
  ]);
  const ways = [...(emails.length > 0 ? [`Email IN ${inList(emails)}`] : []), ...phones];
  if (ways.length === 0) return [];
  const found = await queryColumns(
    access,
    CONTACT,
    `FROM Contact WHERE ${ways.join(" OR ")} ORDER BY LastModifiedDate DESC LIMIT ${MOST}`,
  );
  return found.flatMap((row) => contactOf(row) ?? []);
};

const findCompanies: CrmPort["findCompanies"] = async (access, { domains, ids }) => {
  const ways = [
    ...(ids.length > 0 ? [`Id IN ${inList(ids)}`] : []),
    ...domains.map((domain) => `Website LIKE ${like(domain)}`),
  ];
  if (ways.length === 0) return [];
  const found = await queryColumns(
    access,
    COMPANY,
    `FROM Account WHERE ${ways.join(" OR ")} ORDER BY LastModifiedDate DESC LIMIT ${MOST}`,
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

async function dealsWhere(
  access: VendorAccess,
  where: string,
  roles: ReadonlyMap<string, string[]> = new Map(),
  limit = MOST_DEALS,
): Promise<CrmDeal[]> {
  const rest = `FROM Opportunity WHERE ${where} LIMIT ${limit}`;
  const found = await queryColumns(access, DEAL, rest);
  if (found.length === 0) return [];
  const stages = await listStages(access);
  const deals = found.flatMap((row) => dealOf(row, stages, roles) ?? []);
  return [...new Map(deals.map((deal) => [deal.id, deal])).values()].toSorted(newestFirst);
}

async function findDeals(
  access: VendorAccess,
  { companyIds, contactIds, closedSince }: WantedDeals,
): Promise<CrmDeal[]> {
  const roles =
    contactIds.length === 0
      ? new Map<string, string[]>()
      : await rolesOf(access, `ContactId IN ${inList(contactIds)}`);
  const ways = [
    ...(companyIds.length > 0 ? [`AccountId IN ${inList(companyIds)}`] : []),
    ...(roles.size > 0 ? [`Id IN ${inList([...roles.keys()])}`] : []),
  ];
  if (ways.length === 0) return [];
  const deals = await dealsWhere(
    access,
    `(${ways.join(" OR ")}) AND (IsClosed = false OR CloseDate >= ${closedSince}) ORDER BY IsClosed ASC, CreatedDate DESC`,
    roles,
  );
  return deals.filter((deal) => isOfLate(deal, closedSince));
}

const MOST_WORDS = 6;
const searchDeals: CrmPort["searchDeals"] = (access, text) => {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return Promise.resolve([]);
  const says = words.map((word) => `(Name LIKE ${like(word)} OR Account.Name LIKE ${like(word)})`);
  return dealsWhere(
    access,
    `${says.join(" AND ")} ORDER BY IsClosed ASC, LastModifiedDate DESC`,
    new Map(),
    MOST_FOUND_DEALS,
  );
};

const readDeal: CrmPort["readDeal"] = async (access, id) => {
  const roles = await rolesOf(access, `OpportunityId = ${quoted(id)}`);
  try {
    return (await dealsWhere(access, `Id = ${quoted(id)}`, roles, 1))[0] ?? null;
  } catch (error) {
    // An id that is none there.
    if (error instanceof VendorFault && error.code === "wrong_type") return null;
    throw error;
  }
};

export const search = {
  ...{ findContacts, findCompanies, findDeals, searchDeals, readDeal },
} satisfies Partial<CrmPort>;
