// First: the application reads its settings once.
import { acme, body, google, type Provider } from "#tests/support/partner.ts";
import { randomUUID } from "node:crypto";
import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { Secret, TOTP } from "otpauth";
import * as z from "zod";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { findMember, SESSION_MS } from "#app/core/domain/account/session.server.ts";
import { changeMembers } from "#app/core/domain/member/change-members.server.ts";
import { memberIntent } from "#app/core/domain/member/member.schema.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { hashOf, seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver, linkIn } from "#tests/support/letters.ts";
import { startQueue } from "#tests/support/queue.ts";
import { aVisitor, type Visitor } from "#tests/support/visitor.ts";
import { type App, openApp } from "./app.ts";

const PASSWORD = "herons over the river";
let app: App;
let stopQueue: () => Promise<void>;
beforeAll(async () => {
  stopQueue = await startQueue();
  app = await openApp();
});
afterAll(async () => {
  app.close();
  await stopQueue();
});
beforeEach(() => db.$executeRaw`DELETE FROM rate_limit`);
let restart = (): void => undefined;
afterEach(() => {
  restart();
  google.is({});
  expect(app.faults).toEqual([]);
});

const somebody = (email: string, more: Record<string, unknown> = {}) => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  name: "Mari Sato",
  ...more,
});
const anAddress = (domain = "sato.test") => `${randomUUID()}@${domain}`;

/** Leaves for the partner. @returns its address */
async function leave(visitor: Visitor, slug = "google", query = ""): Promise<URL> {
  const { status, location } = await visitor.ask(`/signin/${slug}${query}`);
  expect(status).toBe(302);
  return new URL(location ?? "");
}
/** Where the partner sends the browser back to. */
async function answerOf(asked: URL): Promise<string> {
  const answer = await fetch(asked, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  expect(back.origin).toBe(env().appUrl);
  return back.pathname + back.search;
}
/** There and back. */
async function come(visitor: Visitor, slug = "google", query = "") {
  return visitor.ask(await answerOf(await leave(visitor, slug, query)));
}
const memberOf = async (visitor: Visitor) => {
  const token = visitor.session();
  return token === null ? null : findMember(token, { ip: null, agent: null, requestId: null });
};
const logins = (who: SignedIn) =>
  db.partnerLogin.findMany({ where: { identity: { memberId: who.memberId } } });

/** A member with a password and a proven address. */
async function aKnown(more: Parameters<typeof aMember>[1] = {}) {
  const person = await aMember(await aWorkspace(), { email: anAddress(), ...more });
  await db.identity.updateMany({
    where: { memberId: person.memberId },
    data: { password: await hashPassword(PASSWORD), verifiedAt: new Date() },
  });
  return person;
}
async function linked(provider: Provider = google, sub: string = randomUUID()) {
  const person = await aKnown();
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { memberId: person.memberId },
  });
  const { workspaceId } = person;
  await db.partnerLogin.create({
    data: { id: newId(), workspaceId, identityId, issuer: provider.issuer, subject: sub },
  });
  return { person, sub };
}

describe("leaving for a partner", () => {
  test("asks for nothing but who somebody is, with a state, a nonce and a challenge of their own", async () => {
    const visitor = aVisitor(app);
    const [one, two] = [await leave(visitor), await leave(visitor)];
    expect(one.origin).toBe(google.issuer);
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
      redirect_uri: `${env().appUrl}/signin/google/auth`,
      client_id: "parley-GOOGLE",
    });
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.searchParams.get(name)?.length).toBeGreaterThan(20);
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
    }
  });

  test("keeps one cookie a tab: of this host, for ten minutes, out of the reach of scripts", async () => {
    const visitor = aVisitor(app);
    const { cookies } = await visitor.ask("/signin/google");
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^__Host-oauth:[0-9a-f-]{36}=/);
    for (const part of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=600"])
      expect(cookies[0]).toContain(part);
    expect(cookies[0]).not.toContain("Domain");
  });

  test("to one that was not set up leads nowhere", async () => {
    for (const slug of ["microsoft", "oidc-", "oidc-other", "GOOGLE", "..%2F", "constructor"]) {
      expect([slug, (await aVisitor(app).ask(`/signin/${slug}`)).status]).toEqual([slug, 404]);
      expect((await aVisitor(app).ask(`/signin/${slug}/auth?state=x&code=y`)).status).toBe(404);
    }
  });

  test("is refused after sixty times from one address", async () => {
    const visitor = aVisitor(app);
    for (let n = 0; n < 60; n += 1) await visitor.ask("/signin/google/auth?state=guess&code=x");
    expect((await visitor.ask("/signin/google")).status).toBe(429);
  });
});

