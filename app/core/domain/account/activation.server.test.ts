import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { deliver, linkIn } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import type { Activation } from "./account.schema.ts";
import { activate, askNewCode, findActivation } from "./activation.server.ts";
import { findMember } from "./session.server.ts";
import { askInvited, askSignUp, getInvitation, signUpOpening } from "./sign-up.server.ts";

await queueForFile();
let restart = (): void => undefined;
afterEach(() => restart());

let last = 0;
const someone = (): Origin => ({
  ip: `203.1.${(last >> 8) % 256}.${(last += 1) % 256}`,
  agent: "test browser",
  requestId: null,
});
const anAddress = (domain = "example.com"): string => `${randomUUID()}@${domain}`;
const filled: Activation = {
  intent: "activate",
  name: "Mari Sato",
  password: "herons over the river",
  language: "ja",
  timeZone: "Asia/Tokyo",
};
const codeIn = (url: URL): string => decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
const codeFor = async (email: string): Promise<string> =>
  codeIn(linkIn((await deliver(email)).at(-1)));
const ended = { code: "link_ended" };

const ofDomain = async () => {
  const domain = `${randomUUID()}.example`;
  const workspace = await aWorkspace({ signUpMode: "domains", signUpDomains: [domain] });
  return { workspace, domain };
};
const aLink = async (more: { maxUses?: number; domains?: string[] } = {}) => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const admin = await aMember(workspace, { role: "admin" });
  const urlPath = newSecret(16);
  const link = await db.signUpLink.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      urlHash: hashOf(urlPath),
      urlEnc: new Uint8Array(1),
      role: "rep",
      teamId: team.id,
      expiresAt: new Date(Date.now() + 7 * 86_400_000),
      maxUses: 10,
      createdBy: admin.memberId,
      ...more,
    },
  });
  return { workspace, team, admin, urlPath, link };
};

describe("a listed domain", () => {
  test("lets its people in as reps, signed in, with a log of it", async () => {
    const { workspace, domain } = await ofDomain();
    const email = anAddress(domain);
    expect(await signUpOpening()).not.toBe("closed");
    await askSignUp({ email }, "ja", someone());
    const code = await codeFor(email);
    const view = await findActivation(code);
    expect(view).toEqual({
      maskedEmail: `${email[0] ?? ""}•••@${domain}`,
      workspace: workspace.name,
      mustUseIdentityProvider: false,
      newWorkspace: null,
    });
    const { token } = await activate(
      code,
      { ...filled, email: "other@example.com", workspace: "x" },
      someone(),
    );
    expect(await findMember(token, someone())).toMatchObject({
      workspaceId: workspace.id,
      email,
      role: "rep",
      name: "Mari Sato",
      language: "ja",
    });
    const events = await db.auditEntry.findMany({ where: { workspaceId: workspace.id } });
    expect(events.map(({ event, log }) => [event, log]).sort()).toEqual([
      ["member.joined", "system"],
      ["session.started", "user"],
    ]);
    expect(await findActivation(code)).toBeNull();
    await expect(activate(code, filled, someone())).rejects.toMatchObject(ended);
  });

  test("lets nobody of another domain in, and no subdomain", async () => {
    const { domain } = await ofDomain();
    for (const email of [anAddress(), anAddress(`sub.${domain}`), `x@${domain}.evil.example`]) {
      await askSignUp({ email }, "en", someone());
      expect(await deliver(email)).toEqual([]);
    }
  });

  test("taken off the list before the code is used lets nobody in", async () => {
    const { workspace, domain } = await ofDomain();
    const email = anAddress(domain);
    await askSignUp({ email }, "en", someone());
    const code = await codeFor(email);
    await db.workspace.update({ where: { id: workspace.id }, data: { signUpDomains: [] } });
    await expect(activate(code, filled, someone())).rejects.toMatchObject(ended);
    expect(await db.identity.count({ where: { email } })).toBe(0);
  });

  test("tells somebody with an account so, by mail alone", async () => {
    const { workspace, domain } = await ofDomain();
    const person = await aMember(workspace, { email: anAddress(domain) });
    await askSignUp({ email: person.email }, "en", someone());
    expect((await deliver(person.email)).map(({ template }) => template)).toEqual([
      "already_member",
    ]);
  });

  test("brings nobody back who was deactivated", async () => {
    const { workspace, domain } = await ofDomain();
    const person = await aMember(workspace, { email: anAddress(domain) });
    await db.member.updateMany({ where: { id: person.memberId }, data: { state: "deactivated" } });
    await askSignUp({ email: person.email }, "en", someone());
    expect(await deliver(person.email)).toEqual([]);
  });
});

