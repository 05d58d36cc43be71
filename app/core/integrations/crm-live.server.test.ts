// First: the application reads its settings once.
import { hubspotServer, salesforceServer } from "#tests/support/crm-servers.ts";
import {
  codeOf,
  CRMS,
  DEAL,
  resetServers,
  SERVERS,
  type Slug,
  writesAt,
} from "#tests/support/crm-writes.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { getMappedTemplate } from "#app/core/domain/mapping/mapped-template.server.ts";
import { findPreview } from "#app/core/pages/mapping-preview.server.ts";
import { acceptWrite, recheckWrite } from "#app/core/domain/crm/decide.server.ts";
import { executeWrite } from "#app/core/domain/crm/execute.server.ts";
import { findDealsInCrms } from "#app/core/domain/deal/find-crm-deals.server.ts";
import { proposeForCall } from "#app/core/domain/crm/propose.server.ts";
import { refreshDueDeals } from "#app/core/domain/crm/refresh-deals.server.ts";
import { executeRevert, keepWrite, revertWrite } from "#app/core/domain/crm/revert.server.ts";
import { disconnectAndPurge } from "#app/core/domain/connection/disconnect.server.ts";
import { followRules, recheckBlocked } from "#app/core/domain/crm/upkeep.server.ts";
import { changeDealSettings, getDealSettings } from "#app/core/domain/deal/deal-settings.server.ts";
import { listDealChoices, unlinkDeal } from "#app/core/domain/deal/link.server.ts";
import { linkCrmDeal } from "#app/core/domain/deal/link-crm.server.ts";
import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aConnection } from "#tests/support/connections.ts";
import { aMember, aTeam } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { aHouse, summarise } from "#tests/support/summaries.ts";
import { PROVIDERS, VENDORS } from "./registry.server.ts";

await queueForFile();
beforeEach(resetServers);

const FIELD = {
  salesforce: { field: "Pain__c", fieldType: "richtext" },
  hubspot: { field: "description", fieldType: "longtext" },
};
const OTHER = { salesforce: "006G", hubspot: "3" };
const DEPOT = { salesforce: "006P", hubspot: "4" };

/** A call of the house of the summaries, and a mapping of its template onto a CRM that knows nobody here. */
async function aLiveHouse(slug: Slug, email: string | null = "maria@acme.example") {
  const house = await aHouse();
  const { workspaceId, rep, callId, them } = house;
  const team = await aTeam({ id: workspaceId });
  await db.teamMember.create({ data: { workspaceId, teamId: team.id, memberId: rep.memberId } });
  await db.call.updateMany({ where: { id: callId }, data: { teamId: team.id } });
  rep.teamIds = [team.id];
  await db.participant.updateMany({ where: { id: them.id }, data: { email } });
  const grant = PROVIDERS[slug].oauth.readGrant(SERVERS[slug].issue());
  const connectionId = await aConnection({ workspaceId }, { provider: slug, grant });
  const mappingId = newId();
  await db.mapping.create({
    data: { workspaceId, id: mappingId, templateId: 101, crm: slug, dryRunLeft: 0 },
  });
  await db.mappingRow.create({
    data: {
      ...{ workspaceId, id: newId(), mappingId, ord: 0, object: "deal", section: "pain" },
      ...{ ...FIELD[slug], fieldLabel: "Pain", rule: "overwrite", review: "owner" },
    },
  });
  await summarise(house);
  return { ...house, connectionId, team };
}
type House = Awaited<ReturnType<typeof aLiveHouse>>;

const propose = ({ workspaceId, callId }: House) =>
  proposeForCall(VENDORS, { workspaceId, callId });
const writesOf = ({ workspaceId, callId }: House) =>
  db.crmWrite.findMany({
    where: { workspaceId, callId, state: { not: "superseded" } },
    orderBy: { id: "asc" },
  });
const only = async (house: House) => {
  const [write, ...others] = await writesOf(house);
  expect(others).toEqual([]);
  if (!write) throw new Error("no change");
  return write;
};
const linkedTo = async ({ workspaceId, callId }: House) =>
  (
    await db.callDeal.findMany({
      where: { workspaceId, callId },
      orderBy: [{ isPrimary: "desc" }, { confidence: "desc" }],
      select: { isPrimary: true, reasons: true, deal: { select: { external: true } } },
    })
  ).map(({ isPrimary, reasons, deal }) => [deal.external, isPrimary, reasons]);