describe("coming back", () => {
  test("signs in whom this subject was linked to, whatever their address is by now", async () => {
    const { person, sub } = await linked();
    google.is(somebody("another@elsewhere.test", { sub, email_verified: false }));
    const visitor = aVisitor(app);
    visitor.jar.set("__Host-sid", "planted-before");
    const answer = await come(visitor, "google", "?next=%2Frecordings%3Fq%3Dx");
    expect([answer.status, answer.location]).toEqual([302, "/recordings?q=x"]);
    expect(await memberOf(visitor)).toMatchObject({ memberId: person.memberId });
    expect([...visitor.jar.keys()], "the state's cookie has gone").toEqual(["__Host-sid"]);
    expect(visitor.session()).not.toBe("planted-before");
  });

  test("through a partner that takes the client's secret in the body alone", async () => {
    const { person, sub } = await linked(body);
    body.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    expect((await come(visitor, "oidc-body")).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ memberId: person.memberId });
  });

  test("two tabs at once both come in", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const [one, two] = [await leave(visitor), await leave(visitor)];
    expect((await visitor.ask(await answerOf(one))).location).toBe("/");
    visitor.jar.delete("__Host-sid");
    expect((await visitor.ask(await answerOf(two))).location).toBe("/");
  });

  test("with an address that has an account asks for its password, once", async () => {
    const person = await aKnown();
    const claims = somebody(person.email.toUpperCase());
    google.is(claims);
    const visitor = aVisitor(app);
    const answer = await come(visitor);
    expect(answer.location).toBe("/signin?step=link&next=%2F");
    expect([visitor.session(), await logins(person)]).toEqual([null, []]);
    expect((await visitor.ask("/signin?step=link")).status).toBe(200);
    expect((await visitor.ask("/signin?step=link", { password: "guess" })).status).toBe(422);
    expect([visitor.session(), await logins(person)]).toEqual([null, []]);
    const done = await visitor.ask("/signin?step=link", { password: PASSWORD });
    expect([done.status, done.location]).toEqual([302, "/"]);
    expect(await memberOf(visitor)).toMatchObject({ memberId: person.memberId });
    expect(await logins(person)).toMatchObject([{ issuer: google.issuer, subject: claims.sub }]);
    const events = await db.auditEntry.findMany({
      where: { workspaceId: person.workspaceId },
      orderBy: { id: "asc" },
      select: { event: true },
    });
    expect(events.map(({ event }) => event)).toEqual([
      "session.failed",
      "partner.linked",
      "session.started",
    ]);
    expect((await deliver(person.email)).map(({ template }) => template)).toContain(
      "partner_linked",
    );

    const again = aVisitor(app);
    expect((await come(again)).location).toBe("/");
    expect(await memberOf(again)).toMatchObject({ memberId: person.memberId });
  });

  test("the question for the password is answered once, by the browser that was asked", async () => {
    const person = await aKnown();
    google.is(somebody(person.email));
    const visitor = aVisitor(app);
    await come(visitor);
    const other = aVisitor(app);
    expect((await other.ask("/signin?step=link", { password: PASSWORD })).status).toBe(401);
    const half = visitor.jar.get("__Host-pre") ?? "";
    await visitor.ask("/signin?step=link", { password: PASSWORD });
    other.jar.set("__Host-pre", half);
    expect((await other.ask("/signin?step=link", { password: PASSWORD })).status).toBe(401);
    expect(await logins(person)).toHaveLength(1);
  });

  test("guesses at that password count as guesses at the account", async () => {
    const person = await aKnown();
    google.is(somebody(person.email));
    const visitor = aVisitor(app);
    await come(visitor);
    for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES; n += 1)
      await visitor.ask("/signin?step=link", { password: "guess" });
    expect((await visitor.ask("/signin?step=link", { password: PASSWORD })).status).toBe(429);
    expect(await logins(person)).toEqual([]);
  });

  test("lets in who was invited, as they were invited", async () => {
    const workspace = await aWorkspace();
    const team = await aTeam(workspace);
    const email = anAddress();
    const memberId = newId();
    await db.member.create({
      data: {
        id: memberId,
        workspaceId: workspace.id,
        name: "",
        nameOrder: "given_first",
        email,
        role: "manager",
        state: "invited",
        primaryTeamId: team.id,
      },
    });
    google.is(somebody(email));
    const visitor = aVisitor(app);
    expect((await come(visitor)).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ memberId, role: "manager", name: "Mari Sato" });
  });

  test("makes a rep of who has an address at a listed domain, in that workspace, and not twice", async () => {
    const domain = `${randomUUID()}.test`;
    const workspace = await aWorkspace({ signUpMode: "domains", signUpDomains: [domain] });
    google.is(somebody(anAddress(domain)));
    const [one, two] = [aVisitor(app), aVisitor(app)];
    const answers = await Promise.all([come(one), come(two)]);
    const members = await db.member.findMany({ where: { workspaceId: workspace.id } });
    expect(members).toMatchObject([{ role: "rep", state: "active" }]);
    expect(answers.filter(({ location }) => location === "/").length).toBeGreaterThan(0);

    google.is(somebody(anAddress(`sub.${domain}`)));
    expect((await come(aVisitor(app))).status).toBe(403);
    await db.workspace.updateMany({
      where: { id: workspace.id },
      data: { signUpMode: "closed" },
    });
    google.is(somebody(anAddress(domain)));
    expect((await come(aVisitor(app))).status).toBe(403);
  });

  test("brings a second step where the account has one or the role asks for it", async () => {
    const { person, sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    await db.workspace.update({
      where: { id: person.workspaceId },
      data: { settings: { signIn: { ssoDomains: [], factorRoles: [person.role] } } },
    });
    const visitor = aVisitor(app);
    expect((await come(visitor)).location).toBe("/signin?step=set_up&next=%2F");
    expect(visitor.session()).toBeNull();
  });
});

