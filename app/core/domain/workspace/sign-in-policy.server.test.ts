import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin, Role } from "../access/actor.ts";
import {
  offerBeforeSignIn,
  offerFactor,
  setUpBeforeSignIn,
  switchFactorOff,
  switchFactorOn,
} from "../account/factor.server.ts";
import { hashPassword } from "../account/password.server.ts";
import { askReset } from "../account/password-reset.server.ts";
import { deactivateMember } from "../member/member-writes.server.ts";
import { findMember } from "../account/session.server.ts";
import { finishSignIn, signIn } from "../account/sign-in.server.ts";
import { changePolicy, getPolicy } from "../account/change-policy.server.ts";
import { policyForm } from "./workspace.schema.ts";

Object.assign(process.env, {
  SIGN_IN_ACME_ISSUER: "https://acme.example",
  SIGN_IN_ACME_CLIENT_ID: "parley",
  SIGN_IN_ACME_CLIENT_SECRET: "secret",
});
Reflect.deleteProperty(globalThis, Symbol.for("parley.env"));

const PASSWORD = "herons over the river";
await queueForFile();
let hashed: string;
beforeAll(async () => {
  hashed = await hashPassword(PASSWORD);
});
beforeEach(() => db.$executeRaw`DELETE FROM rate_limit`);
let restart = (): void => undefined;
let seconds = 0;
afterEach(() => {
  restart();
  seconds = 0; // an offer is good for a quarter of an hour
});

const origin: Origin = { ip: "203.0.113.9", agent: "test browser", requestId: null };
/** Codes work once: each is of a minute of its own. */
function codeOf(secret: string): string {
  restart();
  const time = new Date(Date.now() + (seconds += 60) * 1_000);
  restart = stopClock(time);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
}

async function aPerson(workspaceId: string, role: Role, domain = "mill.test"): Promise<SignedIn> {
  const person = await aMember({ id: workspaceId }, { role, email: `${randomUUID()}@${domain}` });
  await db.identity.updateMany({
    where: { memberId: person.memberId },
    data: { password: hashed, verifiedAt: new Date() },
  });
  return person;
}
async function withFactor(person: SignedIn): Promise<string> {
  const { secret, sealed } = offerFactor(person);
  await switchFactorOn(person, { sealed, code: codeOf(secret), currentPassword: PASSWORD });
  return secret;
}
const change = async (actor: SignedIn, wish: Record<string, unknown>): Promise<void> =>
  changePolicy(
    actor,
    policyForm.parse({
      intent: "sign_in_policy",
      factorFor: "nobody",
      version: (await getPolicy(actor)).version,
      ...wish,
    }),
  );
const enter = ({ email }: { email: string }, password = PASSWORD) =>
  signIn({ email, password }, origin);
const refusedAt = (field: string, code: string) => ({
  code: "validation_failed",
  fields: { [field]: [code] },
});