const dealOf = ({ workspaceId }: House, external: string) =>
  db.deal.findFirst({ where: { workspaceId, external }, include: { stage: true, company: true } });
const search = (house: House, q: string, actor = house.rep) =>
  findDealsInCrms(VENDORS, actor, house.callId, q);

describe.each(CRMS)("a call with a contact of %s", (slug) => {
  const server = SERVERS[slug];
  const { field } = FIELD[slug];
  const stands = (): string => {
    const value = server.deal[field];
    return typeof value === "string" ? value : "";
  };
  beforeEach(() => {
    server.deal[field] = null;
    if (slug === "salesforce") server.deal["StageName"] = "Negotiation";
    else Object.assign(server.deal, { dealname: "Fleet rollout", dealstage: "legal" });
  });

  test("is matched by the e-mail address, proposed, accepted, written once and taken back", async () => {
    const house = await aLiveHouse(slug);
    // Depot has her as a part of it: of the company's deals it is the one.
    await propose(house);
    const contact = await db.contact.findFirstOrThrow({
      where: { workspaceId: house.workspaceId },
      include: { contactAddresses: true, company: true },
    });
    expect(contact).toMatchObject({
      ...{ name: "Maria Costa", connectionId: house.connectionId, privateToId: null },
      company: { name: "Acme", connectionId: house.connectionId },
    });
    expect(contact.contactAddresses.map(({ value }) => value).toSorted()).toEqual([
      "+14155550134",
      "maria@acme.example",
    ]);
    const person = await db.participant.findFirstOrThrow({ where: { id: house.them.id } });
    expect(person).toMatchObject({ contactId: contact.id, contactMatch: "email" });
    expect(await linkedTo(house)).toEqual([
      [DEPOT[slug], true, expect.arrayContaining(["contact", "only"])],
      [DEAL[slug], false, ["company"]],
      [slug === "salesforce" ? "006W" : "2", false, ["company"]],
    ]);
    await linkCrmDeal(VENDORS, house.rep, house.callId, { crm: slug, record: DEAL[slug] });
    expect(await queued(proposeToCrm)).toMatchObject([
      { callId: house.callId },
      { callId: house.callId },
    ]);
    await propose(house);
    const write = await only(house);
    expect(write).toMatchObject({
      ...{ state: "in_review", record: DEAL[slug], recordLabel: "Fleet rollout" },
      before: { value: null },
    });
    expect(
      writesAt(slug).filter(({ path }) => !path.endsWith("/search") && !path.includes("batch")),
    ).toEqual([]);
    await acceptWrite(house.rep, house.callId, { writeId: write.id, version: write.version });
    const { workspaceId } = house;
    for (let round = 0; round < 2; round += 1)
      await executeWrite(VENDORS, { workspaceId, writeId: write.id });
    expect(stands()).toContain("the slot at the harbour");
    expect(writesAt(slug).filter(({ method }) => method === "PATCH")).toHaveLength(1);
    const { version } = await only(house);
    await revertWrite(VENDORS, house.rep, house.callId, { writeId: write.id, version });
    expect(stands()).toBe("");
    expect(await only(house)).toMatchObject({ state: "reverted" });
  });

  test("keeps its deal with stage, money, dates and the team of the call; a second look changes nothing", async () => {
    const house = await aLiveHouse(slug);
    const owner = await db.member.findFirstOrThrow({ where: { id: house.rep.memberId } });
    await db.member.updateMany({ where: { id: owner.id }, data: { email: "mari@kestrel.test" } });
    await propose(house);
    const known = await dealOf(house, DEAL[slug]);
    expect(known).toMatchObject({
      ...{
        name: "Fleet rollout",
        source: "crm",
        ownerId: owner.id,
        currency: slug === "hubspot" ? "EUR" : null,
      },
      ...{ stage: { kind: "open", connectionId: house.connectionId }, company: { name: "Acme" } },
      closedAt: null,
    });
    expect(String(known?.amount)).toBe("24000");
    expect(await dealOf(house, DEPOT[slug])).toMatchObject({
      ownerId: slug === "salesforce" ? owner.id : null,
      teamId: slug === "salesforce" ? owner.primaryTeamId : house.team.id,
    });
    const counts = async () =>
      Promise.all([
        db.deal.count(),
        db.contact.count(),
        db.company.count(),
        db.dealStage.count(),
        db.dealHistory.count(),
      ]);
    const before = await counts();
    await propose(house);
    expect(await counts()).toEqual(before);
  });

  test("is not told from another with the same address, and nothing is picked", async () => {
    const house = await aLiveHouse(slug, "tom@twice.example");
    await propose(house);
    expect(await db.contact.count({ where: { workspaceId: house.workspaceId } })).toBe(2);
    expect(await db.participant.findFirstOrThrow({ where: { id: house.them.id } })).toMatchObject({
      contactId: null,
    });
    expect(await linkedTo(house)).toEqual([]);
    expect(await only(house)).toMatchObject({ state: "blocked", fault: "no_record" });
  });

  test("whose deal is chosen among those of the CRM gets its blocked changes back", async () => {
    const house = await aLiveHouse(slug, null);
    await propose(house);
    expect(await only(house)).toMatchObject({ state: "blocked", fault: "no_record" });
    expect(await search(house, "f")).toEqual({
      ...{ crms: [{ crm: slug, fault: null, deals: [] }], isChanged: false },
    });
    const { crms } = await search(house, "fleet");
    const deals = crms[0]?.deals ?? [];
    expect(deals).toMatchObject(
      slug === "salesforce"
        ? [
            { record: DEAL[slug], id: null, company: "Acme", stage: "Negotiation", mayLink: true },
            { record: OTHER[slug] },
          ]
        : [{ record: DEAL[slug], id: null, company: "Acme", stage: "Legal", mayLink: true }],
    );
    await linkCrmDeal(VENDORS, house.rep, house.callId, { crm: slug, record: DEAL[slug] });
    await propose(house);
    expect(await only(house)).toMatchObject({ state: "in_review", record: DEAL[slug] });
    const choices = await listDealChoices(house.rep, house.callId, "");
    expect(choices).toMatchObject({
      hasCrm: true,
      linked: [{ name: "Fleet rollout", company: "Acme", isPrimary: true, isGone: false }],
    });
    expect((await search(house, "fleet")).crms[0]?.deals[0]).toMatchObject({
      id: choices.linked[0]?.id,
    });
  });

  test("a CRM that does not answer says why, and is asked again", async () => {
    const house = await aLiveHouse(slug);
    server.answerWith(() => ({ status: 503 }));
    try {
      expect(await search(house, "fleet")).toMatchObject({
        crms: [{ crm: slug, fault: "unavailable", deals: [] }],
      });
      expect(
        await codeOf(
          linkCrmDeal(VENDORS, house.rep, house.callId, { crm: slug, record: DEAL[slug] }),
        ),
      ).toBe("provider_error");
      await propose(house);
      expect(await only(house)).toMatchObject({ state: "blocked", fault: "unavailable" });
    } finally {
      server.answerWith(server.answer);
    }
    const waiting = await only(house);
    await db.$executeRaw`DELETE FROM jobs.job`;
    const again = { writeId: waiting.id, version: waiting.version };
    expect(
      await codeOf(recheckWrite(await aMember({ id: house.workspaceId }), house.callId, again)),
    ).toBe("not_found");
    await recheckWrite(house.rep, house.callId, again);
    expect(await queued(proposeToCrm)).toMatchObject([{ callId: house.callId }]);
    await db.$executeRaw`DELETE FROM jobs.job`;
    await db.$executeRaw`UPDATE crm_write SET updated_at = now() - interval '6 minutes' WHERE call_id = ${house.callId}::uuid`;
    expect(await recheckBlocked()).toBe(1);
    await propose(house);
    expect(await only(house)).toMatchObject({ state: "in_review", record: DEPOT[slug] });
    await db.connection.updateMany({
      where: { id: house.connectionId },
      data: { state: "broken" },
    });
    expect(await search(house, "fleet")).toMatchObject({
      crms: [{ crm: slug, fault: "unauthorised", deals: [] }],
    });
  });

  test("a token that is over is renewed once for everybody who searches", async () => {
    const house = await aLiveHouse(slug);
    server.expire();
    const { refreshed } = server.counts;
    const all = await Promise.all(Array.from({ length: 20 }, () => search(house, "fleet")));
    expect(all.map(({ crms }) => crms[0]?.fault)).toEqual(Array.from({ length: 20 }, () => null));
    expect(server.counts.refreshed).toBe(refreshed + 1);
  });

  test("its linked deal is read again: what changed arrives, and what was deleted is shown so", async () => {
    const house = await aLiveHouse(slug, null);
    await linkCrmDeal(VENDORS, house.rep, house.callId, { crm: slug, record: DEAL[slug] });
    const { id: dealId } = (await dealOf(house, DEAL[slug])) ?? { id: "" };
    expect(await refreshDueDeals(VENDORS)).toBe(0);
    const old = () =>
      db.deal.updateMany({
        where: { id: dealId },
        data: { syncedAt: new Date(Date.now() - 6.1 * 3_600_000) },
      });
    await old();
    if (slug === "salesforce")
      Object.assign(server.deal, {
        Amount: 30_000,
        StageName: "Closed Won",
        IsClosed: true,
        IsWon: true,
        CloseDate: "2026-12-30",
      });
    else
      Object.assign(server.deal, {
        amount: "30000",
        dealstage: "77",
        closedate: "2026-12-30T00:00:00Z",
      });
    try {
      expect(await refreshDueDeals(VENDORS)).toBe(1);
      expect(await refreshDueDeals(VENDORS)).toBe(0);
      const known = await dealOf(house, DEAL[slug]);
      expect(known).toMatchObject({
        ...{ stage: { kind: "won" }, closeDate: new Date("2026-12-30") },
        closedAt: new Date("2026-12-30"),
      });
      expect(String(known?.amount)).toBe("30000");
      const history = await db.dealHistory.findMany({ where: { dealId } });
      expect(history.map(({ field: one, source }) => [one, source]).toSorted()).toEqual([
        ...[
          ["amount", "crm"],
          ["closeDate", "crm"],
          ["stageId", "crm"],
        ],
      ]);
      // Opened: read again at once, also when it is closed there.
      await old();
      Object.assign(server.deal, slug === "salesforce" ? { Amount: 31_000 } : { amount: "31000" });
      expect(await search(house, "")).toMatchObject({ isChanged: true });
      expect(String((await dealOf(house, DEAL[slug]))?.amount)).toBe("31000");
      await old();
      server.answerWith((asked) => {
        if (slug === "hubspot" && asked.path === "/crm/v3/objects/deals/1")
          return { status: 404, body: { category: "OBJECT_NOT_FOUND", message: "gone" } };
        if (asked.query.get("q")?.includes("FROM Opportunity ") === true)
          return { body: { totalSize: 0, done: true, records: [] } };
        return server.answer(asked);
      });
      expect(await search(house, "")).toMatchObject({ isChanged: true });
      expect((await listDealChoices(house.rep, house.callId, "")).linked).toMatchObject([
        { isGone: true },
      ]);
      await propose(house);
      expect(await only(house)).toMatchObject({ state: "blocked", fault: "record_gone" });
      expect(
        await codeOf(
          linkCrmDeal(VENDORS, house.rep, house.callId, { crm: slug, record: DEAL[slug] }),
        ),
      ).toBe("validation_failed");
    } finally {
      server.answerWith(server.answer);
      Object.assign(
        server.deal,
        slug === "salesforce"
          ? {
              Amount: 24_000,
              StageName: "Negotiation",
              IsClosed: false,
              IsWon: false,
              CloseDate: "2026-12-31",
            }
          : { amount: "24000", dealstage: "legal", closedate: "2026-12-31T00:00:00Z" },
      );
    }
    await old();
    expect(await search(house, "")).toMatchObject({ isChanged: true });
    expect(await dealOf(house, DEAL[slug])).toMatchObject({ goneAt: null, closedAt: null });
  });
});