describe("nobody comes in", () => {
  const nobodyCame = (visitor: Visitor, status: number, answer: { status: number }): void => {
    expect(answer.status).toBe(status);
    expect(visitor.session()).toBeNull();
  };

  test("with a state that is missing, made up, or was used", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    const { searchParams } = new URL(back, env().appUrl);
    const code = searchParams.get("code") ?? "";
    for (const wrong of [`code=${code}`, `code=${code}&state=`, `code=${code}&state=guess`])
      nobodyCame(visitor, 400, await visitor.ask(`/signin/google/auth?${wrong}`));
    expect((await visitor.ask(back)).location).toBe("/");
    visitor.jar.delete("__Host-sid");
    nobodyCame(visitor, 400, await visitor.ask(back));
  });

  test("with the state and code of another browser", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const [attacker, victim] = [aVisitor(app), aVisitor(app)];
    const back = await answerOf(await leave(attacker));
    nobodyCame(victim, 400, await victim.ask(back));
    await leave(victim); // a sign-in of their own under way changes nothing
    const again = await answerOf(await leave(attacker));
    nobodyCame(victim, 400, await victim.ask(again));
  });

  test("after ten minutes", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    restart = stopClock(new Date(Date.now() + 601_000));
    nobodyCame(visitor, 400, await visitor.ask(back));
  });

  test("at the door of another partner, with or without its own state", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    nobodyCame(visitor, 400, await visitor.ask(back.replace("google", "oidc-acme")));
    const asked = await leave(visitor, "oidc-acme");
    const code = new URL(back, env().appUrl).searchParams.get("code") ?? "";
    const state = asked.searchParams.get("state") ?? "";
    const mixed = `/signin/oidc-acme/auth?code=${code}&state=${state}`;
    nobodyCame(visitor, 400, await visitor.ask(mixed));
  });

  test("when the answer says it comes from somebody else", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    const wrong = `${back}&iss=${encodeURIComponent(acme.issuer)}`;
    nobodyCame(visitor, 400, await visitor.ask(wrong));
  });

  test("without the verifier that belongs to the challenge", async () => {
    const { sub } = await linked();
    google.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    const kept = [...visitor.jar];
    visitor.jar.clear();
    nobodyCame(visitor, 400, await visitor.ask(back));
    const another = await answerOf(await leave(visitor));
    for (const [name, value] of visitor.jar)
      visitor.jar.set(name, value.replace(/(.{6})$/, "AAAAAA"));
    for (const [name, value] of kept) visitor.jar.set(name, value);
    nobodyCame(visitor, 400, await visitor.ask(another));
  });

  test.each([
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["another issuer", { iss: "https://accounts.google.com" }],
    ["another audience", { aud: "somebody-else" }],
    ["an audience of two, for the other", { aud: ["parley-GOOGLE", "other"], azp: "other" }],
    ["an end in the past", { exp: Math.floor(Date.now() / 1_000) - 120 }],
    ["an age of an hour", { iat: Math.floor(Date.now() / 1_000) - 3_600 }],
    ["a beginning in the future", { nbf: Math.floor(Date.now() / 1_000) + 3_600 }],
    ["no subject", { sub: undefined }],
  ])("with a token that has %s", async (_what, claims) => {
    const { sub } = await linked();
    google.is({ ...somebody(anAddress(), { sub }), ...claims });
    const visitor = aVisitor(app);
    nobodyCame(visitor, 400, await come(visitor));
  });

  test("with a token signed by nobody, by another key, or with the secret of the client", async () => {
    const { sub } = await linked();
    let nonce = "";
    const payload = () => ({ sub, nonce, iss: google.issuer, aud: "parley-GOOGLE" });
    const { privateKey } = await generateKeyPair("RS256");
    const secret = new TextEncoder().encode("a secret: of ours, made long enough");
    const times = {
      iat: Math.floor(Date.now() / 1_000),
      exp: Math.floor(Date.now() / 1_000) + 600,
    };
    const forged: (() => Promise<string> | string)[] = [
      () => new UnsecuredJWT({ ...payload(), ...times }).encode(),
      () =>
        new SignJWT({ ...payload(), ...times })
          .setProtectedHeader({ alg: "RS256" })
          .sign(privateKey),
      () =>
        new SignJWT({ ...payload(), ...times }).setProtectedHeader({ alg: "HS256" }).sign(secret),
      () => "no.token.at-all",
      () => "",
    ];
    for (const make of forged) {
      const visitor = aVisitor(app);
      const asked = await leave(visitor);
      nonce = asked.searchParams.get("nonce") ?? "";
      const token = await make();
      google.is({}, (body) =>
        token === "" ? delete body["id_token"] : (body["id_token"] = token),
      );
      nobodyCame(visitor, 400, await visitor.ask(await answerOf(asked)));
    }
  });

  test("when they said no, or the partner does", async () => {
    const visitor = aVisitor(app);
    const state = (await leave(visitor)).searchParams.get("state") ?? "";
    const no = `/signin/google/auth?error=access_denied&state=${state}`;
    nobodyCame(visitor, 400, await visitor.ask(no));
    google.server.service.once("beforeResponse", (answer: { statusCode: number; body: object }) => {
      answer.statusCode = 400;
      answer.body = { error: "invalid_grant" };
    });
    nobodyCame(visitor, 400, await come(visitor));
    google.server.service.once("beforeResponse", (answer: { statusCode: number; body: object }) => {
      answer.statusCode = 500;
      answer.body = {};
    });
    nobodyCame(visitor, 502, await come(visitor));
  });

  test("by an address that is not proven, of nobody, or of somebody who was sent away", async () => {
    const workspace = await aWorkspace();
    const invited = anAddress();
    await db.member.create({
      data: {
        id: newId(),
        workspaceId: workspace.id,
        name: "",
        nameOrder: "given_first",
        email: invited,
        role: "admin",
        state: "invited",
      },
    });
    const out = await aKnown();
    await db.member.updateMany({ where: { id: out.memberId }, data: { state: "deactivated" } });
    const known = await aKnown();
    const gone = await linked();
    await db.member.updateMany({
      where: { id: gone.person.memberId },
      data: { state: "deactivated" },
    });
    for (const claims of [
      somebody(invited, { email_verified: false }),
      somebody(invited, { email_verified: undefined }),
      somebody(known.email, { email_verified: "false" }),
      somebody(known.email, { email: [known.email] }),
      somebody(out.email),
      somebody(anAddress()),
      somebody("not an address"),
      somebody(anAddress(), { sub: gone.sub }),
    ]) {
      google.is(claims);
      const visitor = aVisitor(app);
      const answer = await come(visitor);
      const isMalformed = Array.isArray(claims.email);
      nobodyCame(visitor, isMalformed ? 400 : 403, answer);
      expect(visitor.jar.has("__Host-pre")).toBe(false);
    }
  });

  test("to an account whose address nobody has proven: its maker may be waiting for its owner", async () => {
    const person = await aKnown();
    await db.identity.updateMany({
      where: { memberId: person.memberId },
      data: { verifiedAt: null },
    });
    google.is(somebody(person.email));
    const visitor = aVisitor(app);
    nobodyCame(visitor, 403, await come(visitor));
    expect(await logins(person)).toEqual([]);
  });

  test("to another's account by the same subject at another partner", async () => {
    const { sub } = await linked(google);
    acme.is(somebody(anAddress(), { sub }));
    const visitor = aVisitor(app);
    nobodyCame(visitor, 403, await come(visitor, "oidc-acme"));
  });

  test("into a workspace that lists the domain of somebody who has an account elsewhere", async () => {
    const domain = `${randomUUID()}.test`;
    const greedy = await aWorkspace({ signUpMode: "domains", signUpDomains: [domain] });
    const person = await aKnown({ email: anAddress(domain) });
    google.is(somebody(person.email));
    const visitor = aVisitor(app);
    expect((await come(visitor)).location).toContain("step=link");
    expect(await db.member.count({ where: { workspaceId: greedy.id } })).toBe(0);
  });
});

