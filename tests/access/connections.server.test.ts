// First: the application reads its settings once.
import { hubspotServer, salesforceServer, sandboxServer } from "#tests/support/crm-servers.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { PROVIDER_SLUGS } from "#app/core/domain/connection/connection-types.ts";
import { startSession } from "#app/core/domain/account/session.server.ts";
import { checkDueConnections } from "#app/core/domain/connection/health.server.ts";
import {
  newTokens,
  secretRow,
  tokensOf,
} from "#app/core/domain/connection/connection-row.server.ts";
import { callVendor } from "#app/core/domain/connection/vendor-access.server.ts";
import { PROVIDERS, VENDORS } from "#app/core/integrations/registry.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aConnection } from "#tests/support/connections.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aVisitor, type Visitor } from "#tests/support/visitor.ts";
import { appForFile } from "./app-for-file.ts";

const app = await appForFile({ draws: true });
const PAGE = "/setting/admin-system-integration";
/** The page as its data, which holds all that it shows. */
const DATA = `${PAGE}?_data=routes/setting/admin-integration`;
const KEYS = { clientId: "an-app", clientSecret: "a secret: of ours" };
const SERVERS = {
  salesforce: salesforceServer,
  "salesforce-sandbox": sandboxServer,
  hubspot: hubspotServer,
};
type Slug = keyof typeof SERVERS;
const leadingTo = z.object({ leaving: z.string() });

type Browser = Visitor & { actor: SignedIn };
async function anotherSession(actor: SignedIn): Promise<string> {
  const { workspaceId, memberId, origin } = actor;
  const { id: identityId } = await db.identity.findFirstOrThrow({ where: { memberId } });
  return startSession(db, { workspaceId, memberId, identityId }, origin);
}
async function browserOf(actor: SignedIn, isAnother = false): Promise<Browser> {
  const visitor = aVisitor(app);
  const token = isAnother ? await anotherSession(actor) : actor.token;
  visitor.jar.set("__Host-sid", token);
  return { ...visitor, actor };
}
const anAdmin = async (workspace?: { id: string }): Promise<Browser> =>
  browserOf(await aMember(workspace ?? (await aWorkspace()), { role: "admin" }));

/** From the panel to the provider's page. @returns the provider's address, as the page leads there */
async function leave(browser: Browser, slug: Slug): Promise<URL> {
  const page = await browser.ask(DATA, { intent: "save_and_connect", slug, ...KEYS });
  expect(page.status).toBe(200);
  const { leaving } = leadingTo.parse(JSON.parse(page.text));
  return new URL(leaving);
}
/** The way back, as the provider sends it. */
async function back(asked: URL): Promise<string> {
  const answer = await fetch(asked, { redirect: "manual" });
  const url = new URL(answer.headers.get("location") ?? "");
  expect(url.origin).toBe(env().appUrl);
  return url.pathname + url.search;
}
const rowOf = ({ actor: { workspaceId } }: Browser, provider: Slug) =>
  db.connection.findFirst({ where: { workspaceId, provider } });
const hasTokens = async (browser: Browser, slug: Slug) =>
  (await rowOf(browser, slug))?.accessTokenEnc !== null;
const connect = async (browser: Browser, slug: Slug) =>
  browser.ask(await back(await leave(browser, slug)));

beforeEach(() => {
  hubspotServer.portal.id = 4711;
  for (const server of Object.values(SERVERS)) {
    server.grant({});
    server.refuseRefresh(false);
  }
});

describe.each(PROVIDER_SLUGS)("%s", (slug) => {
  test("is connected from its card, with state and PKCE, and tested", async () => {
    const browser = await anAdmin();
    const asked = await leave(browser, slug);
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    expect(asked.searchParams.get("redirect_uri")).toBe(`${env().appUrl}/auth/${slug}`);
    expect(asked.href).not.toContain("secret");
    const { status, location } = await browser.ask(await back(asked));
    expect([status, location]).toEqual([302, PAGE]);
    expect(await rowOf(browser, slug)).toMatchObject({
      state: "connected",
      accountId: slug === "hubspot" ? "4711" : "00D000000000001EAA",
      isSandbox: slug === "salesforce-sandbox",
      connectedById: browser.actor.memberId,
      authorisingUntil: null,
      fault: null,
    });
    const page = await browser.ask(DATA);
    expect(page.text).toContain(slug === "hubspot" ? "4711" : "Kestrel Freight");
    expect(page.text).not.toMatch(/at-|rt-|a secret/);
  });

  test("an answer that was used already stores nothing and says where to begin", async () => {
    const browser = await anAdmin();
    const address = await back(await leave(browser, slug));
    await browser.ask(address);
    await browser.ask(PAGE, { intent: "disconnect", slug });
    expect((await browser.ask(address)).status).toBe(400);
    expect(await hasTokens(browser, slug)).toBe(false);
  });
});