test("nothing of a private call is asked of a CRM but by its owner", async () => {
  const house = await aLiveHouse("salesforce");
  const { workspaceId, callId, rep, admin } = house;
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "private" } });
  salesforceServer.asked.length = 0;
  await propose(house);
  expect(
    salesforceServer.asked.filter(({ query }) => /maria|acme/i.test(query.get("q") ?? "")),
  ).toEqual([]);
  expect(await db.contact.count({ where: { workspaceId } })).toBe(0);
  expect(await codeOf(search(house, "fleet", admin))).toBe("not_found");
  const opened = { ...admin, privateUntil: new Date(Date.now() + 60_000).toISOString() };
  expect(await codeOf(search(house, "fleet", opened))).toBe("forbidden");
  // Nor for the preview of a mapping: not its title, not its company, not who took part.
  const connection = { workspaceId, id: house.connectionId };
  const template = { ...(await getMappedTemplate(workspaceId, 101)), sections: [] };
  const previewed = async (actor: Member) => {
    salesforceServer.asked.length = 0;
    const vendor = VENDORS.salesforce;
    await findPreview(
      actor,
      { vendor, connection },
      {
        ...{ callId, template, rows: [], find: null, deal: null },
      },
    );
    return salesforceServer.asked.length;
  };
  expect(await previewed(opened)).toBe(0);
  expect(await previewed(rep)).toBeGreaterThan(0);
  expect((await search(house, "fleet")).crms[0]?.deals).not.toEqual([]);
  await linkCrmDeal(VENDORS, rep, callId, { crm: "salesforce", record: DEAL.salesforce });
  await propose(house);
  expect(await only(house)).toMatchObject({ state: "in_review", review: "owner" });
});