describe("a second step for a role", () => {
  test("is asked of its people at their next sign-in, which is at once; others go on", async () => {
    const { id } = await aWorkspace();
    const admin = await aPerson(id, "admin");
    const [manager, rep] = [await aPerson(id, "manager"), await aPerson(id, "rep")];
    await expect(change(admin, { factorFor: "managers" })).rejects.toMatchObject(
      refusedAt("factorFor", "own_factor_first"),
    );
    await withFactor(admin);
    await change(admin, { factorFor: "managers" });
    expect(await getPolicy(admin)).toMatchObject({ factorFor: "managers" });
    expect(await findMember(admin.token, origin)).not.toBeNull();
    expect(await findMember(manager.token, origin)).toBeNull();
    expect(await findMember(rep.token, origin)).not.toBeNull();
    expect(await enter(rep)).toMatchObject({ needsFactor: false, needsSetUp: false });

    const half = await enter(manager);
    expect(half).toMatchObject({ needsFactor: false, needsSetUp: true });
    expect(await findMember(half.token, origin)).toBeNull();
    await expect(finishSignIn(half.token, "000000", origin)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const offer = await offerBeforeSignIn(half.token);
    if (!offer) return expect.fail("nothing was offered");
    const { sealed, secret } = offer;
    await expect(
      setUpBeforeSignIn(half.token, { sealed, code: "000000" }, origin),
    ).rejects.toMatchObject(refusedAt("code", "wrong_code"));
    const done = await setUpBeforeSignIn(half.token, { sealed, code: codeOf(secret) }, origin);
    expect(done.codes).toHaveLength(10);
    expect(await findMember(done.token, origin)).toMatchObject({ memberId: manager.memberId });
    await expect(
      setUpBeforeSignIn(half.token, { sealed, code: codeOf(secret) }, origin),
    ).rejects.toMatchObject({ code: "unauthenticated" });

    const again = await enter(manager);
    expect(again).toMatchObject({ needsFactor: true, needsSetUp: false });
    const token = await finishSignIn(again.token, codeOf(secret), origin);
    const member = await findMember(token, origin);
    if (!member) return expect.fail("not in");
    await expect(switchFactorOff(member, { currentPassword: PASSWORD })).rejects.toMatchObject(
      refusedAt("", "factor_needed"),
    );
    expect(await enter(manager)).toMatchObject({ needsFactor: true });
  });

  test("cannot be set up with another's offer, or behind another's password", async () => {
    const { id } = await aWorkspace();
    const admin = await aPerson(id, "admin");
    await withFactor(admin);
    await change(admin, { factorFor: "everybody" });
    const [one, two] = [await aPerson(id, "rep"), await aPerson(id, "rep")];
    const [half, other] = [await enter(one), await enter(two)];
    const offer = await offerBeforeSignIn(other.token);
    if (!offer) return expect.fail("nothing was offered");
    const code = codeOf(offer.secret);
    await expect(
      setUpBeforeSignIn(half.token, { sealed: offer.sealed, code }, origin),
    ).rejects.toMatchObject(refusedAt("", "offer_ended"));
    expect(await offerBeforeSignIn("made up")).toBeNull();
    expect(await offerBeforeSignIn(one.token)).toBeNull();
  });

  test("is for admins to ask", async () => {
    const { id } = await aWorkspace();
    for (const role of ["manager", "rep"] as const) {
      const person = await aPerson(id, role);
      await expect(getPolicy(person)).rejects.toMatchObject({ code: "forbidden" });
      await expect(
        changePolicy(
          person,
          policyForm.parse({ intent: "sign_in_policy", factorFor: "nobody", version: 1 }),
        ),
      ).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

describe("a domain that comes through a partner", () => {
  async function aHouse() {
    const domain = `${randomUUID()}.test`;
    const { id } = await aWorkspace();
    const admin = await aPerson(id, "admin", domain);
    const secret = await withFactor(admin);
    const rep = await aPerson(id, "rep", domain);
    await change(admin, { ssoDomains: domain, breakGlassId: admin.memberId });
    return { domain, id, admin, rep, secret };
  }
  const sso = { code: "sso_required", fields: { "": ["sso_required"] } };

  test("takes no password: right, wrong and unknown are answered alike", async () => {
    const { domain, rep } = await aHouse();
    await expect(enter(rep)).rejects.toMatchObject(sso);
    await expect(enter(rep, "wrong")).rejects.toMatchObject(sso);
    await expect(enter(rep, "")).rejects.toMatchObject(sso);
    await expect(enter({ email: `nobody@${domain}` })).rejects.toMatchObject(sso);
    const elsewhere = await aPerson((await aWorkspace()).id, "rep", `sub.${domain}`);
    expect(await enter(elsewhere)).toMatchObject({ needsFactor: false });
  });

  test("lets one admin in with password and code, and tells every admin each time", async () => {
    const { id, domain, admin, secret } = await aHouse();
    const second = await aPerson(id, "admin", "elsewhere.test");
    await expect(enter(admin, "wrong")).rejects.toMatchObject(sso);
    const half = await enter(admin);
    expect(half).toMatchObject({ needsFactor: true });
    await finishSignIn(half.token, codeOf(secret), origin);
    const told = (await deliver()).filter(({ template }) => template === "break_glass");
    expect(told.map(({ to }) => to).sort()).toEqual([admin.email, second.email].sort());
    expect(
      await db.auditEntry.count({ where: { workspaceId: id, event: "session.break_glass" } }),
    ).toBe(1);
    await expect(switchFactorOff(admin, { currentPassword: PASSWORD })).rejects.toMatchObject(
      refusedAt("", "factor_needed"),
    );
    await change(admin, { ssoDomains: domain, breakGlassId: admin.memberId });
    await expect(change(admin, { ssoDomains: domain })).rejects.toMatchObject(
      refusedAt("breakGlassId", "break_glass_needed"),
    );
  });

  test("keeps that admin: they are neither demoted nor deactivated before another is chosen", async () => {
    const { id, domain, admin } = await aHouse();
    const second = await aPerson(id, "admin", "elsewhere.test");
    const needed = refusedAt("", "break_glass_needed");
    const wish = { memberId: admin.memberId, heirId: second.memberId };
    await expect(deactivateMember(second, wish)).rejects.toMatchObject(needed);
    await withFactor(second);
    await change(admin, { ssoDomains: domain, breakGlassId: second.memberId });
    await deactivateMember(second, wish);
  });

  test("has no passwords to choose anew: the letter points to the partner", async () => {
    const { rep } = await aHouse();
    await askReset(rep.email, "en", origin);
    const letters = await deliver(rep.email);
    expect(letters.map(({ template }) => template)).toEqual(["use_partner"]);
    expect(await db.oneTimeCode.count({ where: { email: rep.email } })).toBe(0);
  });

  test("is one at which an admin has a proven address, and one admin keeps a password and a code", async () => {
    const { id } = await aWorkspace();
    const admin = await aPerson(id, "admin", "mine.test");
    const weak = await aPerson(id, "admin", "mine.test");
    const rep = await aPerson(id, "rep", "mine.test");
    await withFactor(rep);
    const wish = { ssoDomains: "mine.test", breakGlassId: admin.memberId };
    await expect(change(admin, wish)).rejects.toMatchObject(
      refusedAt("breakGlassId", "invalid_choice"),
    );
    await withFactor(admin);
    const stranger = await aPerson((await aWorkspace()).id, "admin");
    await withFactor(stranger);
    for (const { memberId } of [weak, rep, stranger])
      await expect(change(admin, { ...wish, breakGlassId: memberId })).rejects.toMatchObject(
        refusedAt("breakGlassId", "invalid_choice"),
      );
    await expect(change(admin, { ...wish, ssoDomains: "theirs.test" })).rejects.toMatchObject(
      refusedAt("ssoDomains", "domain_not_proven"),
    );
    await change(admin, wish);
    expect(await getPolicy(admin)).toMatchObject({
      ssoDomains: ["mine.test"],
      breakGlassId: admin.memberId,
    });
    await change(admin, {});
    expect(await enter(weak)).toMatchObject({ needsFactor: false });
  });

  test("changed by two at once is changed by one", async () => {
    const { id } = await aWorkspace();
    const [one, two] = [await aPerson(id, "admin"), await aPerson(id, "admin")];
    await withFactor(one);
    await withFactor(two);
    const version = (await getPolicy(one)).version;
    const done = await Promise.allSettled(
      [one, two].map((actor) => change(actor, { factorFor: "admins", version })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