describe("what comes back and is not this sign-in's", () => {
  test.each([
    ["another admin", async ({ actor }: Browser) => anAdmin({ id: actor.workspaceId })],
    ["an admin of another workspace", async () => anAdmin()],
    ["another sign-in of the same admin", async ({ actor }: Browser) => browserOf(actor, true)],
  ])("%s gets the page that begins again", async (_, otherOf) => {
    const browser = await anAdmin();
    const address = await back(await leave(browser, "hubspot"));
    const other = await otherOf(browser);
    for (const [name, value] of browser.jar)
      if (name.startsWith("__Host-oauth")) other.jar.set(name, value);
    expect((await other.ask(address)).status).toBe(400);
    expect(await hasTokens(browser, "hubspot")).toBe(false);
    expect(
      await db.connection.count({
        where: { accountId: { not: null }, workspaceId: other.actor.workspaceId },
      }),
    ).toBe(0);
  });

  test("who is no admin any more is refused", async () => {
    const browser = await anAdmin();
    const address = await back(await leave(browser, "hubspot"));
    const { workspaceId, memberId } = browser.actor;
    await db.member.updateMany({ where: { workspaceId, id: memberId }, data: { role: "rep" } });
    expect((await browser.ask(address)).status).toBe(403);
    expect(await hasTokens(browser, "hubspot")).toBe(false);
  });

  test("a state of another provider, an old one, none, and one that was never ours", async () => {
    const browser = await anAdmin();
    await browser.ask(PAGE, { intent: "save_app", slug: "salesforce", ...KEYS });
    const address = await back(await leave(browser, "hubspot"));
    const other = address.replace("/auth/hubspot", "/auth/salesforce");
    for (const wrong of [other, "/auth/hubspot", "/auth/hubspot?code=x&state=y"])
      expect([wrong, (await browser.ask(wrong)).status]).toEqual([wrong, 400]);
    await db.preSession.updateMany({
      where: { purpose: "connection" },
      data: { expiresAt: new Date(0) },
    });
    expect((await browser.ask(address)).status).toBe(400);
    expect(await hasTokens(browser, "hubspot")).toBe(false);
  });

  test.each(["google", "zoom", "mock", "x", "__proto__"])("/auth/%s is not there", async (slug) => {
    const browser = await anAdmin();
    expect((await browser.ask(`/auth/${slug}?code=a&state=b`)).status).toBe(404);
  });
});

test("who cancels there is told so, and may begin again", async () => {
  const browser = await anAdmin();
  const state = (await leave(browser, "hubspot")).searchParams.get("state") ?? "";
  const address = `/auth/hubspot?error=access_denied&state=${state}`;
  expect((await browser.ask(address)).location).toBe(PAGE);
  expect((await browser.ask(address)).status).toBe(400);
  expect(await hasTokens(browser, "hubspot")).toBe(false);
  await connect(browser, "hubspot");
  expect(await hasTokens(browser, "hubspot")).toBe(true);
});

test("fewer scopes than asked: it works with limits and names them", async () => {
  const browser = await anAdmin();
  hubspotServer.grant({ scopes: ["oauth", "crm.objects.deals.read"] });
  await connect(browser, "hubspot");
  expect(await rowOf(browser, "hubspot")).toMatchObject({
    state: "degraded",
    fault: "scope_missing",
  });
});

test("a token for an address that is not Salesforce's is not kept", async () => {
  const browser = await anAdmin();
  salesforceServer.grant({ instance_url: "http://169.254.169.254" });
  expect((await connect(browser, "salesforce")).location).toBe(PAGE);
  expect(await hasTokens(browser, "salesforce")).toBe(false);
});