test("deals of colleagues are offered as far as the workspace lets them be seen", async () => {
  const house = await aLiveHouse("salesforce", null);
  const { workspaceId, rep, callId } = house;
  const workspace = { id: workspaceId };
  const mate = await aMember(workspace, { email: "mari@kestrel.test" });
  const ofRecords = async (q: string) =>
    (await search(house, q)).crms[0]?.deals.map(({ record, mayLink }) => [record, mayLink]);
  expect(await ofRecords("fleet")).toEqual([[OTHER.salesforce, true]]);
  const theirs = { crm: "salesforce", record: DEAL.salesforce };
  expect(await codeOf(linkCrmDeal(VENDORS, rep, callId, theirs))).toBe("not_found");
  await db.workspace.updateMany({
    where: { id: workspaceId },
    data: { dealVisibility: "workspace" },
  });
  expect(await ofRecords("fleet")).toEqual([
    [DEAL.salesforce, false],
    [OTHER.salesforce, true],
  ]);
  expect(await codeOf(linkCrmDeal(VENDORS, rep, callId, theirs))).toBe("forbidden");
  expect(await codeOf(linkCrmDeal(VENDORS, mate, callId, theirs))).toBe("not_found");
  expect(await codeOf(linkCrmDeal(VENDORS, rep, callId, { ...theirs, crm: "hubspot" }))).toBe(
    "not_found",
  );
  await linkCrmDeal(VENDORS, house.admin, callId, theirs);
  expect(await linkedTo(house)).toMatchObject([[DEAL.salesforce, true, ["hand"]]]);
});

