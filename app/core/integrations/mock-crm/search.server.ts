import {
  type CrmCompany,
  type CrmContact,
  type CrmDeal,
  domainOf,
  isOfLate,
  MOST_FOUND_DEALS,
  newestFirst,
} from "#app/core/domain/connection/crm-search-types.ts";
import type { CrmPort } from "#app/core/domain/connection/connection-types.ts";
import { db } from "#app/core/platform/db.server.ts";
import { MOCK_FIELDS } from "./fields.ts";
import { enter, valuesSchema } from "./records.server.ts";

/** A demo has no more of a kind. */
const MOST = 1_000;
type Row = { id: string; createdAt: Date; values: ReturnType<typeof valuesSchema.parse> };

async function rowsOf(workspaceId: string, object: string): Promise<Row[]> {
  const rows = await db.mockRecord.findMany({
    where: { workspaceId, object },
    orderBy: { id: "asc" },
    take: MOST,
    select: { id: true, values: true, createdAt: true },
  });
  return rows.map((row) => ({ ...row, values: valuesSchema.parse(row.values) }));
}

const text = ({ values }: Row, name: string): string | null => {
  const value = values[name];
  return value === null || value === undefined || value === "" ? null : String(value);
};

const contactOf = (row: Row): CrmContact => ({
  id: row.id,
  name: text(row, "LastName") ?? row.id,
  title: text(row, "Title"),
  emails: [text(row, "Email")].flatMap((email) => email?.toLowerCase() ?? []),
  phones: [text(row, "Phone")].flatMap((phone) => phone ?? []),
  companyId: text(row, "AccountId"),
});
const companyOf = (row: Row): CrmCompany => ({
  id: row.id,
  name: text(row, "Name") ?? row.id,
  domains: [domainOf(text(row, "Website"))].flatMap((domain) => domain ?? []),
});

const STAGES = MOCK_FIELDS.deal.find(({ name }) => name === "StageName")?.options ?? [];
const KINDS: Partial<Record<string, "won" | "lost">> = { Won: "won", Lost: "lost" };

async function dealsOf(workspaceId: string): Promise<CrmDeal[]> {
  const [deals, companies, users] = await Promise.all([
    rowsOf(workspaceId, "deal"),
    rowsOf(workspaceId, "company"),
    rowsOf(workspaceId, "user"),
  ]);
  return deals.map((row): CrmDeal => {
    const companyId = text(row, "AccountId");
    const company = companies.find(({ id }) => id === companyId);
    const owner = users.find(({ id }) => id === text(row, "OwnerId"));
    const stage = text(row, "StageName") ?? STAGES[0]?.value ?? "–";
    const ord = STAGES.findIndex(({ value }) => value === stage);
    const kind = KINDS[stage] ?? "open";
    const closeDate = text(row, "CloseDate");
    const openedAt = row.createdAt.toISOString();
    return {
      ...{ id: row.id, name: text(row, "Name") ?? row.id, companyId },
      companyName: company === undefined ? null : companyOf(company).name,
      contactIds: text(row, "ContactIds")?.split(";") ?? [],
      ownerEmail: owner === undefined ? null : (text(owner, "Email")?.toLowerCase() ?? null),
      ownerName: owner === undefined ? null : text(owner, "Name"),
      stage: { id: stage, label: stage, pipeline: "", kind, ord: ord < 0 ? STAGES.length : ord },
      ...{ amount: text(row, "Amount"), currency: text(row, "CurrencyIsoCode") },
      ...{ closeDate, nextStep: text(row, "NextStep"), openedAt },
      closedAt: kind === "open" ? null : (closeDate ?? openedAt),
    };
  });
}

export const search = {
  async findContacts(access, { emails, last9 }) {
    const contacts = (await rowsOf(await enter(access), "contact")).map(contactOf);
    return contacts.filter(
      (one) =>
        one.emails.some((email) => emails.includes(email)) ||
        one.phones.some((phone) => last9.includes(phone.replaceAll(/\D/g, "").slice(-9))),
    );
  },
  async findCompanies(access, { domains, ids }) {
    const companies = (await rowsOf(await enter(access), "company")).map(companyOf);
    return companies.filter(
      ({ id, domains: own }) => ids.includes(id) || own.some((one) => domains.includes(one)),
    );
  },
  async findDeals(access, { companyIds, contactIds, closedSince }) {
    const deals = await dealsOf(await enter(access));
    return deals
      .filter(
        (deal) =>
          (companyIds.includes(deal.companyId ?? "") ||
            deal.contactIds.some((id) => contactIds.includes(id))) &&
          isOfLate(deal, closedSince),
      )
      .toSorted(newestFirst);
  },
  async searchDeals(access, words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const deals = await dealsOf(await enter(access));
    const says = ({ name, companyName }: CrmDeal, word: string) =>
      `${name} ${companyName ?? ""}`.toLowerCase().includes(word);
    return deals
      .filter((deal) => wanted.length > 0 && wanted.every((word) => says(deal, word)))
      .toSorted(newestFirst)
      .slice(0, MOST_FOUND_DEALS);
  },
  async readDeal(access, wanted) {
    return (await dealsOf(await enter(access))).find(({ id }) => id === wanted) ?? null;
  },
} satisfies Partial<CrmPort>;
