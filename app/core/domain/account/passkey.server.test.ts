import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { anAuthenticator, type Authenticator } from "#tests/support/authenticator.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { newCredential, shownCredential } from "./passkey.schema.ts";
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
  signInWithPasskey,
} from "./passkey.server.ts";
import { hashPassword } from "./password.server.ts";
import { relyingParty } from "./relying-party.ts";
import { findMember } from "./session.server.ts";

const PASSWORD = "herons over the river";
await queueForFile();
let hashed: string;
beforeAll(async () => {
  hashed = await hashPassword(PASSWORD);
});
beforeEach(() => db.$executeRaw`DELETE FROM rate_limit`);
let restart = (): void => undefined;
afterEach(() => restart());

const origin: Origin = { ip: "203.0.113.7", agent: "test browser", requestId: null };
const refused = { code: "validation_failed", fields: { "": ["passkey_refused"] } };
const aDevice = (): Authenticator => {
  const party = relyingParty(env().appUrl);
  return anAuthenticator(party.origin, party.id);
};

async function aPerson(): Promise<SignedIn> {
  const person = await aMember(await aWorkspace(), { email: `${randomUUID()}@mill.test` });
  await db.identity.updateMany({
    where: { memberId: person.memberId },
    data: { password: hashed, verifiedAt: new Date() },
  });
  return person;
}
async function add(person: SignedIn, device: Authenticator, ways = {}): Promise<void> {
  const { partial, options } = await offerPasskey(person, PASSWORD);
  const credential = newCredential.parse(device.make(options, ways));
  await addPasskey(person, { partial, credential, name: "Laptop" });
}
const eventsOf = async ({ workspaceId }: SignedIn) => {
  const entries = await db.auditEntry.findMany({
    where: { workspaceId },
    orderBy: { id: "asc" },
    select: { event: true },
  });
  return entries.map(({ event }) => event);
};
async function enter(device: Authenticator, ways = {}) {
  const { partial, options } = await askForPasskey(origin);
  return signInWithPasskey(partial, shownCredential.parse(device.show(options, ways)), origin);
}

test("is made with the password, signs in as both steps, and is told of", async () => {
  const person = await aPerson();
  await db.workspace.updateMany({
    where: { id: person.workspaceId },
    data: { settings: { signIn: { ssoDomains: [], factorRoles: [person.role] } } },
  });
  const device = aDevice();
  await expect(offerPasskey(person, "guess")).rejects.toMatchObject({
    fields: { currentPassword: ["wrong_password"] },
  });
  await add(person, device);
  expect(await listPasskeys(person)).toMatchObject([{ name: "Laptop", usedAt: null }]);
  expect((await deliver(person.email)).map(({ template }) => template)).toEqual(["passkey_added"]);
  const entry = await enter(device);
  expect(entry).toMatchObject({ needsFactor: false, needsSetUp: false });
  expect(await findMember(entry.token, origin)).toMatchObject({ memberId: person.memberId });
  const [row] = await listPasskeys(person);
  expect(row?.usedAt).not.toBeNull();
  expect(await enter(device)).toMatchObject({ needsFactor: false });
  await removePasskey(person, row?.id ?? "");
  expect(await eventsOf(person)).toEqual([
    "passkey.added",
    "session.started",
    "session.started",
    "passkey.removed",
  ]);
});

