// First: the application reads its settings once.
import { hubspotServer, salesforceServer } from "./crm-servers.ts";
import { acceptWrite } from "#app/core/domain/crm/decide.server.ts";
import { executeWrite } from "#app/core/domain/crm/execute.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCrmHouse, type CrmHouse, writeOf } from "./crm-house.ts";
import { PROVIDERS, VENDORS } from "#app/core/integrations/registry.server.ts";

export const NEXT_STEP = {
  salesforce: { field: "NextStep", fieldType: "text" },
  hubspot: { field: "dealname", fieldType: "text" },
} as const;
export const SERVERS = { salesforce: salesforceServer, hubspot: hubspotServer };
export const DEAL = { salesforce: "006000000000001AAA", hubspot: "1" };
export const CRMS = ["salesforce", "hubspot"] as const;
export type Slug = (typeof CRMS)[number];

export const aHouse = (provider: Slug): Promise<CrmHouse> =>
  aCrmHouse({
    ...{ provider, dealId: DEAL[provider] },
    grant: PROVIDERS[provider].oauth.readGrant(SERVERS[provider].issue()),
  });
export const writesAt = (slug: Slug) =>
  SERVERS[slug].asked.filter(({ method, token }) => method !== "GET" && token !== null);
export const run = ({ workspaceId }: CrmHouse, writeId: string) =>
  executeWrite(VENDORS, { workspaceId, writeId });
export async function accept(house: CrmHouse, writeId: string, value?: string) {
  const { version } = await writeOf(house, writeId);
  await acceptWrite(house.rep, house.call.id, {
    writeId,
    version,
    ...(value !== undefined && { value }),
  });
}
export const versioned = async (house: CrmHouse, writeId: string) => ({
  writeId,
  version: (await writeOf(house, writeId)).version,
});
/** As if its wait were over. */
export const due = (writeId: string) =>
  db.crmWrite.updateMany({ where: { id: writeId }, data: { dueAt: new Date(0) } });
export const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

/** Nothing asked yet, and the records as they are told to begin with. */
export async function resetServers(): Promise<void> {
  await db.$executeRaw`DELETE FROM jobs.job`;
  for (const { asked } of Object.values(SERVERS)) asked.length = 0;
  Object.assign(salesforceServer.deal, {
    ...{ NextStep: "Send deck", Amount: 24_000, Competitor__c: null },
    LastModifiedById: "005000000000001AAA",
  });
  Object.assign(hubspotServer.deal, { dealname: "Send deck", competitor: null, amount: "24000" });
  salesforceServer.tasks.length = 0;
  hubspotServer.calls.length = 0;
}
