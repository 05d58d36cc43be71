import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { deliver, linkIn } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { askReset, isResetOpen, resetPassword } from "./password-reset.server.ts";
import { findMember } from "./session.server.ts";
import { signIn } from "./sign-in.server.ts";

const PASSWORD = "herons over the river";
await queueForFile();
let restart = (): void => undefined;
afterEach(() => restart());

let last = 0;
const someone = (): Origin => ({
  ip: `203.0.${(last >> 8) % 256}.${(last += 1) % 256}`,
  agent: "test browser",
  requestId: null,
});
const aToken = async (email: string): Promise<string> => {
  await askReset(email, "en", someone());
  return linkIn((await deliver(email)).at(-1)).searchParams.get("token") ?? "";
};
const ended = { code: "link_ended" };

test("a link by mail sets the password once, ends every sign-in, and a second letter tells of it", async () => {
  const person = await aMember(await aWorkspace());
  const token = await aToken(person.email);
  expect(token).toHaveLength(43);
  expect(await isResetOpen(token)).toBe(true);
  await resetPassword({ token, password: PASSWORD }, someone());
  expect(await findMember(person.token, someone())).toBeNull();
  expect(
    await findMember(
      (await signIn({ email: person.email, password: PASSWORD }, someone())).token,
      someone(),
    ),
  ).not.toBeNull();
  expect((await deliver(person.email)).map(({ template }) => template)).toEqual([
    "password_changed",
    "new_device",
  ]);
  expect(await isResetOpen(token)).toBe(false);
  await expect(resetPassword({ token, password: PASSWORD }, someone())).rejects.toMatchObject(
    ended,
  );
  const events = await db.auditEntry.findMany({ where: { workspaceId: person.workspaceId } });
  expect(events.map(({ event }) => event).sort()).toEqual(["password.reset", "session.started"]);
});

test("the secret stands nowhere in the database but sealed", async () => {
  const person = await aMember(await aWorkspace());
  const token = await aToken(person.email);
  const dump = JSON.stringify([
    await db.oneTimeCode.findMany(),
    await db.mailOutbox.findMany(),
    await db.$queryRaw`SELECT data::text FROM jobs.job`,
    await db.auditEntry.findMany(),
  ]);
  expect(dump).not.toContain(token);
  const sealed = await db.mailOutbox.findMany({ select: { payloadEnc: true } });
  for (const { payloadEnc } of sealed) expect(Buffer.from(payloadEnc).includes(token)).toBe(false);
});

test("two who use one link at the same moment: one succeeds", async () => {
  const person = await aMember(await aWorkspace());
  const token = await aToken(person.email);
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map((n) => resetPassword({ token, password: `${PASSWORD} ${n}` }, someone())),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a link ends after an hour, and by a newer one", async () => {
  const person = await aMember(await aWorkspace());
  const [first, second] = [await aToken(person.email), await aToken(person.email)];
  await expect(
    resetPassword({ token: first, password: PASSWORD }, someone()),
  ).rejects.toMatchObject(ended);
  restart = stopClock(new Date(Date.now() + 61 * 60_000));
  await expect(
    resetPassword({ token: second, password: PASSWORD }, someone()),
  ).rejects.toMatchObject(ended);
});

test("a weak password is refused without using the link up", async () => {
  const person = await aMember(await aWorkspace());
  const token = await aToken(person.email);
  await expect(resetPassword({ token, password: "password1234" }, someone())).rejects.toMatchObject(
    {
      code: "validation_failed",
      fields: { password: ["weak_password"] },
    },
  );
  await resetPassword({ token, password: PASSWORD }, someone());
});

test("nobody who is unknown, deactivated or of a deleted workspace gets a letter", async () => {
  const [gone, lost] = [await aMember(await aWorkspace()), await aMember(await aWorkspace())];
  await db.member.updateMany({ where: { id: gone.memberId }, data: { state: "deactivated" } });
  await db.workspace.update({ where: { id: lost.workspaceId }, data: { deletedAt: new Date() } });
  for (const email of [`${randomUUID()}@example.com`, gone.email, lost.email]) {
    await askReset(email, "en", someone());
    expect(await deliver(email)).toEqual([]);
  }
});

test("deactivated between the letter and the link, a person gets no new password", async () => {
  const person = await aMember(await aWorkspace());
  const token = await aToken(person.email);
  await db.member.updateMany({ where: { id: person.memberId }, data: { state: "deactivated" } });
  await expect(resetPassword({ token, password: PASSWORD }, someone())).rejects.toMatchObject(
    ended,
  );
});

test("three letters an hour for an address, from wherever they are asked, known or not", async () => {
  const person = await aMember(await aWorkspace());
  for (const email of [person.email, `${randomUUID()}@example.com`]) {
    for (let n = 0; n < 3; n += 1) await askReset(email, "en", someone());
    await expect(askReset(email, "en", someone())).rejects.toMatchObject({ code: "rate_limited" });
  }
});
