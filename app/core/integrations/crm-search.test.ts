import { hubspotServer, salesforceServer, sandboxServer } from "#tests/support/crm-servers.ts";
import type { WantedContacts } from "#app/core/domain/connection/crm-search-types.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { VendorReply } from "#tests/support/vendor-server.ts";
import { PROVIDERS } from "./registry.server.ts";

const SERVERS = { salesforce: salesforceServer, hubspot: hubspotServer };
const VENDORS = ["salesforce", "hubspot"] as const;
const IDS = {
  salesforce: { ...{ maria: "003M", acme: "001A", globex: "001G" }, deal: "006000000000001AAA" },
  hubspot: { maria: "51", acme: "61", globex: "62", deal: "1" },
};
const OTHERS = {
  salesforce: { won: "006W", depot: "006P", ofGlobex: "006G" },
  hubspot: { won: "2", depot: "4", ofGlobex: "3" },
};
const accessTo = (slug: keyof typeof SERVERS) => {
  const { accessToken, apiUrl } = PROVIDERS[slug].oauth.readGrant(SERVERS[slug].issue());
  return { accessToken, apiUrl };
};
const NO_ONE: WantedContacts = { emails: [], last9: [] };
const SINCE = "2026-11-11";
beforeEach(() => {
  for (const { asked } of Object.values(SERVERS)) asked.length = 0;
});

describe.each(VENDORS)("%s", (slug) => {
  const { crm } = PROVIDERS[slug];
  const [ids, others] = [IDS[slug], OTHERS[slug]];
  const server = SERVERS[slug];

  test("finds contacts by e-mail, every one that has it, and by the end of a phone number", async () => {
    const access = accessTo(slug);
    const maria = {
      ...{ id: ids.maria, emails: ["maria@acme.example"], companyId: ids.acme },
      name: "Maria Costa",
    };
    const of = (wanted: Partial<WantedContacts>) =>
      crm.findContacts(access, { ...NO_ONE, ...wanted });
    expect(await of({ emails: ["maria@acme.example"] })).toMatchObject([maria]);
    expect(await of({ last9: ["155550134"] })).toMatchObject([maria]);
    const several = ["maria@acme.example", "tom@twice.example", "nobody@acme.example"];
    expect(await of({ emails: several })).toHaveLength(3);
    expect(await of({ emails: ["o'brien%@acme.example"] })).toEqual([]);
    const count = server.asked.length;
    expect(await of({})).toEqual([]);
    expect(server.asked).toHaveLength(count);
  });

  test("finds companies by their domain and no other, and by id", async () => {
    const access = accessTo(slug);
    const acme = { id: ids.acme, name: "Acme", domains: ["acme.example"] };
    expect(await crm.findCompanies(access, { domains: ["acme.example"], ids: [] })).toEqual([acme]);
    expect(await crm.findCompanies(access, { domains: [], ids: [ids.acme] })).toEqual([acme]);
    expect(await crm.findCompanies(access, { domains: ["none.example"], ids: [] })).toEqual([]);
  });

  test("finds the deals of companies and contacts with their stage, owner and money", async () => {
    const access = accessTo(slug);
    const found = await crm.findDeals(access, {
      ...{ companyIds: [ids.acme], contactIds: [ids.maria], closedSince: SINCE },
    });
    expect(found.map(({ id }) => id)).toEqual([ids.deal, others.depot, others.won]);
    expect(found[0]).toMatchObject({
      ...{ name: "Fleet rollout", companyId: ids.acme, ownerEmail: "mari@kestrel.test" },
      ...{ ownerName: "Mari Ito", amount: "24000", closeDate: "2026-12-31", closedAt: null },
      ...{ openedAt: "2026-11-01T08:00:00.000Z", currency: slug === "hubspot" ? "EUR" : null },
      stage: { ord: 0, kind: "open", label: slug === "hubspot" ? "Legal" : "Negotiation" },
    });
    expect(found[1]).toMatchObject({
      contactIds: [ids.maria],
      amount: slug === "hubspot" ? null : "1000.5",
    });
    expect(found[2]).toMatchObject({
      ...{ amount: "1000.5", stage: { kind: "won", ord: 1 } },
      closedAt: "2026-11-20T00:00:00.000Z",
    });
    const open = await crm.findDeals(access, {
      ...{ companyIds: [ids.acme], contactIds: [], closedSince: "2026-11-21" },
    });
    expect(open.map(({ id }) => id)).toEqual([ids.deal]);
    expect(
      await crm.findDeals(access, {
        ...{ companyIds: [ids.globex], contactIds: [], closedSince: SINCE },
      }),
    ).toMatchObject([{ id: others.ofGlobex, amount: null, ownerEmail: null }]);
  });

  test("finds deals by words of their names and of their companies, open ones first", async () => {
    const access = accessTo(slug);
    const ofWords = async (text: string) =>
      (await crm.searchDeals(access, text)).map(({ id, companyName }) => [id, companyName]);
    expect(await ofWords("fleet roll")).toEqual([[ids.deal, "Acme"]]);
    expect(await ofWords("acme")).toEqual(
      expect.arrayContaining([
        [ids.deal, "Acme"],
        [others.won, "Acme"],
      ]),
    );
    expect((await ofWords("acme")).at(-1)).toEqual([others.won, "Acme"]);
    expect(await ofWords("nothing of it")).toEqual([]);
    expect(await ofWords("  ")).toEqual([]);
  });

  test("reads one deal with its company and people, and misses one that is gone", async () => {
    const access = accessTo(slug);
    expect(await crm.readDeal(access, others.depot)).toMatchObject({
      ...{ id: others.depot, companyId: null, companyName: null, contactIds: [ids.maria] },
    });
    expect(await crm.readDeal(access, ids.deal)).toMatchObject({ companyName: "Acme" });
    expect(await crm.readDeal(access, "99")).toBeNull();
  });

  test("a limit, a server in trouble and a token that is over are no empty answer", async () => {
    const access = accessTo(slug);
    const failing = async (reply: VendorReply) => {
      server.fail(reply);
      return crm
        .findContacts(access, { emails: ["maria@acme.example"], last9: [] })
        .catch((error: unknown) => error);
    };
    expect(await failing({ status: 429, headers: { "retry-after": "7" }, body: {} })).toMatchObject(
      { code: "rate_limited", retryAfterMs: 7_000 },
    );
    expect(await failing({ status: 502 })).toMatchObject({ code: "unavailable" });
    expect(await failing({ body: { odd: true } })).toMatchObject({ code: "unreadable" });
    server.expire();
    expect(await crm.searchDeals(access, "fleet").catch((error: unknown) => error)).toMatchObject({
      code: "unauthorised",
    });
  });
});