test("leads to our own pages only, whatever came along", async () => {
  const { sub } = await linked();
  google.is(somebody(anAddress(), { sub }));
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/%09/evil.example",
    "\t//evil.example",
    "/.//evil.example",
    "http:evil.example",
  ]) {
    const visitor = aVisitor(app);
    const { location } = await come(visitor, "google", `?next=${encodeURIComponent(next)}`);
    expect(new URL(location ?? "", env().appUrl).origin).toBe(env().appUrl);
    expect(location).not.toContain("evil.example//");
  }
});

/** What a page is made of, or its form answered. */
async function dataOf(
  visitor: Visitor,
  path: string,
  route: string,
  form?: Record<string, string>,
) {
  const { status, text } = await visitor.ask(
    `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(`routes/${route}`)}`,
    form,
  );
  const data: unknown = JSON.parse(text);
  return { status, data };
}

describe("one's own account", () => {
  const GENERAL = "/setting/general";
  const general = (visitor: Visitor, query: string, form?: Record<string, string>) =>
    dataOf(visitor, GENERAL + query, "setting/general", form);
  /** A browser somebody is signed in with. */
  function asMember(who: SignedIn): Visitor {
    const visitor = aVisitor(app);
    visitor.jar.set("__Host-sid", who.token);
    return visitor;
  }
  const beginLink = (visitor: Visitor, currentPassword?: string, partner = "google") =>
    visitor.ask(GENERAL, {
      intent: "partner_link",
      partner,
      ...(currentPassword !== undefined && { currentPassword }),
    });

  test("is linked with the password, by the sign-in that asked for it, and unlinked again", async () => {
    const person = await aKnown();
    const visitor = asMember(person);
    expect((await visitor.ask("/signin/google")).location, "nothing was begun").toBe("/");
    for (const wrong of [undefined, "", "guess"])
      expect((await beginLink(visitor, wrong)).status).toBe(422);
    expect((await beginLink(visitor, PASSWORD, "constructor")).status).toBe(422);
    const begun = await beginLink(visitor, PASSWORD);
    expect([begun.status, begun.location]).toEqual([302, `${GENERAL}?link=1`]);
    expect((await general(visitor, "?link=1")).data).toMatchObject({
      partners: { begun: { slug: "google", name: "Google" }, linked: [] },
    });
    const elsewhere = asMember(await aKnown());
    elsewhere.jar.set("__Host-pre", visitor.jar.get("__Host-pre") ?? "");
    expect((await general(elsewhere, "?link=1")).data).toMatchObject({ partners: { begun: null } });
    expect((await elsewhere.ask("/signin/google")).location).toBe("/");
    const claims = somebody("quite@another.test", { email_verified: false });
    google.is(claims);
    expect((await come(visitor)).location).toBe(GENERAL);
    expect(await logins(person)).toMatchObject([{ issuer: google.issuer, subject: claims.sub }]);
    expect(visitor.session(), "they stay signed in as they were").toBe(person.token);
    expect((await deliver(person.email)).map(({ template }) => template)).toContain(
      "partner_linked",
    );
    const other = aVisitor(app);
    expect((await come(other)).location).toBe("/");
    expect(await memberOf(other)).toMatchObject({ memberId: person.memberId });

    const [login] = await logins(person);
    const partnerLoginId = login?.id ?? "";
    const stranger = asMember(await aKnown());
    expect((await stranger.ask(GENERAL, { intent: "partner_unlink", partnerLoginId })).status).toBe(
      404,
    );
    expect((await visitor.ask(GENERAL, { intent: "partner_unlink", partnerLoginId })).status).toBe(
      302,
    );
    expect(await logins(person)).toEqual([]);
    const last = await db.auditEntry.findFirst({
      where: { workspaceId: person.workspaceId },
      orderBy: { id: "desc" },
    });
    expect(last).toMatchObject({ event: "partner.unlinked", actor: person.memberId });
  });

  test("is linked by nobody else, with no other eyes, and not twice", async () => {
    const workspace = await aWorkspace();
    const admin = await aMember(workspace, { role: "admin", email: anAddress() });
    const rep = await aMember(workspace, { email: anAddress() });
    await db.identity.updateMany({
      where: { memberId: { in: [admin.memberId, rep.memberId] } },
      data: { password: await hashPassword(PASSWORD), verifiedAt: new Date() },
    });
    google.is(somebody(anAddress()));
    const visitor = asMember(admin);
    const mine = async (): Promise<string> => {
      await beginLink(visitor, PASSWORD);
      return answerOf(await leave(visitor));
    };
    // Another sign-in, of the same person or not, finishes nothing.
    const back = await mine();
    visitor.jar.set("__Host-sid", rep.token);
    expect((await visitor.ask(back)).location).toBe(GENERAL);
    visitor.jar.set("__Host-sid", admin.token);
    expect((await visitor.ask(await mine())).location).toBe(GENERAL);
    expect(await logins(rep)).toEqual([]);
    expect(await logins(admin)).toHaveLength(1);

    acme.is(somebody(anAddress()));
    await beginLink(visitor, PASSWORD, "oidc-acme");
    const late = await answerOf(await leave(visitor, "oidc-acme"));
    await visitor.ask("/setting/member", { intent: "view_as", memberId: rep.memberId });
    expect((await memberOf(visitor))?.memberId).toBe(rep.memberId);
    expect((await visitor.ask(late)).location).toBe(GENERAL);
    expect(await logins(rep), "not to the colleague whose eyes they use").toEqual([]);
    await visitor.ask("/view-as", {});

    // What signs in one person signs in nobody else.
    const { sub } = await linked(acme);
    acme.is(somebody(anAddress(), { sub }));
    await beginLink(visitor, PASSWORD, "oidc-acme");
    expect((await come(visitor, "oidc-acme")).location).toBe(`${GENERAL}?taken=1`);
    expect(await logins(admin)).toHaveLength(1);
  });

  test("keeps a last way in, in a domain of partners the last partner", async () => {
    const { person } = await linked();
    const [login] = await logins(person);
    const unlink = () =>
      general(asMember(person), "", {
        intent: "partner_unlink",
        partnerLoginId: login?.id ?? "",
      });
    await db.workspace.update({
      where: { id: person.workspaceId },
      data: { settings: { signIn: { ssoDomains: ["sato.test"], factorRoles: [] } } },
    });
    const refused = await unlink();
    expect(refused).toMatchObject({ status: 422, data: { error: { "": ["last_way_in"] } } });
    await db.workspace.update({ where: { id: person.workspaceId }, data: { settings: {} } });
    await db.identity.updateMany({
      where: { memberId: person.memberId },
      data: { password: null },
    });
    expect((await unlink()).status).toBe(422);
    expect(await logins(person)).toHaveLength(1);
  });

  test("of who has no password changes after they signed in again, with the partner or not at all", async () => {
    const { person, sub } = await linked();
    await db.identity.updateMany({
      where: { memberId: person.memberId },
      data: { password: null },
    });
    await db.session.updateMany({
      where: { id: person.sessionId },
      data: { expiresAt: new Date(Date.now() + SESSION_MS - 601_000), factorAt: new Date() },
    });
    const visitor = asMember(person);
    expect((await beginLink(visitor, undefined, "oidc-acme")).status).toBe(422);
    const sealed = async (): Promise<{ sealed: string; secret: string }> => {
      const { data } = await general(visitor, "?factor=1");
      return z.object({ offer: z.object({ sealed: z.string(), secret: z.string() }) }).parse(data)
        .offer;
    };
    expect((await general(visitor, "")).data).toMatchObject({
      proof: "stale",
      partners: { again: [{ slug: "google" }] },
    });
    const early = await sealed();
    const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect(
      await general(visitor, "", {
        intent: "factor_on",
        sealed: early.sealed,
        code: codeOf(early.secret),
      }),
    ).toMatchObject({ status: 422, data: { error: { "": ["sign_in_again"] } } });

    google.is(somebody(anAddress()));
    const again = `?again=1&next=${encodeURIComponent(GENERAL)}`;
    const asked = await leave(visitor, "google", again);
    expect(asked.searchParams.get("prompt")).toBe("login");
    expect((await visitor.ask(await answerOf(asked))).location, "somebody else there").toBe(
      `${GENERAL}?taken=1`,
    );
    expect(visitor.session()).toBe(person.token);

    google.is(somebody(anAddress(), { sub }));
    expect((await come(visitor, "google", again)).location).toBe(GENERAL);
    expect(visitor.session()).not.toBe(person.token);
    expect(await memberOf(visitor)).toMatchObject({ memberId: person.memberId });
    const sessions = await db.session.findMany({ where: { memberId: person.memberId } });
    const open = sessions.filter(({ revokedAt }) => revokedAt === null);
    expect(open.map(({ factorAt }) => factorAt !== null)).toEqual([true]);
    const offer = await sealed();
    const form = { intent: "factor_on", sealed: offer.sealed, code: codeOf(offer.secret) };
    const on = await general(visitor, "", form);
    expect(on.status).toBe(200);
    expect(z.object({ codes: z.array(z.string()) }).parse(on.data).codes).toHaveLength(10);
  });
});

