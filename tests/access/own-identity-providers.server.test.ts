// First: the application reads its settings once.
import { acme, google } from "../support/identity-provider.ts";
import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import * as z from "zod";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { SESSION_MS } from "#app/core/domain/account/session.server.ts";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { askCommand } from "../support/commands.ts";
import { hashOf, newSecret, seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aWorkspace, type SignedIn } from "../support/factories.ts";
import { deliver, linkIn } from "../support/emails.ts";
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
afterEach(() => {
  google.is({});
  expect(app.faults).toEqual([]);
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
  const beginLink = (visitor: Visitor, currentPassword?: string, identityProvider = "google") =>
    visitor.ask(GENERAL, {
      intent: "partner_link",
      partner: identityProvider,
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
      identityProviders: { begun: { slug: "google", name: "Google" }, linked: [] },
    });
    const elsewhere = asMember(await aKnown());
    elsewhere.jar.set("__Host-pre", visitor.jar.get("__Host-pre") ?? "");
    expect((await general(elsewhere, "?link=1")).data).toMatchObject({
      identityProviders: { begun: null },
    });
    expect((await elsewhere.ask("/signin/google")).location).toBe("/");
    const claims = someone("quite@another.test", { email_verified: false });
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
    google.is(someone(anAddress()));
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

    acme.is(someone(anAddress()));
    await beginLink(visitor, PASSWORD, "oidc-acme");
    const late = await answerOf(await leave(visitor, "oidc-acme"));
    await visitor.ask("/setting/member", { intent: "view_as", memberId: rep.memberId });
    expect((await memberOf(visitor))?.memberId).toBe(rep.memberId);
    expect((await visitor.ask(late)).location).toBe(GENERAL);
    expect(await logins(rep), "not to the colleague whose eyes they use").toEqual([]);
    await visitor.ask("/view-as", {});

    // What signs in one person signs in nobody else.
    const { sub } = await linked(acme);
    acme.is(someone(anAddress(), { sub }));
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
      identityProviders: { again: [{ slug: "google" }] },
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

    google.is(someone(anAddress()));
    const again = `?again=1&next=${encodeURIComponent(GENERAL)}`;
    const asked = await leave(visitor, "google", again);
    expect(asked.searchParams.get("prompt")).toBe("login");
    expect((await visitor.ask(await answerOf(asked))).location, "somebody else there").toBe(
      `${GENERAL}?taken=1`,
    );
    expect(visitor.session()).toBe(person.token);

    google.is(someone(anAddress(), { sub }));
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
    const path = newSecret(16);
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
    google.is(someone(email));
    expect((await come(visitor, "google", `?invitation=${path}`)).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ workspaceId: workspace.id, role: "manager" });
    expect(await db.signUpLink.findFirstOrThrow({ where: { id: linkId } })).toMatchObject({
      uses: 1,
    });
    // It was for one.
    google.is(someone(anAddress(domain)));
    expect((await come(aVisitor(app), "google", `?invitation=${path}`)).status).toBe(403);
    expect((await come(aVisitor(app), "google", "?invitation=guess")).status).toBe(403);
  });

  test("gives a partner's button to who was invited by name, and takes no password", async () => {
    const { domain, workspace } = await aDoor();
    const admin = await aMember(workspace, { role: "admin" });
    const email = anAddress(domain);
    await askCommand(membersCommands, admin, { intent: "invite", email, role: "rep" }, {});
    const [sent] = await deliver(email);
    const { pathname } = linkIn(sent);
    const visitor = aVisitor(app);
    expect((await dataOf(visitor, pathname, "account/activate")).data).toMatchObject({
      activation: { mustUseIdentityProvider: true },
    });
    const form = { intent: "activate", name: "Mari", password: PASSWORD, language: "en" };
    const posted = await visitor.ask(pathname, { ...form, timeZone: "UTC" });
    expect([posted.status, visitor.session()]).toEqual([403, null]);
    google.is(someone(email));
    expect((await come(visitor)).location).toBe("/");
    expect(await memberOf(visitor)).toMatchObject({ workspaceId: workspace.id, role: "rep" });
  });
});
