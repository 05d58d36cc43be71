import { hubspotServer, salesforceServer, sandboxServer } from "#tests/support/crm-servers.ts";
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

/** As HubSpot refuses a value: in JSON, inside the message. */
const invalid = (error: string, message: string): VendorReply => ({
  status: 400,
  body: {
    ...{ status: "error", category: "VALIDATION_ERROR" },
    message: `Property values were not valid: ${JSON.stringify([{ isValid: false, message, error, name: "dealname" }])}`,
  },
});

const activity = (slug: keyof typeof SERVERS, writeKey: string) => ({
  kind: "call" as const,
  subject: "Pricing review",
  body: "Eleven lines",
  at: "2026-11-25T10:00:00.000Z",
  day: "2026-11-25",
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
      ...{ id: DEAL[slug], modifiedAt: "2026-11-25T10:00:00.000Z" },
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
  ["FIELD_FILTER_VALIDATION_EXCEPTION", 400, "validation_rule"],
  ["FIELD_INTEGRITY_EXCEPTION", 400, "validation_rule"],
  ["CANNOT_EXECUTE_FLOW_TRIGGER", 400, "validation_rule"],
  ["INSUFFICIENT_ACCESS_OR_READONLY", 400, "forbidden"],
  ["INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY", 400, "forbidden"],
  ["INVALID_FIELD_FOR_INSERT_UPDATE", 400, "not_writeable"],
  ["DUPLICATES_DETECTED", 400, "duplicate"],
  ["DUPLICATE_VALUE", 400, "duplicate"],
] as const)("Salesforce's %s is %s %s", async (errorCode, status, code) => {
  salesforceServer.fail({ status, body: [{ errorCode, message: "Close date is in the past" }] });
  const { crm } = PROVIDERS.salesforce;
  expect(
    await codeOf(
      crm.updateRecord(accessTo("salesforce"), "deal", DEAL.salesforce, { NextStep: "x" }),
    ),
  ).toMatchObject({ code, detail: "Close date is in the past" });
});

test("a lock that a trigger or a flow of Salesforce met is over by itself", async () => {
  const message = "Opp: execution of BeforeUpdate caused by: UNABLE_TO_LOCK_ROW, unable to obtain";
  const body = [{ errorCode: "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY", message }];
  salesforceServer.fail({ status: 400, body });
  const { crm } = PROVIDERS.salesforce;
  const write = crm.updateRecord(accessTo("salesforce"), "deal", DEAL.salesforce, { Name: "x" });
  expect(await codeOf(write)).toMatchObject({ code: "busy", isTransient: true });
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
  ["validation_rule", invalid("INVALID_ALPHA", "Enter only letters")],
  ["validation_rule", invalid("LEADING_TRAILING_WHITESPACE", '" x" includes whitespace.')],
  ["too_long", invalid("INVALID_MAX_LENGTH", "Enter at most 20 characters")],
  ["restricted_picklist", invalid("INVALID_OPTION", "x was not one of the allowed options")],
  ["duplicate", invalid("CONFLICTING_UNIQUE_VALUE", "7 already has that value.")],
] as const)("HubSpot's %s is told from the others, and names its field", async (code, reply) => {
  hubspotServer.fail(reply);
  const { crm } = PROVIDERS.hubspot;
  const values = { dealname: "x".repeat(70_000) };
  expect(
    await codeOf(crm.updateRecord(accessTo("hubspot"), "deal", DEAL.hubspot, values)),
  ).toMatchObject({ code, field: "dealname" });
});

test("HubSpot names the rule that an admin wrote, and what is refused for no field has no rule", async () => {
  const { crm } = PROVIDERS.hubspot;
  const write = () =>
    codeOf(crm.updateRecord(accessTo("hubspot"), "deal", DEAL.hubspot, { dealname: "7" }));
  hubspotServer.fail(invalid("INVALID_ALPHA", "Enter only letters"));
  expect(await write()).toMatchObject({ detail: "Enter only letters" });
  const message = "Invalid input JSON";
  hubspotServer.fail({ status: 400, body: { category: "VALIDATION_ERROR", message } });
  expect(await write()).toMatchObject({ code: "refused", detail: message, field: null });
});