describe("at the door", () => {
  test.each([
    ["for another site", { origin: "https://evil.example" }],
    ["for another name", { rpId: "evil.example" }],
    ["without its owner's finger or code", { flags: 0x01 }],
    ["with nobody present", { flags: 0x04 }],
  ])("nobody comes in %s", async (_what, ways) => {
    const [person, device] = [await aPerson(), aDevice()];
    await add(person, device);
    await expect(enter(device, ways)).rejects.toMatchObject(refused);
  });

  test("a challenge is answered once, in ten minutes, by who was asked", async () => {
    const [person, device] = [await aPerson(), aDevice()];
    await add(person, device);
    const { partial, options } = await askForPasskey(origin);
    const credential = shownCredential.parse(device.show(options));
    const other = await askForPasskey(origin);
    await expect(signInWithPasskey(other.partial, credential, origin)).rejects.toMatchObject(
      refused,
    );
    await signInWithPasskey(partial, credential, origin);
    await expect(signInWithPasskey(partial, credential, origin)).rejects.toMatchObject(refused);
    await expect(signInWithPasskey("", credential, origin)).rejects.toMatchObject(refused);
    const late = await askForPasskey(origin);
    restart = stopClock(new Date(Date.now() + 601_000));
    const answer = shownCredential.parse(device.show(late.options));
    await expect(signInWithPasskey(late.partial, answer, origin)).rejects.toMatchObject(refused);
  });

  test("a copy that counts from behind is refused", async () => {
    const [person, device] = [await aPerson(), aDevice()];
    await add(person, device);
    await enter(device, { count: 9 });
    await expect(enter(device, { count: 9 })).rejects.toMatchObject(refused);
    await expect(enter(device, { count: 3 })).rejects.toMatchObject(refused);
  });

  test("unknown, removed, deactivated and SSO-only people stay out", async () => {
    await expect(enter(aDevice())).rejects.toMatchObject(refused);
    const [person, device] = [await aPerson(), aDevice()];
    await add(person, device);
    const state = (to: "active" | "deactivated") =>
      db.member.updateMany({ where: { id: person.memberId }, data: { state: to } });
    await state("deactivated");
    await expect(enter(device)).rejects.toMatchObject(refused);
    await state("active");
    const domain = `${randomUUID()}.test`;
    await db.identity.updateMany({
      where: { memberId: person.memberId },
      data: { email: `a@${domain}` },
    });
    await db.workspace.updateMany({
      where: { id: person.workspaceId },
      data: { settings: { signIn: { ssoDomains: [domain], factorRoles: [] } } },
    });
    await expect(enter(device)).rejects.toMatchObject({ code: "sso_required" });
    await db.workspace.updateMany({ where: { id: person.workspaceId }, data: { settings: {} } });
    const [row] = await listPasskeys(person);
    await removePasskey(person, row?.id ?? "");
    await expect(enter(device)).rejects.toMatchObject(refused);
  });

  test("nobody comes in with another's key under one's own name", async () => {
    const [victim, attacker] = [await aPerson(), await aPerson()];
    const [known, own] = [aDevice(), aDevice()];
    await add(victim, known);
    await add(attacker, own);
    const { partial, options } = await askForPasskey(origin);
    const answer = shownCredential.parse(own.show(options));
    await expect(
      signInWithPasskey(partial, { ...answer, id: known.id, rawId: known.id }, origin),
    ).rejects.toMatchObject(refused);
  });
});

describe("a new one", () => {
  test("is refused from another site, unverified, twice, or on another's offer", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await expect(add(person, aDevice(), { origin: "https://evil.example" })).rejects.toMatchObject(
      refused,
    );
    await expect(add(person, aDevice(), { rpId: "evil.example" })).rejects.toMatchObject(refused);
    await expect(add(person, aDevice(), { flags: 0x41 })).rejects.toMatchObject(refused);
    const device = aDevice();
    const { partial, options } = await offerPasskey(person, PASSWORD);
    const made = {
      partial,
      credential: newCredential.parse(device.make(options)),
      name: "Laptop",
    };
    await expect(addPasskey(other, made)).rejects.toMatchObject(refused);
    await addPasskey(person, made);
    await expect(addPasskey(person, made)).rejects.toMatchObject(refused);
    await expect(add(other, device)).rejects.toMatchObject(refused);
    expect(
      [await listPasskeys(person), await listPasskeys(other)].map((all) => all.length),
    ).toEqual([1, 0]);
    const [row] = await listPasskeys(person);
    await expect(removePasskey(other, row?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  test("is one of ten", async () => {
    const person = await aPerson();
    for (let n = 0; n < 10; n += 1) {
      await db.$executeRaw`DELETE FROM rate_limit`;
      await add(person, aDevice());
    }
    await db.$executeRaw`DELETE FROM rate_limit`;
    await expect(offerPasskey(person, PASSWORD)).rejects.toMatchObject({ code: "limit_reached" });
  });
});

test("names what passkeys are for as browsers do", () => {
  expect(relyingParty("https://calls.mill.example")).toEqual({
    id: "calls.mill.example",
    origin: "https://calls.mill.example",
  });
  expect(relyingParty("http://127.0.0.1:3000")).toEqual({
    id: "localhost",
    origin: "http://localhost:3000",
  });
});

test("of somebody without a password needs a sign-in of this moment, and the last one stays", async () => {
  const person = await aPerson();
  await db.identity.updateMany({ where: { memberId: person.memberId }, data: { password: null } });
  const device = aDevice();
  await add(person, device);
  const restartLater = stopClock(new Date(Date.now() + 601_000));
  await expect(offerPasskey(person, undefined)).rejects.toMatchObject({
    fields: { "": ["sign_in_again"] },
  });
  // Signing in with it again is what shows who they are; it takes the place of the older sign-in.
  const { partial, options } = await askForPasskey(origin);
  const { token } = await signInWithPasskey(
    partial,
    shownCredential.parse(device.show(options)),
    origin,
    person,
  );
  expect(await findMember(person.token, origin)).toBeNull();
  const fresh = await findMember(token, origin);
  if (!fresh) throw new Error("they did not come in");
  await add({ ...fresh, token }, aDevice());
  restartLater();

  const keys = await listPasskeys(person);
  expect(keys).toHaveLength(2);
  await removePasskey(person, keys[0]?.id ?? "");
  await expect(removePasskey(person, keys[1]?.id ?? "")).rejects.toMatchObject({
    fields: { "": ["last_way_in"] },
  });
  expect(await listPasskeys(person)).toHaveLength(1);
});