test("a company and a contact that were entered here become the CRM's, and are not there twice", async () => {
  const house = await aLiveHouse("hubspot");
  const { workspaceId, them } = house;
  const companyId = newId();
  await db.company.create({ data: { workspaceId, id: companyId, name: "ACME" } });
  const contactId = newId();
  await db.contact.create({ data: { workspaceId, id: contactId, name: "Maria C." } });
  await db.contactAddress.create({
    data: { workspaceId, contactId, kind: "email", value: "maria@acme.example" },
  });
  await propose(house);
  expect(await db.company.findMany({ where: { workspaceId } })).toMatchObject([
    { id: companyId, name: "ACME", external: "61" },
  ]);
  expect(await db.contact.findMany({ where: { workspaceId } })).toMatchObject([
    { id: contactId, name: "Maria C.", external: "51", companyId },
  ]);
  expect(await db.participant.findFirstOrThrow({ where: { id: them.id } })).toMatchObject({
    contactId,
  });
});

test("another deal takes what was written to the first: put back there, proposed here", async () => {
  const house = await aLiveHouse("hubspot", null);
  const { workspaceId, rep, callId } = house;
  hubspotServer.deal["description"] = null;
  await linkCrmDeal(VENDORS, rep, callId, { crm: "hubspot", record: DEAL.hubspot });
  await propose(house);
  const write = await only(house);
  await acceptWrite(rep, callId, { writeId: write.id, version: write.version });
  await executeWrite(VENDORS, { workspaceId, writeId: write.id });
  expect(hubspotServer.deal["description"]).toContain("harbour");
  await unlinkDeal(rep, callId);
  const [revert] = (await queued(writeToCrm)).filter(({ act }) => act === "revert");
  expect(revert).toMatchObject({ writeId: write.id });
  await executeRevert(VENDORS, { workspaceId, writeId: write.id, byId: rep.memberId }, 0);
  expect(hubspotServer.deal["description"]).toBe("");
});

