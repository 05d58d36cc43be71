import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { addressKey } from "#app/core/platform/rate-limit.server.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { hashPassword } from "./password.server.ts";
import { findMember } from "./session.server.ts";
import { signIn as begin, signOut } from "./sign-in.server.ts";

const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

let lastAddress = 0;
/** Somebody from an address of their own, so that tests do not use up each other's tries. */
const someone = (
  ip = `198.51.${(lastAddress >> 8) % 256}.${(lastAddress += 1) % 256}`,
): Origin => ({
  ip,
  agent: "test browser",
  requestId: null,
});
const wrong = { code: "validation_failed", fields: { "": ["wrong_credentials"] } };

/** Nobody here has a second step: the password is all. */
const signIn = async (...given: Parameters<typeof begin>): Promise<string> => {
  const { token, needsFactor } = await begin(...given);
  expect(needsFactor).toBe(false);
  return token;
};

async function aPerson(): Promise<SignedIn> {
  const member = await aMember(await aWorkspace());
  await db.identity.updateMany({
    where: { workspaceId: member.workspaceId, memberId: member.memberId },
    data: { password: await hashPassword(PASSWORD) },
  });
  return member;
}

await queueForFile();
let restart = (): void => undefined;
afterEach(() => restart());

test("the right password starts a session with a secret of its own, and one entry says so", async () => {
  const person = await aPerson();
  const origin = someone();
  const one = await signIn({ email: person.email, password: PASSWORD }, origin);
  const two = await signIn({ email: person.email, password: PASSWORD }, origin);
  expect(new Set([one, two, person.token]).size).toBe(3);
  expect(await findMember(one, origin)).toMatchObject({ memberId: person.memberId, role: "rep" });
  const stored = await db.session.findMany({ where: { workspaceId: person.workspaceId } });
  expect(JSON.stringify(stored)).not.toContain(one);
  const entries = await db.auditEntry.findMany({ where: { workspaceId: person.workspaceId } });
  expect(entries.map(({ event }) => event)).toEqual(["session.started", "session.started"]);
  expect(entries[0]?.ip).toBe(origin.ip);
});

test("unknown, wrong and deactivated are answered alike", async () => {
  const [person, gone, unset] = [
    await aPerson(),
    await aPerson(),
    await aMember(await aWorkspace()),
  ];
  await db.member.updateMany({ where: { id: gone.memberId }, data: { state: "deactivated" } });
  const tries = [
    { email: `${randomUUID()}@example.com`, password: PASSWORD },
    { email: person.email, password: "wrong" },
    { email: gone.email, password: PASSWORD },
    { email: unset.email, password: "" },
    { email: unset.email, password: PASSWORD },
  ];
  for (const input of tries) await expect(signIn(input, someone())).rejects.toMatchObject(wrong);
  expect(await db.session.count({ where: { workspaceId: gone.workspaceId } })).toBe(1);
  await deliver();
  expect(
    await db.auditEntry.count({
      where: { workspaceId: person.workspaceId, event: "session.failed" },
    }),
  ).toBe(1);
});

test("after five failures an identity waits, wherever it comes from and even with the right password", async () => {
  const person = await aPerson();
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES; n += 1)
    await expect(
      signIn({ email: person.email, password: "wrong" }, someone()),
    ).rejects.toMatchObject(wrong);
  const refused = await signIn({ email: person.email, password: PASSWORD }, someone()).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: "rate_limited" });
  expect(refused).toHaveProperty(
    "retryAfter",
    expect.toSatisfy((wait: number) => wait > 800 && wait <= 900),
  );
  const other = await aPerson();
  await expect(signIn({ email: other.email, password: PASSWORD }, someone())).resolves.toBeTypeOf(
    "string",
  );
});

test("a right answer forgives the identity its failures", async () => {
  const person = await aPerson();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES - 1; n += 1)
      await expect(
        signIn({ email: person.email, password: "wrong" }, someone()),
      ).rejects.toMatchObject(wrong);
    await signIn({ email: person.email, password: PASSWORD }, someone());
  }
});

test("twenty failures of an address make it wait, also for people it did not try yet", async () => {
  const [origin, person] = [someone(), await aPerson()];
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES_PER_IP; n += 1)
    await expect(
      signIn({ email: `${randomUUID()}@example.com`, password: "x" }, origin),
    ).rejects.toMatchObject(wrong);
  await expect(signIn({ email: person.email, password: PASSWORD }, origin)).rejects.toMatchObject({
    code: "rate_limited",
  });
  await signIn({ email: person.email, password: PASSWORD }, someone());
});

test("signing in with an account of one's own does not wipe an address's failures", async () => {
  const [origin, mine] = [someone(), await aPerson()];
  let refused = 0;
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES_PER_IP + 4; n += 1) {
    const guess = await signIn(
      { email: `${randomUUID()}@example.com`, password: "x" },
      origin,
    ).catch((error: unknown) => error);
    if (guess instanceof Error && "code" in guess && guess.code === "rate_limited") refused += 1;
    else await signIn({ email: mine.email, password: PASSWORD }, origin).catch(() => undefined);
  }
  expect(refused).toBeGreaterThan(0);
});

test("people of one office may all sign in: right answers do not count against their address", async () => {
  const [origin, person] = [someone(), await aPerson()];
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES_PER_IP + 5; n += 1)
    await signIn({ email: person.email, password: PASSWORD }, origin);
});