describe("on the card, in words", () => {
  const HOUR = "3600";
  test.each([
    ["a server that is down", { status: 503 }, "unavailable"],
    ["too many requests", { status: 429, headers: { "retry-after": HOUR } }, "rate_limited"],
    [
      "a way to a private address",
      { status: 302, headers: { location: "http://169.254.169.254/" } },
      "address_refused",
    ],
    ["an answer that is none", { status: 200, text: "<html>" }, null],
    ["a page in place of an answer", { status: 404, text: "<html>" }, "not_found"],
  ] as const)("%s", async (_, reply, fault) => {
    const browser = await anAdmin();
    await connect(browser, "hubspot");
    const from = hubspotServer.asked.length;
    hubspotServer.fail(reply);
    await browser.ask(PAGE, { intent: "test_connection", slug: "hubspot" });
    expect(await rowOf(browser, "hubspot")).toMatchObject({ fault });
    expect(hubspotServer.asked.length).toBe(from + 1);
    const page = await browser.ask(PAGE);
    const said = { unavailable: "did not answer", rate_limited: "asked to be left alone until" };
    const words = {
      ...said,
      address_refused: "pointed to another address",
      not_found: "did not find",
    };
    if (fault !== null) expect(page.text).toContain(words[fault]);
    await browser.ask(PAGE, { intent: "test_connection", slug: "hubspot" });
    expect((await browser.ask(PAGE)).text).not.toContain("First seen");
  });

  test("a sign-in whose tokens are asked for at an address that leads elsewhere", async () => {
    const browser = await anAdmin();
    const address = await back(await leave(browser, "hubspot"));
    hubspotServer.refuseNextTokens({
      status: 307,
      headers: { location: "http://169.254.169.254/oauth" },
    });
    expect((await browser.ask(address)).location).toBe(PAGE);
    expect((await browser.ask(PAGE)).text).toContain("pointed to another address");
    expect(await hasTokens(browser, "hubspot")).toBe(false);
  });

  test("what a missing permission turns off", async () => {
    const browser = await anAdmin();
    hubspotServer.grant({ scopes: ["oauth", "crm.objects.deals.read", "crm.objects.owners.read"] });
    await connect(browser, "hubspot");
    const { text } = await browser.ask(PAGE);
    expect(text).toContain("crm.objects.deals.write (Write deal fields you map)");
    expect(text).not.toContain("crm.objects.owners.read (");
  });

  test.each([
    ["full refresh_token", "connected"],
    ["id api refresh_token", "connected"],
    ["openid api", "connected"],
    ["openid refresh_token", "degraded"],
  ])("Salesforce's own words for permissions: %s", async (scope, state) => {
    const browser = await anAdmin();
    salesforceServer.grant({ scope });
    await connect(browser, "salesforce");
    expect(await rowOf(browser, "salesforce")).toMatchObject({ state });
  });
});

test("the demo's CRM is connected in the demo, and nowhere else", async () => {
  const own = await anAdmin();
  expect((await own.ask(PAGE, { intent: "connect_mock" })).status).toBe(404);
  expect((await own.ask(PAGE)).text).not.toContain("Demo CRM");
  const demo = await anAdmin(await aWorkspace({ isDemo: true }));
  expect((await demo.ask(PAGE, { intent: "connect_mock" })).status).toBe(302);
  expect((await demo.ask(PAGE)).text).toContain("Last worked");
});

describe("another account than before", () => {
  async function another() {
    const browser = await anAdmin();
    await connect(browser, "hubspot");
    const before = await rowOf(browser, "hubspot");
    hubspotServer.portal.id = 12;
    await connect(browser, "hubspot");
    expect(await rowOf(browser, "hubspot")).toMatchObject({
      accountId: "4711",
      accessTokenEnc: before?.accessTokenEnc,
    });
    expect((await browser.ask(DATA)).text).toContain("12 (app.hubspot.com)");
    return browser;
  }

  test("is asked about, and taken when the admin says so, once", async () => {
    const browser = await another();
    const send = () => browser.ask(PAGE, { intent: "replace_account", slug: "hubspot" });
    expect((await send()).status).toBe(302);
    expect(await rowOf(browser, "hubspot")).toMatchObject({ accountId: "12" });
    expect((await send()).status).toBe(409);
  });

  test("is given back when the admin keeps the first one", async () => {
    const browser = await another();
    const { revoked } = hubspotServer.counts;
    await browser.ask(PAGE, { intent: "keep_account", slug: "hubspot" });
    expect(await rowOf(browser, "hubspot")).toMatchObject({ accountId: "4711" });
    expect(hubspotServer.counts.revoked).toBe(revoked + 1);
  });
});

/** A connection with tokens of the server, for calls. */
async function aConnected(checkedAt = new Date()) {
  const actor = await aMember(await aWorkspace(), { role: "admin" });
  const grant = PROVIDERS.hubspot.oauth.readGrant(hubspotServer.issue());
  const id = await aConnection(actor, { grant, checkedAt });
  return { id, workspaceId: actor.workspaceId };
}
const read = (ref: { id: string; workspaceId: string }) =>
  db.connection.findFirstOrThrow({ where: ref });
const ask = (ref: { id: string; workspaceId: string }) =>
  callVendor(PROVIDERS.hubspot, ref, PROVIDERS.hubspot.readAccount);