/** The operator's word, for the length of a test. */
async function withOpenDoor(run: () => Promise<void>): Promise<void> {
  const store: Record<symbol, unknown> = globalThis;
  const key = Symbol.for("parley.env");
  const before = env();
  store[key] = Object.freeze({ ...before, SIGN_UP: "open" });
  try {
    await run();
  } finally {
    store[key] = before;
  }
}
const own = { workspace: "Sato Trading", timeZone: "Asia/Tokyo", language: "ja" as const };

describe("a workspace of one's own", () => {
  test("is nobody's unless the operator opened the installation", async () => {
    const email = anAddress();
    await db.workspace.updateMany({ data: { signUpMode: "closed" } });
    expect(await signUpOpening()).toBe("closed");
    await expect(askSignUp({ email, ...own }, "en", someone())).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await db.mailOutbox.count({ where: { recipient: email } })).toBe(0);
  });

  test("has its founder as its admin, and nothing of any other", async () => {
    await withOpenDoor(async () => {
      const email = anAddress();
      await askSignUp({ email, ...own }, "en", someone());
      const code = await codeFor(email);
      expect(await findActivation(code)).toMatchObject({
        workspace: null,
        newWorkspace: { name: "Sato Trading", timeZone: "Asia/Tokyo", language: "ja" },
      });
      const { token } = await activate(code, { ...filled, workspace: "Sato Trading" }, someone());
      const member = await findMember(token, someone());
      expect(member).toMatchObject({ role: "admin", email, isDemo: false });
      const workspaceId = member?.workspaceId ?? "";
      expect(await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).toMatchObject({
        name: "Sato Trading",
        timeZone: "Asia/Tokyo",
        languages: ["ja"],
        signUpMode: "closed",
      });
      expect(await db.member.count({ where: { workspaceId } })).toBe(1);
    });
  });

  test("needs a name, and a code that was sent keeps its word when the door closes", async () => {
    const email = anAddress();
    let code = "";
    await withOpenDoor(async () => {
      await askSignUp({ email, ...own }, "en", someone());
      code = await codeFor(email);
      await expect(askSignUp({ email: anAddress() }, "en", someone())).rejects.toMatchObject({
        fields: { workspace: ["required"] },
      });
    });
    await expect(activate(code, filled, someone())).rejects.toMatchObject({
      fields: { workspace: ["required"] },
    });
    await activate(code, { ...filled, workspace: "Sato Trading" }, someone());
  });
});