test("columns that an organisation does not have are left out, and not asked for twice", async () => {
  const access = accessTo("salesforce");
  const { crm } = PROVIDERS.salesforce;
  const asked = async () => {
    salesforceServer.asked.length = 0;
    await crm.searchDeals(access, "fleet");
    return salesforceServer.asked.filter(({ query }) =>
      query.get("q")?.includes("FROM Opportunity "),
    );
  };
  await asked();
  const again = await asked();
  expect(again).toHaveLength(1);
  expect(again[0]?.query.get("q")).not.toContain("CurrencyIsoCode");
  expect(again[0]?.query.get("q")).toContain("NextStep");
});

test("what people type is data in a question of Salesforce, not a part of it", async () => {
  const access = accessTo("salesforce");
  const { crm } = PROVIDERS.salesforce;
  const found = async (text: string) => (await crm.searchDeals(access, text)).map(({ id }) => id);
  expect(await found("Globex_50%")).toEqual(["006G"]);
  expect(await found("%")).toEqual(["006G"]);
  expect(await found("') OR (Name LIKE '%")).toEqual([]);
});

test("HubSpot finds a contact by a further address", async () => {
  const { crm } = PROVIDERS.hubspot;
  expect(
    await crm.findContacts(accessTo("hubspot"), { emails: ["ana@b.example"], last9: [] }),
  ).toMatchObject([{ id: "54", emails: ["ana@acme.example", "a@x.example", "ana@b.example"] }]);
});

test("columns that a user of Salesforce is not shown are in no condition either", async () => {
  const { crm } = PROVIDERS["salesforce-sandbox"];
  const { accessToken, apiUrl } = PROVIDERS["salesforce-sandbox"].oauth.readGrant(
    sandboxServer.issue(),
  );
  const access = { accessToken, apiUrl };
  for (const column of ["Contact.MobilePhone", "Account.Website", "Opportunity.Account.Name"])
    sandboxServer.hidden.add(column);
  const of = (wanted: Partial<WantedContacts>) =>
    crm.findContacts(access, { ...NO_ONE, ...wanted });
  const maria = { id: "003M", phones: ["+1 (415) 555-0134"] };
  expect(await of({ last9: ["155550134"] })).toMatchObject([maria]);
  sandboxServer.hidden.add("Contact.Phone");
  expect(await of({ emails: ["maria@acme.example"], last9: ["155550134"] })).toMatchObject([
    { id: "003M", phones: [] },
  ]);
  // Nothing is left to ask by.
  expect(await of({ last9: ["155550134"] })).toEqual([]);
  expect(await crm.findCompanies(access, { domains: ["acme.example"], ids: ["001G"] })).toEqual([
    { id: "001G", name: "Globex_50%", domains: [] },
  ]);
  const found = async (text: string) => (await crm.searchDeals(access, text)).map(({ id }) => id);
  expect(await found("fleet")).toEqual(["006000000000001AAA", "006G"]);
  expect(await found("globex")).toEqual(["006G"]);
  sandboxServer.hidden.add("Opportunity.AccountId").add("Opportunity.IsClosed");
  const deals = (contactIds: string[]) =>
    crm.findDeals(access, { companyIds: ["001A"], contactIds, closedSince: SINCE });
  expect(await deals([])).toEqual([]);
  expect(await deals(["003M"])).toMatchObject([{ id: "006P", companyId: null }]);
});