test("twenty callers whose token is over make one refresh, and all are answered", async () => {
  const ref = await aConnected();
  hubspotServer.expire();
  const { refreshed } = hubspotServer.counts;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(ref)));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(["4711"]));
  expect(hubspotServer.counts.refreshed).toBe(refreshed + 1);
  hubspotServer.expire();
  await ask(ref); // the refresh token is the new one
});

test("a token that is about to end is renewed before it is used", async () => {
  const ref = await aConnected();
  await db.connection.updateMany({ where: ref, data: { expiresAt: new Date() } });
  const { refreshed } = hubspotServer.counts;
  await ask(ref);
  expect(hubspotServer.counts.refreshed).toBe(refreshed + 1);
});

test("a short Retry-After is waited for, a long one is the caller's", async () => {
  const ref = await aConnected();
  hubspotServer.fail({ status: 429, headers: { "retry-after": "0" } });
  expect((await ask(ref)).id).toBe("4711");
  hubspotServer.fail({ status: 429, headers: { "retry-after": "600" } });
  await expect(ask(ref)).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 600_000 });
});

/** As another process holds it that asks for new tokens. */
const lease = (ref: { id: string }, until: Date) =>
  db.connection.updateMany({ where: { id: ref.id }, data: { refreshLeaseUntil: until } });

test("while another process renews the token, callers wait without a transaction and take what it stored", async () => {
  const ref = await aConnected();
  hubspotServer.expire();
  await lease(ref, new Date(Date.now() + 60_000));
  const { refreshed } = hubspotServer.counts;
  const answers = Promise.all(Array.from({ length: 20 }, () => ask(ref)));
  await vi.waitFor(() => expect(hubspotServer.asked.at(-1)?.path).toContain("account-info"));
  expect(await idleInTransaction()).toBe(0);
  const grant = PROVIDERS.hubspot.oauth.readGrant(hubspotServer.issue());
  await db.connection.updateMany({ where: { id: ref.id }, data: newTokens(ref.id, grant) });
  expect(new Set((await answers).map(({ id }) => id))).toEqual(new Set(["4711"]));
  expect(hubspotServer.counts.refreshed).toBe(refreshed);
});

const idleInTransaction = async () => {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  return Number(row?.count ?? -1);
};

test("a process that died while it renewed the token keeps no one out for long", async () => {
  const ref = await aConnected();
  hubspotServer.expire();
  await lease(ref, new Date(Date.now() - 1));
  expect((await ask(ref)).id).toBe("4711");
});

test("the provider is asked outside any transaction, and what it gave is stored before it is used", async () => {
  const ref = await aConnected();
  hubspotServer.expire();
  const idle: number[] = [];
  hubspotServer.beforeTokens(async () => {
    idle.push(await idleInTransaction());
    // The row is free meanwhile.
    await db.connection.updateMany({ where: { id: ref.id }, data: { checkMs: 7 } });
  });
  const used: boolean[] = [];
  await callVendor(PROVIDERS.hubspot, ref, async (access) => {
    const row = await db.connection.findFirstOrThrow({ where: ref, select: secretRow });
    used.push(tokensOf(row)?.accessToken === access.accessToken);
    return PROVIDERS.hubspot.readAccount(access);
  });
  expect([idle, used]).toEqual([[0], [true, true]]);
  expect(await read(ref)).toMatchObject({ checkMs: 7, refreshLeaseUntil: null });
});

test("what arrives after the connection was ended is given back, and brings nothing to life", async () => {
  const browser = await anAdmin();
  await connect(browser, "hubspot");
  const { id } = (await rowOf(browser, "hubspot")) ?? { id: "" };
  const { workspaceId } = browser.actor;
  hubspotServer.expire();
  hubspotServer.beforeTokens(async () => {
    await browser.ask(PAGE, { intent: "disconnect", slug: "hubspot" });
  });
  const { revoked } = hubspotServer.counts;
  await expect(ask({ id, workspaceId })).rejects.toMatchObject({ code: "unauthorised" });
  expect(await read({ id, workspaceId })).toMatchObject({
    ...{ state: "disconnected", accessTokenEnc: null, refreshTokenEnc: null },
  });
  // The refresh is refused or given back: either way nothing of it is left there.
  expect(hubspotServer.counts.revoked).toBeGreaterThan(revoked);
});

test.each([
  ["another refresh is under way", "invalid_grant", "token request is already being processed"],
  ["there were too many sign-ins", "unknown_error", "login rate exceeded"],
])("that %s does not end a grant", async (_, error, words) => {
  const ref = await aConnected();
  hubspotServer.expire();
  hubspotServer.refuseNextTokens({ status: 400, body: { error, error_description: words } });
  await expect(ask(ref)).rejects.toMatchObject({ code: "unavailable" });
  expect((await ask(ref)).id).toBe("4711");
  expect((await read(ref)).state).toBe("connected");
});

