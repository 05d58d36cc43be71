// First: the application reads its settings once.
import { acme, body, google } from "../support/identity-provider.ts";
import { randomUUID } from "node:crypto";
import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aTeam, aWorkspace } from "../support/factories.ts";
import { deliver } from "../support/emails.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";
import { appForFile } from "./app-for-file.ts";
import {
  PASSWORD,
  aKnown,
  anAddress,
  answerOf,
  come,
  leave,
  linked,
  logins,
  memberOf,
  someone,
} from "./identity-provider-visits.ts";

const app = await appForFile();
beforeEach(() => db.$executeRaw`DELETE FROM rate_limit`);
let restart = (): void => undefined;
afterEach(() => {
  restart();
  google.is({});
  expect(app.faults).toEqual([]);
});

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
    google.is(someone("another@elsewhere.test", { sub, email_verified: false }));
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
    body.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    expect((await come(visitor, "oidc-body")).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ memberId: person.memberId });
  });

  test("two tabs at once both come in", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const [one, two] = [await leave(visitor), await leave(visitor)];
    expect((await visitor.ask(await answerOf(one))).location).toBe("/");
    visitor.jar.delete("__Host-sid");
    expect((await visitor.ask(await answerOf(two))).location).toBe("/");
  });

  test("with an address that has an account asks for its password, once", async () => {
    const person = await aKnown();
    const claims = someone(person.email.toUpperCase());
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
    google.is(someone(person.email));
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
    google.is(someone(person.email));
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
    google.is(someone(email));
    const visitor = aVisitor(app);
    expect((await come(visitor)).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ memberId, role: "manager", name: "Mari Sato" });
  });

  test("makes a rep of who has an address at a listed domain, in that workspace, and not twice", async () => {
    const domain = `${randomUUID()}.test`;
    const workspace = await aWorkspace({ signUpMode: "domains", signUpDomains: [domain] });
    google.is(someone(anAddress(domain)));
    const [one, two] = [aVisitor(app), aVisitor(app)];
    const answers = await Promise.all([come(one), come(two)]);
    const members = await db.member.findMany({ where: { workspaceId: workspace.id } });
    expect(members).toMatchObject([{ role: "rep", state: "active" }]);
    expect(answers.filter(({ location }) => location === "/").length).toBeGreaterThan(0);

    google.is(someone(anAddress(`sub.${domain}`)));
    expect((await come(aVisitor(app))).status).toBe(403);
    await db.workspace.updateMany({
      where: { id: workspace.id },
      data: { signUpMode: "closed" },
    });
    google.is(someone(anAddress(domain)));
    expect((await come(aVisitor(app))).status).toBe(403);
  });

  test("brings a second step where the account has one or the role asks for it", async () => {
    const { person, sub } = await linked();
    google.is(someone(anAddress(), { sub }));
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
  const noOneCame = (visitor: Visitor, status: number, answer: { status: number }): void => {
    expect(answer.status).toBe(status);
    expect(visitor.session()).toBeNull();
  };

  test("with a state that is missing, made up, or was used", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    const { searchParams } = new URL(back, env().appUrl);
    const code = searchParams.get("code") ?? "";
    for (const wrong of [`code=${code}`, `code=${code}&state=`, `code=${code}&state=guess`])
      noOneCame(visitor, 400, await visitor.ask(`/signin/google/auth?${wrong}`));
    expect((await visitor.ask(back)).location).toBe("/");
    visitor.jar.delete("__Host-sid");
    noOneCame(visitor, 400, await visitor.ask(back));
  });

  test("with the state and code of another browser", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const [attacker, victim] = [aVisitor(app), aVisitor(app)];
    const back = await answerOf(await leave(attacker));
    noOneCame(victim, 400, await victim.ask(back));
    await leave(victim); // a sign-in of their own under way changes nothing
    const again = await answerOf(await leave(attacker));
    noOneCame(victim, 400, await victim.ask(again));
  });

  test("after ten minutes", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    restart = stopClock(new Date(Date.now() + 601_000));
    noOneCame(visitor, 400, await visitor.ask(back));
  });

  test("at the door of another partner, with or without its own state", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    noOneCame(visitor, 400, await visitor.ask(back.replace("google", "oidc-acme")));
    const asked = await leave(visitor, "oidc-acme");
    const code = new URL(back, env().appUrl).searchParams.get("code") ?? "";
    const state = asked.searchParams.get("state") ?? "";
    const mixed = `/signin/oidc-acme/auth?code=${code}&state=${state}`;
    noOneCame(visitor, 400, await visitor.ask(mixed));
  });

  test("when the answer says it comes from somebody else", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    const wrong = `${back}&iss=${encodeURIComponent(acme.issuer)}`;
    noOneCame(visitor, 400, await visitor.ask(wrong));
  });

  test("without the verifier that belongs to the challenge", async () => {
    const { sub } = await linked();
    google.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    const back = await answerOf(await leave(visitor));
    const kept = [...visitor.jar];
    visitor.jar.clear();
    noOneCame(visitor, 400, await visitor.ask(back));
    const another = await answerOf(await leave(visitor));
    for (const [name, value] of visitor.jar)
      visitor.jar.set(name, value.replace(/(.{6})$/, "AAAAAA"));
    for (const [name, value] of kept) visitor.jar.set(name, value);
    noOneCame(visitor, 400, await visitor.ask(another));
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
    google.is({ ...someone(anAddress(), { sub }), ...claims });
    const visitor = aVisitor(app);
    noOneCame(visitor, 400, await come(visitor));
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
      noOneCame(visitor, 400, await visitor.ask(await answerOf(asked)));
    }
  });

  test("when they said no, or the partner does", async () => {
    const visitor = aVisitor(app);
    const state = (await leave(visitor)).searchParams.get("state") ?? "";
    const no = `/signin/google/auth?error=access_denied&state=${state}`;
    noOneCame(visitor, 400, await visitor.ask(no));
    google.server.service.once("beforeResponse", (answer: { statusCode: number; body: object }) => {
      answer.statusCode = 400;
      answer.body = { error: "invalid_grant" };
    });
    noOneCame(visitor, 400, await come(visitor));
    google.server.service.once("beforeResponse", (answer: { statusCode: number; body: object }) => {
      answer.statusCode = 500;
      answer.body = {};
    });
    noOneCame(visitor, 502, await come(visitor));
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
      someone(invited, { email_verified: false }),
      someone(invited, { email_verified: undefined }),
      someone(known.email, { email_verified: "false" }),
      someone(known.email, { email: [known.email] }),
      someone(out.email),
      someone(anAddress()),
      someone("not an address"),
      someone(anAddress(), { sub: gone.sub }),
    ]) {
      google.is(claims);
      const visitor = aVisitor(app);
      const answer = await come(visitor);
      const isMalformed = Array.isArray(claims.email);
      noOneCame(visitor, isMalformed ? 400 : 403, answer);
      expect(visitor.jar.has("__Host-pre")).toBe(false);
    }
  });

  test("to an account whose address nobody has proven: its maker may be waiting for its owner", async () => {
    const person = await aKnown();
    await db.identity.updateMany({
      where: { memberId: person.memberId },
      data: { verifiedAt: null },
    });
    google.is(someone(person.email));
    const visitor = aVisitor(app);
    noOneCame(visitor, 403, await come(visitor));
    expect(await logins(person)).toEqual([]);
  });

  test("to another's account by the same subject at another partner", async () => {
    const { sub } = await linked(google);
    acme.is(someone(anAddress(), { sub }));
    const visitor = aVisitor(app);
    noOneCame(visitor, 403, await come(visitor, "oidc-acme"));
  });

  test("into a workspace that lists the domain of somebody who has an account elsewhere", async () => {
    const domain = `${randomUUID()}.test`;
    const greedy = await aWorkspace({ signUpMode: "domains", signUpDomains: [domain] });
    const person = await aKnown({ email: anAddress(domain) });
    google.is(someone(person.email));
    const visitor = aVisitor(app);
    expect((await come(visitor)).location).toContain("step=link");
    expect(await db.member.count({ where: { workspaceId: greedy.id } })).toBe(0);
  });
});

test("leads to our own pages only, whatever came along", async () => {
  const { sub } = await linked();
  google.is(someone(anAddress(), { sub }));
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