test("text that is no id of Salesforce is the id of no deal", async () => {
  const access = accessTo("salesforce");
  const { crm } = PROVIDERS.salesforce;
  const errorCode = "INVALID_QUERY_FILTER_OPERATOR";
  salesforceServer.answerWith((asked) =>
    asked.query.get("q")?.includes("'not-an-id'") === true
      ? { status: 400, body: [{ errorCode, message: "invalid ID field: not-an-id" }] }
      : { status: 400, body: [{ errorCode: "MALFORMED_ID", message: "malformed id not-an-id" }] },
  );
  try {
    expect(await crm.readDeal(access, "not-an-id")).toBeNull();
    expect(await crm.currentId(access, "deal", "not-an-id")).toBeNull();
  } finally {
    salesforceServer.answerWith(salesforceServer.answer);
  }
});

// What was merged stays so: these come last.
test("a merged record of HubSpot is answered by either id as what it became", async () => {
  const access = accessTo("hubspot");
  const { crm } = PROVIDERS.hubspot;
  expect(await crm.currentId(access, "deal", "4")).toBe("4");
  const id = hubspotServer.merge("deals", "4", "3");
  hubspotServer.asked.length = 0;
  for (const known of ["4", "3", id]) {
    expect(await crm.readDeal(access, known)).toMatchObject({
      ...{ id, name: "Depot", companyId: "62", companyName: "Globex", contactIds: ["51"] },
    });
    const fields = [{ name: "dealname", type: "text" as const }];
    expect(await crm.findRecord(access, "deal", known, fields)).toMatchObject({
      ...{ id, values: { dealname: "Depot" } },
    });
    expect(await crm.currentId(access, "deal", known)).toBe(id);
  }
  const twins = hubspotServer.merge("contacts", "52", "53");
  const again = hubspotServer.merge("contacts", "54", twins);
  for (const known of ["52", "53", "54", twins])
    expect(await crm.currentId(access, "contact", known)).toBe(again);
  expect(await crm.currentId(access, "company", "404")).toBeNull();
});

test("what a merged deal of HubSpot had is asked for by the id that it has now", async () => {
  const access = accessTo("hubspot");
  const id = hubspotServer.merge("deals", "1", "2");
  hubspotServer.answerWith((asked) => {
    const reply = hubspotServer.answer(asked);
    return asked.query.has("associations")
      ? { body: Object.assign({}, reply.body, { associations: undefined }) }
      : reply;
  });
  try {
    expect(await PROVIDERS.hubspot.crm.readDeal(access, "2")).toMatchObject({
      ...{ id, companyId: "61", companyName: "Acme" },
    });
  } finally {
    hubspotServer.answerWith(hubspotServer.answer);
  }
});

test("a merged record of Salesforce is the winner as long as the bin says so", async () => {
  const access = accessTo("salesforce");
  const { crm } = PROVIDERS.salesforce;
  expect(await crm.currentId(access, "contact", "003U")).toBe("003U");
  salesforceServer.merge("Contact", "003T", "003U");
  salesforceServer.merge("Contact", "003M", "003T");
  salesforceServer.merge("Account", "001A", "001N");
  const fields = [{ name: "Name", type: "text" as const }];
  expect(await crm.findRecord(access, "contact", "003U", fields)).toMatchObject({
    ...{ id: "003M", values: { Name: "Maria Costa" } },
  });
  for (const known of ["003U", "003T", "003M"])
    expect(await crm.currentId(access, "contact", known)).toBe("003M");
  expect(await crm.currentId(access, "company", "001N")).toBe("001A");
  salesforceServer.hidden.add("Contact.MasterRecordId");
  expect(await crm.currentId(access, "contact", "003U")).toBeNull();
  salesforceServer.hidden.clear();
  salesforceServer.bin.Contact.length = 0;
  expect(await crm.currentId(access, "contact", "003U")).toBeNull();
  salesforceServer.asked.length = 0;
  expect(await crm.currentId(access, "deal", "006000000000009AAA")).toBeNull();
  expect(salesforceServer.asked).toHaveLength(1);
});
