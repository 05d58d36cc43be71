import { hubspotServer, salesforceServer } from "#tests/support/crm-servers.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { VendorReply } from "#tests/support/vendor-server.ts";
import { PROVIDERS } from "./registry.server.ts";

const SERVERS = { salesforce: salesforceServer, hubspot: hubspotServer };
const DEAL = { salesforce: "006000000000001AAA", hubspot: "1" };
const VENDORS = ["salesforce", "hubspot"] as const;
const accessTo = (slug: keyof typeof SERVERS) => {
  const { accessToken, apiUrl } = PROVIDERS[slug].oauth.readGrant(SERVERS[slug].issue());
  return { accessToken, apiUrl };
};
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => error,
  );
const APP = { clientId: "an-app", clientSecret: "a secret: of ours" };
beforeEach(() => {
  for (const { asked } of Object.values(SERVERS)) asked.length = 0;
});

const activity = (slug: keyof typeof SERVERS, writeKey: string) => ({
  kind: "call" as const,
  subject: "Pricing review",
  body: "Eleven lines",
  at: "2026-11-25T10:00:00.000Z",
  durationMs: 90_500,
  dealId: DEAL[slug],
  contactIds: ["55"],
  ownerId: "31",
  writeKey,
});

describe.each(VENDORS)("%s", (slug) => {
  const server = SERVERS[slug];
  const provider = PROVIDERS[slug];

  test("says whose account it is, reads a deal and counts its requests", async () => {
    const access = accessTo(slug);
    expect(await provider.readAccount(access)).toMatchObject(
      slug === "salesforce"
        ? { id: "00D000000000001EAA", label: "Kestrel Freight", user: "integration@kestrel.test" }
        : { id: "4711", label: "4711 (app.hubspot.com)", isSandbox: false },
    );
    expect(await provider.check(access)).toEqual(
      slug === "salesforce" ? { used: 12, max: 15_000 } : { used: 10, max: 250_000 },
    );
  });

  test("takes another refresh token at each refresh, and ends the grant", async () => {
    const first = provider.oauth.readGrant(server.issue());
    const second = await provider.oauth.refresh(APP, first.refreshToken ?? "");
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await provider.oauth.refresh(APP, second.refreshToken ?? "");
    await expect(provider.oauth.refresh(APP, first.refreshToken ?? "")).rejects.toMatchObject({
      name: "GrantRefused",
    });
    const revoked = server.counts.revoked;
    await provider.oauth.revoke(APP, second.refreshToken ?? "");
    expect(server.counts.revoked).toBe(revoked + 1);
  });

  test("shows tokens and secrets in no address", async () => {
    const access = accessTo(slug);
    await provider.readAccount(access);
    await provider.crm.findUser(access, "mari@kestrel.test");
    await provider.oauth.revoke(APP, "rt-x").catch(() => null);
    for (const { path, query } of server.asked)
      expect(`${path}?${query.toString()}`).not.toMatch(/at-|rt-|secret/);
  });

  test("writes a value, and reads it back with who changed it and when", async () => {
    const access = accessTo(slug);
    const amount = slug === "salesforce" ? "Amount" : "amount";
    await provider.crm.updateRecord(access, "deal", DEAL[slug], { [amount]: 84_000 });
    const fields = [{ name: amount, type: "money" as const }];
    expect(await provider.crm.findRecord(access, "deal", DEAL[slug], fields)).toMatchObject({
      values: { [amount]: 84_000 },
      modifiedAt: slug === "salesforce" ? "2026-11-25T10:00:00.000Z" : "2026-11-24T10:00:00Z",
    });
    expect(await provider.crm.findRecord(access, "deal", "99", fields)).toBeNull();
  });

  test("a write whose answer is lost is told from one that was refused, and is found applied", async () => {
    const access = accessTo(slug);
    server.loseAnswer();
    const made = provider.crm.createActivity(access, activity(slug, `lost-${slug}`));
    expect(await codeOf(made)).toMatchObject({ code: "unavailable" });
    for (let more = 0; more < 3; more += 1)
      await provider.crm.createActivity(access, activity(slug, `other-${more}`));
    const found = await provider.crm.findActivity(access, activity(slug, `lost-${slug}`));
    expect(found).toBe(
      slug === "salesforce" ? salesforceServer.tasks[0]?.["Id"] : hubspotServer.calls[0]?.id,
    );
    expect(await provider.crm.findActivity(access, activity(slug, "never"))).toBeNull();
  });

  test("finds the user with an address", async () => {
    expect(await provider.crm.findUser(accessTo(slug), "mari@kestrel.test")).toBe(
      slug === "salesforce" ? "005000000000002AAA" : "31",
    );
  });

  test("a token that is over, a limit and a server in trouble are told apart", async () => {
    const access = accessTo(slug);
    const failing = async (reply: VendorReply) => {
      server.fail(reply);
      return codeOf(provider.check(access));
    };
    expect(await failing({ status: 429, headers: { "retry-after": "7" } })).toMatchObject({
      code: "rate_limited",
      retryAfterMs: 7_000,
    });
    expect(
      await failing({ status: 503, headers: { "retry-after": "3" }, body: "down" }),
    ).toMatchObject({ code: "unavailable", retryAfterMs: 3_000 });
    expect(await failing({ status: 302, headers: { location: "http://x.test" } })).toMatchObject({
      code: "address_refused",
    });
    server.expire();
    expect(await codeOf(provider.check(access))).toMatchObject({ code: "unauthorised" });
  });
});