test("a deal that a rule finds instead takes over what was written to the first", async () => {
  const house = await aLiveHouse("salesforce");
  const { workspaceId, callId, rep } = house;
  const at = { workspaceId, callId };
  await db.call.updateMany({ where: { id: callId }, data: { dealChosenAt: null } });
  salesforceServer.deal["Pain__c"] = null;
  await linkCrmDeal(VENDORS, rep, callId, { crm: "salesforce", record: DEAL.salesforce });
  await propose(house);
  const write = await only(house);
  await acceptWrite(rep, callId, { writeId: write.id, version: write.version });
  await executeWrite(VENDORS, { workspaceId, writeId: write.id });
  expect(await followRules()).toBe(0);
  // As if nobody had said so, and her part in another deal were known since.
  const other = await dealOf(house, DEPOT.salesforce);
  await db.callDeal.deleteMany({ where: at });
  await db.callDeal.create({
    data: {
      ...{ ...at, dealId: other?.id ?? "", isPrimary: true },
      ...{ confidence: 80, reasons: ["contact"] },
    },
  });
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "private" } });
  expect(await followRules()).toBe(0);
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "team" } });
  await db.$executeRaw`DELETE FROM jobs.job`;
  expect(await followRules()).toBe(1);
  expect(await queued(writeToCrm)).toMatchObject([
    { act: "revert", writeId: write.id, byId: null },
  ]);
  expect(await queued(proposeToCrm)).toMatchObject([{ callId }]);
  await executeRevert(VENDORS, { workspaceId, writeId: write.id, byId: null }, 0);
  expect(salesforceServer.deal["Pain__c"]).toBeNull();
  expect(await followRules()).toBe(0);
});

test("how long a change waits for a decision is the workspace's to say", async () => {
  const house = await aLiveHouse("hubspot");
  const { version } = await getDealSettings(house.admin);
  await changeDealSettings(house.admin, {
    ...{ version, dealVisibility: "team", openedAfterDays: 14, closedBeforeDays: 14 },
    expiresDays: 3,
  });
  expect(await getDealSettings(house.admin)).toMatchObject({ expiresDays: 3 });
  await propose(house);
  const { expiresAt } = await only(house);
  expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(3);
});

test("deals and people of a CRM that is disconnected for good stay, as if entered here", async () => {
  const house = await aLiveHouse("salesforce");
  const { workspaceId, admin } = house;
  await propose(house);
  await disconnectAndPurge(admin, PROVIDERS.salesforce);
  const known = await db.deal.findFirstOrThrow({
    where: { workspaceId, name: "Fleet rollout" },
    include: { stage: true },
  });
  expect(known).toMatchObject({
    ...{ source: "hand", connectionId: null, external: null, currency: null },
    stage: { name: "Negotiation", connectionId: null, external: null },
  });
  expect(known.stage.archivedAt).not.toBeNull();
  expect(await db.contact.findFirstOrThrow({ where: { workspaceId } })).toMatchObject({
    ...{ name: "Maria Costa", external: null },
  });
});

test("what somebody kept when it could not be taken back stays where rules would move it", async () => {
  const house = await aLiveHouse("salesforce");
  const { workspaceId, callId, rep } = house;
  salesforceServer.deal["Pain__c"] = null;
  await linkCrmDeal(VENDORS, rep, callId, { crm: "salesforce", record: DEAL.salesforce });
  await propose(house);
  const write = await only(house);
  await acceptWrite(rep, callId, { writeId: write.id, version: write.version });
  await executeWrite(VENDORS, { workspaceId, writeId: write.id });
  salesforceServer.deal["Pain__c"] = "somebody else's words";
  const other = await dealOf(house, DEPOT.salesforce);
  await db.callDeal.deleteMany({ where: { workspaceId, callId } });
  await db.callDeal.create({
    data: {
      ...{ workspaceId, callId, dealId: other?.id ?? "", isPrimary: true },
      ...{ confidence: 80, reasons: ["contact"] },
    },
  });
  expect(await followRules()).toBe(1);
  await executeRevert(VENDORS, { workspaceId, writeId: write.id, byId: null }, 0);
  const { state, version } = await only(house);
  expect(state).toBe("revert_conflict");
  await keepWrite(rep, callId, { writeId: write.id, version });
  expect(await followRules()).toBe(0);
  expect(salesforceServer.deal["Pain__c"]).toBe("somebody else's words");
});