test("keys of the app that are wrong break it and leave the grant, which holds again with them", async () => {
  const ref = await aConnected();
  hubspotServer.expire();
  hubspotServer.refuseNextTokens({ status: 401, body: { error: "invalid_client" } });
  await expect(ask(ref)).rejects.toMatchObject({ code: "unauthorised" });
  expect(await read(ref)).toMatchObject({ state: "broken", fault: "app_refused" });
  expect((await ask(ref)).id).toBe("4711");
});

test("a refused refresh breaks it, deletes the tokens and tells every admin once", async () => {
  const ref = await aConnected();
  hubspotServer.expire();
  hubspotServer.refuseRefresh();
  for (let n = 0; n < 2; n += 1)
    await expect(ask(ref)).rejects.toMatchObject({ code: "unauthorised" });
  expect(await read(ref)).toMatchObject({
    state: "broken",
    fault: "grant_refused",
    accessTokenEnc: null,
    refreshTokenEnc: null,
  });
  const { workspaceId } = ref;
  const notices = await db.notification.findMany({ where: { workspaceId } });
  expect(notices.map(({ kind }) => kind)).toEqual(["connection_broken"]);
});

describe("the test every 15 minutes", () => {
  const old = () => new Date(Date.now() - 16 * 60_000);
  const due = async (ref: { id: string; workspaceId: string }) => {
    await db.connection.updateMany({ where: ref, data: { checkedAt: old() } });
    await checkDueConnections(VENDORS);
    return read(ref);
  };

  test("finds it well, with what is left of the day's requests", async () => {
    const ref = await aConnected();
    expect(await due(ref)).toMatchObject({ quotaUsed: 10, quotaMax: 250_000, failures: 0 });
  });

  test("three failures break it", async () => {
    const ref = await aConnected();
    for (const state of ["connected", "connected", "broken"]) {
      hubspotServer.fail({ status: 503 });
      expect((await due(ref)).state).toBe(state === "connected" ? "connected" : "broken");
    }
    expect(await read(ref)).toMatchObject({ fault: "unavailable", failures: 3 });
  });

  test("one that broke while nothing was answered is found well again by itself", async () => {
    const ref = await aConnected();
    await db.connection.updateMany({ where: ref, data: { state: "broken", failures: 3 } });
    expect(await due(ref)).toMatchObject({ state: "connected", failures: 0, fault: null });
  });

  test("limits for more than 15 minutes are limits", async () => {
    const ref = await aConnected();
    const limited = { status: 429, headers: { "retry-after": "60" } };
    hubspotServer.fail(limited);
    expect((await due(ref)).state).not.toBe("degraded");
    await db.connection.updateMany({
      where: ref,
      data: { limitedSince: old(), limitedUntil: old() },
    });
    hubspotServer.fail(limited);
    expect(await due(ref)).toMatchObject({ state: "degraded", fault: "rate_limited" });
  });
});

test("disconnecting gives the tokens back and deletes them; purging leaves nothing", async () => {
  const browser = await anAdmin();
  await connect(browser, "hubspot");
  const { revoked } = hubspotServer.counts;
  await browser.ask(PAGE, { intent: "disconnect", slug: "hubspot" });
  expect(hubspotServer.counts.revoked).toBe(revoked + 1);
  expect(await rowOf(browser, "hubspot")).toMatchObject({
    state: "disconnected",
    accessTokenEnc: null,
    refreshTokenEnc: null,
  });
  await connect(browser, "hubspot");
  await browser.ask(PAGE, { intent: "purge", slug: "hubspot" });
  expect(await rowOf(browser, "hubspot")).not.toBeNull();
  await browser.ask(PAGE, { intent: "purge", slug: "hubspot", isSure: "on" });
  expect(await rowOf(browser, "hubspot")).toBeNull();
});

test("other keys end what the old ones were given", async () => {
  const browser = await anAdmin();
  await connect(browser, "hubspot");
  const send = (more: object) =>
    browser.ask(PAGE, { intent: "save_app", slug: "hubspot", ...KEYS, ...more });
  expect((await send({ clientSecret: "" })).status).toBe(302);
  expect(await hasTokens(browser, "hubspot")).toBe(true);
  expect((await send({ clientId: "other", clientSecret: "" })).status).toBe(422);
  await send({ clientId: "other" });
  expect(await hasTokens(browser, "hubspot")).toBe(false);
});