test.each([
  [
    "a value that a restricted list lacks",
    { Competitor__c: "Hauly" },
    "restricted_picklist",
    "Competitor__c",
  ],
  ["a text that is too long", { NextStep: "x".repeat(256) }, "too_long", "NextStep"],
  ["a field that was deleted", { Gone__c: "x" }, "unknown_field", "Gone__c"],
  [
    "a field that is computed",
    { Probability_Score__c: 1 },
    "not_writeable",
    "Probability_Score__c",
  ],
  ["a text in the place of a number", { Amount: "many" }, "wrong_type", null],
] as const)("Salesforce refuses %s", async (_, values, code, field) => {
  const { crm } = PROVIDERS.salesforce;
  expect(
    await codeOf(crm.updateRecord(accessTo("salesforce"), "deal", DEAL.salesforce, values)),
  ).toMatchObject({ code, field });
});

test.each([
  ["FIELD_CUSTOM_VALIDATION_EXCEPTION", 400, "validation_rule"],
  ["ENTITY_IS_LOCKED", 400, "locked"],
  ["UNABLE_TO_LOCK_ROW", 400, "busy"],
  ["REQUEST_LIMIT_EXCEEDED", 403, "quota"],
  ["REQUIRED_FIELD_MISSING", 400, "required_missing"],
] as const)("Salesforce's %s is %s %s", async (errorCode, status, code) => {
  salesforceServer.fail({ status, body: [{ errorCode, message: "Close date is in the past" }] });
  const { crm } = PROVIDERS.salesforce;
  expect(
    await codeOf(
      crm.updateRecord(accessTo("salesforce"), "deal", DEAL.salesforce, { NextStep: "x" }),
    ),
  ).toMatchObject({ code, detail: "Close date is in the past" });
});

test.each([
  ["a value that a list lacks", { competitor: "hauly" }, "restricted_picklist", "competitor"],
  ["a property that was deleted", { gone: "x" }, "unknown_field", "gone"],
  ["a text in the place of a number", { amount: "many" }, "wrong_type", "amount"],
] as const)("HubSpot refuses %s", async (_, values, code, field) => {
  const { crm } = PROVIDERS.hubspot;
  expect(
    await codeOf(crm.updateRecord(accessTo("hubspot"), "deal", DEAL.hubspot, values)),
  ).toMatchObject({ code, field });
});

test.each([
  ["locked", { status: 423, body: { message: "This record is locked" } }],
  [
    "validation_rule",
    {
      status: 400,
      body: {
        ...{ category: "VALIDATION_ERROR", message: "Property values were not valid" },
        errors: [
          {
            code: "FAILED_VALIDATION",
            message: "Say why",
            context: { propertyName: ["dealname"] },
          },
        ],
      },
    },
  ],
  [
    "too_long",
    {
      status: 400,
      body: {
        category: "VALIDATION_ERROR",
        message:
          'Property values were not valid: [{"isValid":false,"message":"too long","error":"INVALID_STRING_LENGTH","name":"dealname"}]',
      },
    },
  ],
] as const)("HubSpot's %s is told from the others, and names its field", async (code, reply) => {
  hubspotServer.fail(reply);
  const { crm } = PROVIDERS.hubspot;
  const values = { dealname: "x".repeat(70_000) };
  expect(
    await codeOf(crm.updateRecord(accessTo("hubspot"), "deal", DEAL.hubspot, values)),
  ).toMatchObject({ code, ...(code !== "locked" && { field: "dealname" }) });
});

