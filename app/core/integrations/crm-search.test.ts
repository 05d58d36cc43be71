import { hubspotServer, salesforceServer } from "#tests/support/crm-servers.ts";
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