test.each([
  ["duplicate", "OBJECT_ALREADY_EXISTS", "A record with that value is there"],
  ["duplicate", "CONFLICT", "Contact already exists. Existing ID: 51"],
  ["refused", "CONFLICT", "Another process updates this record"],
])("HubSpot's 409 is %s: %s, %s", async (code, category, message) => {
  hubspotServer.fail({ status: 409, body: { category, message } });
  const { crm } = PROVIDERS.hubspot;
  const write = crm.updateRecord(accessTo("hubspot"), "deal", DEAL.hubspot, { dealname: "x" });
  expect(await codeOf(write)).toMatchObject({ code, detail: message });
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

test("HubSpot's daily limit is no short wait, its lock is one, and missing scopes are named", async () => {
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
  for (const reply of [{ status: 423 }, { status: 423, body: { message: "locked" } }])
    expect(await failing(reply)).toMatchObject({
      ...{ code: "busy", isTransient: true, retryAfterMs: 2_000 },
    });
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

test("an activity of Salesforce is done on the day of the call, by the organisation's own word", async () => {
  const { crm, oauth } = PROVIDERS["salesforce-sandbox"];
  const access = oauth.readGrant(sandboxServer.issue());
  const done = async (kind: "call" | "task") => {
    const made = { ...activity("salesforce", `done-${kind}`), kind, day: "2026-11-26" };
    await crm.createActivity(access, made);
    return sandboxServer.tasks.at(-1);
  };
  const isOfSalesforce = { Status: "Completed", ActivityDate: "2026-11-26" };
  delete sandboxServer.book["TaskStatus"]; // this user is not shown it
  expect(await done("call")).toMatchObject(isOfSalesforce);
  sandboxServer.book["TaskStatus"] = [
    { ApiName: "Offen", MasterLabel: "Open", IsClosed: false, SortOrder: 1 },
    { ApiName: "Abgesagt", MasterLabel: "Cancelled", IsClosed: true, SortOrder: 3 },
    { ApiName: "Erledigt", MasterLabel: "Done", IsClosed: true, SortOrder: 2 },
  ];
  sandboxServer.asked.length = 0;
  expect(await done("call")).toMatchObject({ Status: "Erledigt", TaskSubtype: "Call" });
  expect(await done("task")).toMatchObject({ Status: "Erledigt", ActivityDate: "2026-11-26" });
  const asked = sandboxServer.asked.filter(({ query }) => query.get("q")?.includes("TaskStatus"));
  expect(asked).toHaveLength(1);
});

test("fields come with type, length, values that may be chosen and whether they may be written", async () => {
  const salesforce = await PROVIDERS.salesforce.crm.listFields(accessTo("salesforce"), "deal");
  const of = (name: string) => salesforce.find((one) => one.name === name);
  expect(of("NextStep")).toMatchObject({ type: "text", length: 255, isWriteable: true });
  expect(of("Pain__c")).toMatchObject({ type: "richtext", isCustom: true });
  expect(of("Situation__c")).toMatchObject({ type: "longtext", length: 32_768, lineBreak: 2 });
  expect(of("Pain__c")).not.toHaveProperty("lineBreak");
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
    { value: "legal", label: "Legal", isActive: true, group: "default" },
    { value: "77", label: "Signed", isActive: true, group: "default" },
  ]);
  expect(property("discount")).toMatchObject({ type: "percent" });
});

test("a percentage of HubSpot is read and written as people see it", async () => {
  const { crm } = PROVIDERS.hubspot;
  const access = accessTo("hubspot");
  const discount = { name: "discount", type: "percent" as const };
  for (const [percent, stands] of [
    ...[
      [25, "0.25"],
      [7, "0.07"],
      [33.3, "0.333"],
      [0, "0"],
    ],
    ...[
      [29, "0.29"],
      [150, "1.5"],
      [null, ""],
    ],
  ] as const) {
    const written = { discount: percent };
    await crm.updateRecord(access, "deal", DEAL.hubspot, written, { discount: "percent" });
    expect(hubspotServer.deal["discount"]).toBe(stands);
    const found = await crm.findRecord(access, "deal", DEAL.hubspot, [discount]);
    expect(found?.values).toEqual(written);
  }
  await crm.updateRecord(access, "deal", DEAL.hubspot, { amount: 25 }, { amount: "money" });
  expect(hubspotServer.deal["amount"]).toBe("25");
  await crm.updateRecord(access, "deal", DEAL.hubspot, { amount: 24_000 });
});

test("a stage of another pipeline takes the deal there, and the stage before takes it back", async () => {
  const { crm } = PROVIDERS.hubspot;
  const access = accessTo("hubspot");
  const sent = () => hubspotServer.asked.findLast(({ method }) => method === "PATCH")?.json;
  await crm.updateRecord(access, "deal", DEAL.hubspot, { dealstage: "77" });
  expect(sent()).toEqual({ properties: { dealstage: "77" } });
  const metadata = { probability: "0.5" };
  const stages = [{ id: "renewed", label: "Talks", displayOrder: 0, metadata }];
  hubspotServer.pipelines.push({ id: "renewals", label: "Renewals", stages });
  try {
    const fields = await crm.listFields(access, "deal");
    expect(fields.find(({ name }) => name === "dealstage")?.options).toMatchObject([
      ...[{ label: "Legal (Sales)", group: "default" }, { value: "77" }],
      { value: "renewed", label: "Talks (Renewals)", group: "renewals" },
    ]);
    await crm.updateRecord(access, "deal", DEAL.hubspot, { dealstage: "renewed" });
    expect(hubspotServer.deal).toMatchObject({ dealstage: "renewed", pipeline: "renewals" });
    await crm.updateRecord(access, "deal", DEAL.hubspot, { dealstage: "legal" });
    expect(hubspotServer.deal).toMatchObject({ dealstage: "legal", pipeline: "default" });
    await crm.updateRecord(access, "deal", DEAL.hubspot, { dealstage: "77" });
    expect(sent()).toEqual({ properties: { dealstage: "77" } });
    await crm.updateRecord(access, "deal", DEAL.hubspot, { dealstage: "legal" });
    const unknown = crm.updateRecord(access, "deal", DEAL.hubspot, { dealstage: "gone" });
    expect(await codeOf(unknown)).toMatchObject({ code: "restricted_picklist" });
  } finally {
    hubspotServer.pipelines.pop();
  }
});

test("a property that HubSpot has no more is no empty one", async () => {
  const { crm } = PROVIDERS.hubspot;
  const access = accessTo("hubspot");
  const of = (...names: string[]) =>
    crm.findRecord(
      ...([access, "deal", DEAL.hubspot] as const),
      names.map((name) => ({ name, type: "text" as const })),
    );
  expect((await of("pain", "situation"))?.values).toEqual({ pain: null, situation: null });
  expect(await codeOf(of("pain", "deleted_one"))).toMatchObject({
    ...{ code: "unknown_field", field: "deleted_one" },
  });
});

test("of one field of HubSpot it is said who changed that one, of several who changed the record", async () => {
  const { crm } = PROVIDERS.hubspot;
  const access = accessTo("hubspot");
  hubspotServer.change("next_step", "Call Elena", "78", "2026-11-25T09:00:00.000Z");
  await crm.updateRecord(access, "deal", DEAL.hubspot, { dealname: "Fleet rollout" });
  const name = { name: "dealname", type: "text" as const };
  const step = { name: "next_step", type: "text" as const };
  const of = (fields: (typeof name)[]) => crm.findRecord(access, "deal", DEAL.hubspot, fields);
  expect(await of([step])).toMatchObject({
    ...{ values: { next_step: "Call Elena" }, modifiedBy: "78" },
    modifiedAt: "2026-11-25T09:00:00.000Z",
  });
  expect(await of([step, name])).toMatchObject({
    ...{ modifiedBy: "77", modifiedAt: "2026-11-25T10:00:00.000Z" },
  });
  expect(await of([{ name: "pain", type: "text" }])).toMatchObject({
    ...{ values: { pain: null }, modifiedBy: null },
  });
  hubspotServer.fail({
    body: {
      ...{ id: "1", properties: { next_step: "x" }, updatedAt: "2026-11-25T10:00:00.000Z" },
      propertiesWithHistory: {
        next_step: [
          { value: "x", timestamp: "2026-11-24T08:00:00.000Z", sourceId: "userId:31" },
          { value: "x", timestamp: "2026-11-25T08:00:00.000Z", sourceId: "userId:79" },
        ],
      },
    },
  });
  expect(await of([step])).toMatchObject({ modifiedBy: "79" });
});

test("an activity of HubSpot is looked for in one question, the newest first", async () => {
  const { crm } = PROVIDERS.hubspot;
  const access = accessTo("hubspot");
  const wanted = activity("hubspot", "twice");
  await crm.createActivity(access, wanted);
  const newest = await crm.createActivity(access, wanted);
  await crm.createActivity(access, activity("hubspot", "another"));
  hubspotServer.asked.length = 0;
  expect(await crm.findActivity(access, wanted)).toBe(newest);
  const asked = hubspotServer.asked.filter(({ path }) => !path.includes("/associations/"));
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /crm/v3/objects/calls/batch/read",
  ]);
  expect(await crm.findActivity(access, { ...wanted, dealId: "2" })).toBeNull();
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
  const body = [{ errorCode: "TRANSFER_REQUIRES_READ", message: "The new owner must read it" }];
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