test("an IPv6 subscriber is one address, however many of its /64 it uses", async () => {
  expect(addressKey("2001:db8:1:2::1")).toBe(addressKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
  expect(addressKey("::ffff:192.0.2.1")).toBe(addressKey("192.0.2.1"));
  expect(addressKey("nonsense")).toBe("unknown");
  const from = (n: number) => someone(`2001:db8:7:8::${n.toString(16)}`);
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES_PER_IP; n += 1)
    await expect(
      signIn({ email: `${randomUUID()}@example.com`, password: "x" }, from(n)),
    ).rejects.toMatchObject(wrong);
  await expect(
    signIn({ email: `${randomUUID()}@example.com`, password: "x" }, from(999)),
  ).rejects.toMatchObject({ code: "rate_limited" });
});

const isKnown = async ({ token }: SignedIn): Promise<boolean> =>
  (await findMember(token, someone())) !== null;

test("a session ends after 14 days unused, and each use starts them anew", async () => {
  const person = await aMember(await aWorkspace());
  const start = Date.now();
  const at = (days: number) => (restart = stopClock(new Date(start + days * DAY_MS)));
  at(13.9);
  expect(await isKnown(person)).toBe(true);
  restart();
  at(27.7);
  expect(await isKnown(person)).toBe(true);
  restart();
  const idle = await aMember(await aWorkspace());
  at(14.1);
  expect(await isKnown(idle)).toBe(false);
});

test("a session ends after 30 days however much it is used", async () => {
  const person = await aMember(await aWorkspace());
  const start = Date.now();
  for (const days of [10, 20, 29.9]) {
    restart = stopClock(new Date(start + days * DAY_MS));
    expect(await isKnown(person)).toBe(true);
    restart();
  }
  restart = stopClock(new Date(start + 30.1 * DAY_MS));
  expect(await isKnown(person)).toBe(false);
});

test("sign-out ends this session at once and no other", async () => {
  const person = await aPerson();
  const other = await signIn({ email: person.email, password: PASSWORD }, someone());
  await signOut(person);
  expect(await isKnown(person)).toBe(false);
  expect(await findMember(other, someone())).not.toBeNull();
  expect(
    await db.auditEntry.count({
      where: { workspaceId: person.workspaceId, event: "session.ended" },
    }),
  ).toBe(1);
});

test("deactivating a member, or deleting the workspace, ends their sessions at once", async () => {
  const [member, other] = [await aMember(await aWorkspace()), await aMember(await aWorkspace())];
  await db.member.updateMany({ where: { id: member.memberId }, data: { state: "deactivated" } });
  await db.workspace.update({ where: { id: other.workspaceId }, data: { deletedAt: new Date() } });
  expect(await isKnown(member)).toBe(false);
  expect(await isKnown(other)).toBe(false);
});

test.each(["", "x", "%", "\u0000", "a".repeat(10_000), "' OR 1=1 --"])(
  "the secret %j belongs to nobody",
  async (token) => {
    expect(await findMember(token, someone())).toBeNull();
  },
);

test("a manager's scope is own teams with all below them, a list, or everything", async () => {
  const workspace = await aWorkspace();
  const sales = await aTeam(workspace);
  const inside = await aTeam(workspace, { parentId: sales.id });
  const deeper = await aTeam(workspace, { parentId: inside.id });
  const closed = await aTeam(workspace, { parentId: sales.id, deletedAt: new Date() });
  const other = await aTeam(workspace);
  await aTeam(await aWorkspace());
  const scopeOf = async (more: Parameters<typeof aMember>[1]) =>
    [...(await aMember(workspace, { role: "manager", ...more })).scopeTeamIds].sort();
  expect(await scopeOf({ teams: [sales] })).toEqual([sales.id, inside.id, deeper.id].sort());
  expect(await scopeOf({ teams: [inside] })).toEqual([inside.id, deeper.id].sort());
  expect(await scopeOf({ teams: [sales], scopeTeams: [other] })).toEqual([other.id]);
  expect(await scopeOf({ teams: [sales], scopeTeams: [inside] })).toEqual([inside.id]);
  expect(await scopeOf({ scope: "workspace" })).toEqual(
    [sales.id, inside.id, deeper.id, other.id].sort(),
  );
  expect(await scopeOf({ teams: [other, closed] })).toEqual([other.id]);
});

test("a device that was not used before is told by mail, once; the next version of a browser is no new one", async () => {
  const person = await aPerson();
  const firefox = (version: number) => ({
    ...someone(),
    agent: `Mozilla/5.0 (Windows NT 10.0; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  });
  const enter = (origin: Origin) => signIn({ email: person.email, password: PASSWORD }, origin);
  for (const version of [150, 150, 151]) await enter(firefox(version));
  const emails = await deliver(person.email);
  expect(emails.map(({ template }) => template)).toEqual(["new_device"]);
  expect(emails[0]?.facts).toMatchObject({ device: "Firefox, Windows" });
});

test("two nodes count together: what one saw, the other knows", async () => {
  const person = await aPerson();
  const store: Record<symbol, unknown> = globalThis;
  const tries = env().LIMIT_SIGN_IN_TRIES;
  for (let n = 0; n < tries; n += 1) {
    // Another process has no limiter of this one's making, only the table.
    if (n === tries - 2) Reflect.deleteProperty(store, Symbol.for("parley.rate-limit.sign-in"));
    await expect(
      signIn({ email: person.email, password: "wrong" }, someone()),
    ).rejects.toMatchObject(wrong);
  }
  await expect(
    signIn({ email: person.email, password: PASSWORD }, someone()),
  ).rejects.toMatchObject({ code: "rate_limited" });
});