describe.each(VENDORS)("an activity of %s", (slug) => {
  test("goes when it is taken back, and one that is gone already is no fault", async () => {
    const { crm } = PROVIDERS[slug];
    const access = accessTo(slug);
    const id = await crm.createActivity(access, activity(slug, `gone-${slug}`));
    const made = slug === "salesforce" ? salesforceServer.tasks : hubspotServer.calls;
    const { length } = made;
    await crm.deleteActivity(access, "call", id);
    expect(made).toHaveLength(length - 1);
    if (slug === "hubspot") SERVERS.hubspot.fail({ status: 204 }); // as HubSpot answers for what was archived before
    await crm.deleteActivity(access, "call", id);
    SERVERS[slug].fail({ status: 503 });
    expect(await codeOf(crm.deleteActivity(access, "call", id))).toMatchObject({
      code: "unavailable",
    });
  });

  test("says who changed a record, and nothing of somebody it does not know", async () => {
    const { crm } = PROVIDERS[slug];
    const access = accessTo(slug);
    const known = slug === "salesforce" ? "005000000000007AAA" : "78";
    expect(await crm.findUserName(access, known)).toBe("Aki Sato");
    expect(await crm.findUserName(access, "404")).toBeNull();
  });

  test("and its deal have a page there", () => {
    const at = { apiUrl: "https://kestrel.my.salesforce.test", accountId: "4711" };
    const { crm } = PROVIDERS[slug];
    expect(crm.recordUrl(at, "deal", "1/../2")).toBe(
      slug === "salesforce"
        ? "https://kestrel.my.salesforce.test/lightning/r/Opportunity/1%2F..%2F2/view"
        : `${hubspotServer.url}/contacts/4711/record/0-3/1%2F..%2F2`,
    );
    expect(crm.recordUrl({ apiUrl: null, accountId: null }, "deal", "1")).toBeNull();
  });
});

test("HubSpot's daily limit is no short wait, and a locked record and missing scopes are named", async () => {
  const access = accessTo("hubspot");
  const failing = async (reply: VendorReply) => {
    hubspotServer.fail(reply);
    return codeOf(PROVIDERS.hubspot.check(access));
  };
  const limits = { category: "RATE_LIMITS", message: "You have reached your daily limit." };
  expect(await failing({ status: 429, body: { ...limits, policyName: "DAILY" } })).toMatchObject({
    code: "quota",
  });
  expect(
    await failing({ status: 403, body: { category: "MISSING_SCOPES", message: "scopes" } }),
  ).toMatchObject({ code: "forbidden" });
  expect(await failing({ status: 423 })).toMatchObject({ code: "locked" });
});

test("an activity of HubSpot has its time, length and source, and stands on deal and contact", async () => {
  const id = await PROVIDERS.hubspot.crm.createActivity(
    accessTo("hubspot"),
    activity("hubspot", "k1"),
  );
  const made = hubspotServer.calls.find((call) => call.id === id);
  expect(made?.properties).toMatchObject({
    hs_timestamp: "2026-11-25T10:00:00.000Z",
    hs_call_duration: "90500",
    hs_call_source: "INTEGRATIONS_PLATFORM",
    hubspot_owner_id: "31",
  });
  expect(made?.properties["hs_call_body"]).toContain("Parley: k1");
  expect(made?.associations).toEqual([
    {
      to: { id: "1" },
      types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 206 }],
    },
    {
      to: { id: "55" },
      types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 194 }],
    },
  ]);
});

test("an activity of Salesforce is a task about the deal, with the contact", async () => {
  await PROVIDERS.salesforce.crm.createActivity(
    accessTo("salesforce"),
    activity("salesforce", "k1"),
  );
  expect(salesforceServer.tasks.at(-1)).toMatchObject({
    Subject: "Pricing review",
    Status: "Completed",
    TaskSubtype: "Call",
    ActivityDate: "2026-11-25",
    CallDurationInSeconds: 91,
    WhatId: DEAL.salesforce,
    WhoId: "55",
  });
});

test("fields come with type, length, values that may be chosen and whether they may be written", async () => {
  const salesforce = await PROVIDERS.salesforce.crm.listFields(accessTo("salesforce"), "deal");
  const of = (name: string) => salesforce.find((one) => one.name === name);
  expect(of("NextStep")).toMatchObject({ type: "text", length: 255, isWriteable: true });
  expect(of("Pain__c")).toMatchObject({ type: "richtext", isCustom: true });
  expect(of("CloseDate")).toMatchObject({ type: "date", isRequired: true });
  expect(of("Probability_Score__c")).toMatchObject({ isWriteable: false });
  // Which record types offer a value is said where not all do.
  expect(of("Competitor__c")).toMatchObject({
    isRestricted: true,
    options: [
      { value: "Routely", isActive: true, onlyIn: ["New business"] },
      { value: "Old", isActive: false },
    ],
  });
  expect(of("StageName")?.options).toEqual([
    { value: "Negotiation", label: "Negotiation", isActive: true },
    { value: "Closed Won", label: "Closed Won", isActive: true },
  ]);
  const hubspot = await PROVIDERS.hubspot.crm.listFields(accessTo("hubspot"), "deal");
  const property = (name: string) => hubspot.find((one) => one.name === name);
  expect(property("amount")).toMatchObject({ type: "money", isWriteable: true });
  expect(property("days_open")).toMatchObject({ isWriteable: false });
  expect(property("secret_one")).toBeUndefined();
  expect(property("hubspot_owner_id")).toMatchObject({ type: "reference" });
  expect(property("dealstage")?.options).toEqual([
    { value: "legal", label: "Legal", isActive: true },
    { value: "77", label: "Signed", isActive: true },
  ]);
});