describe("a sign-up link", () => {
  test("shows who invites whereto, and brings people into its role and team", async () => {
    const { workspace, team, admin, urlPath, link } = await aLink();
    expect(await getInvitation(urlPath, someone())).toMatchObject({
      workspace: workspace.name,
      inviter: admin.name,
      role: "rep",
      team: team.name,
    });
    const email = anAddress();
    await askInvited(urlPath, email, "en", someone());
    const { token } = await activate(await codeFor(email), filled, someone());
    const member = await findMember(token, someone());
    expect(member).toMatchObject({ workspaceId: workspace.id, role: "rep", teamIds: [team.id] });
    expect(await db.signUpUse.findMany({ where: { linkId: link.id } })).toMatchObject([
      { memberId: member?.memberId },
    ]);
  });

  test("counts uses at the moment they happen: of five at once, two come in", async () => {
    const { urlPath, link } = await aLink({ maxUses: 2 });
    const codes: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const email = anAddress();
      await askInvited(urlPath, email, "en", someone());
      codes.push(await codeFor(email));
    }
    const tries = await Promise.allSettled(codes.map((code) => activate(code, filled, someone())));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await db.signUpLink.findFirstOrThrow({ where: { id: link.id } })).uses).toBe(2);
    expect(await db.member.count({ where: { workspaceId: link.workspaceId, role: "rep" } })).toBe(
      2,
    );
    await expect(getInvitation(urlPath, someone())).rejects.toMatchObject(ended);
  });

  test("refuses addresses of other domains, and is gone when unknown, expired or revoked", async () => {
    const { urlPath, link } = await aLink({ domains: ["good.example"] });
    await expect(askInvited(urlPath, anAddress(), "en", someone())).rejects.toMatchObject({
      fields: { email: ["domain_not_allowed?domains=good.example"] },
    });
    await expect(getInvitation(newSecret(16), someone())).rejects.toMatchObject({
      code: "not_found",
    });
    restart = stopClock(new Date(Date.now() + 8 * 86_400_000));
    await expect(getInvitation(urlPath, someone())).rejects.toMatchObject(ended);
    restart();
    await db.signUpLink.updateMany({ where: { id: link.id }, data: { revokedAt: new Date() } });
    await expect(getInvitation(urlPath, someone())).rejects.toMatchObject(ended);
  });

  test("revoked after the mail lets nobody in any more", async () => {
    const { urlPath, link } = await aLink();
    const email = anAddress();
    await askInvited(urlPath, email, "en", someone());
    const code = await codeFor(email);
    await db.signUpLink.updateMany({ where: { id: link.id }, data: { revokedAt: new Date() } });
    await expect(activate(code, filled, someone())).rejects.toMatchObject(ended);
  });
});

describe("a code", () => {
  test("that ran out is sent anew to its own address, and the answer is the same for one that never was", async () => {
    const { domain } = await ofDomain();
    const email = anAddress(domain);
    await askSignUp({ email }, "en", someone());
    const code = await codeFor(email);
    restart = stopClock(new Date(Date.now() + 73 * 3_600_000));
    expect(await findActivation(code)).toBeNull();
    await askNewCode(code, "en", someone());
    await askNewCode(newSecret(), "en", someone());
    const renewed = await codeFor(email);
    expect(renewed).not.toBe(code);
    await activate(renewed, filled, someone());
  });

  test("refuses a weak password, and stays", async () => {
    const { domain } = await ofDomain();
    const email = anAddress(domain);
    await askSignUp({ email }, "en", someone());
    const code = await codeFor(email);
    await expect(activate(code, { ...filled, password: email }, someone())).rejects.toMatchObject({
      fields: { password: ["weak_password"] },
    });
    await activate(code, filled, someone());
  });

  test("used by many at once makes one member", async () => {
    const { workspace, domain } = await ofDomain();
    const email = anAddress(domain);
    await askSignUp({ email }, "en", someone());
    const code = await codeFor(email);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => activate(code, filled, someone())),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.member.count({ where: { workspaceId: workspace.id } })).toBe(1);
  });

  test.each(["", "x", "%", "\u0000", "a".repeat(10_000)])("%j is none", async (secret) => {
    expect(await findActivation(secret)).toBeNull();
    await expect(activate(secret, filled, someone())).rejects.toMatchObject(ended);
  });
});

test("somebody who is a member elsewhere cannot be drawn into a second workspace", async () => {
  const elsewhere = await aMember(await aWorkspace());
  const { urlPath, link } = await aLink();
  await askInvited(urlPath, elsewhere.email, "en", someone());
  expect((await deliver(elsewhere.email)).map(({ template }) => template)).toEqual([
    "already_member",
  ]);
  expect(await db.oneTimeCode.count({ where: { email: elsewhere.email } })).toBe(0);
  expect(await db.member.count({ where: { workspaceId: link.workspaceId } })).toBe(1);
});