describe("a door into a domain of partners", () => {
  async function aDoor(role: "rep" | "manager" = "manager") {
    const domain = `${randomUUID()}.test`;
    const workspace = await aWorkspace({
      settings: { signIn: { ssoDomains: [domain], factorRoles: [] } },
    });
    const path = randomUUID();
    const { id: linkId } = await db.signUpLink.create({
      data: {
        id: newId(),
        workspaceId: workspace.id,
        urlHash: hashOf(path),
        urlEnc: new Uint8Array(seal("sign-up-link", path)),
        role,
        maxUses: 1,
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    });
    return { domain, workspace, path, linkId };
  }

  test("says at once that the partner brings people in, and the partner does, by the link", async () => {
    const { domain, workspace, path, linkId } = await aDoor();
    const visitor = aVisitor(app);
    const email = anAddress(domain);
    const told = await dataOf(visitor, `/signup/${path}`, "account/signup-invited", { email });
    expect(told).toMatchObject({ status: 403, data: { error: { "": ["sso_required"] } } });
    expect(await deliver(email)).toEqual([]);
    google.is(somebody(email));
    expect((await come(visitor, "google", `?invitation=${path}`)).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ workspaceId: workspace.id, role: "manager" });
    expect(await db.signUpLink.findFirstOrThrow({ where: { id: linkId } })).toMatchObject({
      uses: 1,
    });
    // It was for one.
    google.is(somebody(anAddress(domain)));
    expect((await come(aVisitor(app), "google", `?invitation=${path}`)).status).toBe(403);
    expect((await come(aVisitor(app), "google", "?invitation=guess")).status).toBe(403);
  });

  test("gives a partner's button to who was invited by name, and takes no password", async () => {
    const { domain, workspace } = await aDoor();
    const admin = await aMember(workspace, { role: "admin" });
    const email = anAddress(domain);
    await changeMembers(admin, memberIntent.parse({ intent: "invite", email, role: "rep" }));
    const [letter] = await deliver(email);
    const { pathname } = linkIn(letter);
    const visitor = aVisitor(app);
    expect((await dataOf(visitor, pathname, "account/activate")).data).toMatchObject({
      activation: { mustUsePartner: true },
    });
    const form = { intent: "activate", name: "Mari", password: PASSWORD, language: "en" };
    const posted = await visitor.ask(pathname, { ...form, timeZone: "UTC" });
    expect([posted.status, visitor.session()]).toEqual([403, null]);
    google.is(somebody(email));
    expect((await come(visitor)).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ workspaceId: workspace.id, role: "rep" });
  });
});