test("record types that this user is not shown leave the values as the description has them", async () => {
  salesforceServer.answerWith((asked) =>
    asked.path.includes("/ui-api/")
      ? { status: 503, body: [{ errorCode: "SERVER_UNAVAILABLE", message: "later" }] }
      : salesforceServer.answer(asked),
  );
  const fields = await PROVIDERS.salesforce.crm.listFields(accessTo("salesforce"), "deal");
  salesforceServer.answerWith(salesforceServer.answer);
  expect(fields.find(({ name }) => name === "Competitor__c")?.options).toEqual([
    { value: "Routely", label: "Routely", isActive: true },
    { value: "Old", label: "Old", isActive: false },
  ]);
});

test("an organisation that shows a user neither its set-up nor itself is connected all the same", async () => {
  const { oauth, readAccount, check } = PROVIDERS.salesforce;
  const id = "https://login.salesforce.com/id/00D000000000009EAA/005000000000001AAA";
  const grant = oauth.readGrant({ ...salesforceServer.issue(), id });
  const forbidden = [{ errorCode: "INSUFFICIENT_ACCESS", message: "no" }];
  salesforceServer.answerWith((asked) => {
    const text = asked.query.get("q") ?? "";
    if (text.includes("FROM Opportunity"))
      return {
        headers: { "sforce-limit-info": "api-usage=18/5000" },
        body: { records: [] },
      };
    return asked.path.endsWith("/userinfo")
      ? { status: 403, text: "Bad_OAuth_Token" }
      : { status: 403, body: forbidden };
  });
  expect(await readAccount(grant)).toMatchObject({
    ...{ id: "00D000000000009EAA", label: "00D000000000009EAA", user: null },
  });
  expect(await check(grant)).toEqual({ used: 18, max: 5_000 });
  salesforceServer.answerWith(salesforceServer.answer);
});

test("HubSpot is asked for tokens at its dated address where the other one is not there", async () => {
  const first = PROVIDERS.hubspot.oauth.readGrant(hubspotServer.issue());
  hubspotServer.refuseNextTokens({ status: 404 });
  hubspotServer.asked.length = 0;
  await PROVIDERS.hubspot.oauth.refresh(APP, first.refreshToken ?? "").catch(() => null);
  expect(hubspotServer.asked.map(({ path }) => path)).toEqual([
    "/oauth/v3/token",
    "/oauth/2026-03/token",
  ]);
});

test.each([
  ["Too many requests at once end by themselves", "ConcurrentRequests limit", "rate_limited"],
  ["those of a day do not", "TotalRequests Limit exceeded.", "quota"],
])("%s", async (_, message, code) => {
  const body = [{ errorCode: "REQUEST_LIMIT_EXCEEDED", message }];
  salesforceServer.fail({ status: 403, body });
  expect(await codeOf(PROVIDERS.salesforce.check(accessTo("salesforce")))).toMatchObject({ code });
});

test("a refusal that Parley has no words for keeps the vendor's", async () => {
  const body = [{ errorCode: "DUPLICATES_DETECTED", message: "Use one of these records?" }];
  salesforceServer.fail({ status: 400, body });
  const { crm } = PROVIDERS.salesforce;
  const write = crm.updateRecord(accessTo("salesforce"), "deal", DEAL.salesforce, { Name: "x" });
  expect(await codeOf(write)).toMatchObject({ code: "refused", detail: body[0]?.message });
});

test.each([
  "http://169.254.169.254/",
  "https://evil.example/",
  "https://salesforce.com.evil.example/",
  "http://org.my.salesforce.com/",
  "https://user@org.my.salesforce.com/",
])("a token is not sent to %s, whatever Salesforce's answer says", (instance_url) => {
  const answer = { access_token: "at-1", refresh_token: "rt-1", instance_url };
  expect(() => PROVIDERS.salesforce.oauth.readGrant(answer)).toThrow("address_refused");
});
test("a My Domain of Salesforce is believed", () => {
  const instance_url = "https://kestrel.my.salesforce.com";
  expect(PROVIDERS.salesforce.oauth.readGrant({ access_token: "at-1", instance_url }).apiUrl).toBe(
    instance_url,
  );
});