test("a second CRM that knows the same people makes no duplicate of them", async () => {
  const house = await aLiveHouse("salesforce");
  const { workspaceId, callId, them } = house;
  await aConnection(
    { workspaceId },
    { provider: "hubspot", grant: PROVIDERS.hubspot.oauth.readGrant(hubspotServer.issue()) },
  );
  await propose(house);
  const of = { workspaceId, contactAddresses: { some: { value: "maria@acme.example" } } };
  expect(await db.contact.count({ where: of })).toBe(1);
  expect(
    await db.company.count({
      where: { workspaceId, companyDomains: { some: { domain: "acme.example" } } },
    }),
  ).toBe(1);
  expect(await db.participant.findFirstOrThrow({ where: { id: them.id } })).toMatchObject({
    contactId: (await db.contact.findFirstOrThrow({ where: of })).id,
  });
  expect(await db.callDeal.count({ where: { workspaceId, callId } })).toBeGreaterThan(0);
});

test("a check of a connection proposes nothing anew; signing in there again does", async () => {
  const house = await aLiveHouse("hubspot", "nobody@nowhere.example");
  await propose(house);
  expect(await only(house)).toMatchObject({ state: "blocked", fault: "no_record" });
  const { connectionId: id } = house;
  const later = new Date(Date.now() + 60_000);
  await db.connection.updateMany({
    where: { id },
    data: { checkedAt: later, lastOkAt: later, checkMs: 5 },
  });
  expect(await recheckBlocked()).toBe(0);
  await db.connection.updateMany({ where: { id }, data: { connectedAt: later } });
  expect(await recheckBlocked()).toBe(1);
});

test("a contact and a company that were merged there stay one here, and are matched under the new id", async () => {
  const house = await aLiveHouse("hubspot");
  await propose(house);
  const { workspaceId } = house;
  const known = () =>
    db.contact.findMany({
      where: { workspaceId, deletedAt: null },
      select: { id: true, external: true },
    });
  const [before] = await known();
  if (before?.external == null) throw new Error("no contact");
  const book = structuredClone(hubspotServer.book);
  try {
    hubspotServer.book.contacts.push({
      id: "901",
      properties: { firstname: "M.", lastname: "Costa", email: "m.costa@acme.example" },
    });
    const id = hubspotServer.merge("contacts", before.external, "901");
    await propose(house);
    expect(await known()).toEqual([{ id: before.id, external: id }]);
    const person = await db.participant.findFirstOrThrow({ where: { id: house.them.id } });
    expect(person).toMatchObject({ contactId: before.id, contactMatch: "email" });
  } finally {
    Object.assign(hubspotServer.book, book);
  }
});

test("what a CRM does not show any more takes nothing from a deal that is kept", async () => {
  const house = await aLiveHouse("salesforce", null);
  const { workspaceId, rep, callId } = house;
  await linkCrmDeal(VENDORS, rep, callId, { crm: "salesforce", record: DEAL.salesforce });
  const before = await dealOf(house, DEAL.salesforce);
  expect(before?.amount).not.toBeNull();
  await db.deal.updateMany({ where: { workspaceId }, data: { syncedAt: new Date(0) } });
  salesforceServer.answerWith((asked) =>
    /SELECT .*\b(Amount|CloseDate|NextStep)\b.* FROM Opportunity /.test(asked.query.get("q") ?? "")
      ? { status: 400, body: [{ errorCode: "INVALID_FIELD", message: "something is not shown" }] }
      : salesforceServer.answer(asked),
  );
  try {
    expect(await refreshDueDeals(VENDORS)).toBe(1);
  } finally {
    salesforceServer.answerWith(salesforceServer.answer);
  }
  const after = await dealOf(house, DEAL.salesforce);
  expect(after).toMatchObject({ name: before?.name, closeDate: before?.closeDate });
  expect(String(after?.amount)).toBe(String(before?.amount));
  expect(after?.syncedAt?.getTime()).toBeGreaterThan(0);
});
