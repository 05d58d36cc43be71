import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { changeWorkspace } from "../workspace/workspace.server.ts";
import { workspaceForm } from "../workspace/workspace.schema.ts";
import { activate, findActivation } from "./activation.server.ts";
import { hashPassword } from "./password.server.ts";
import { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import { getProfile } from "./profile.server.ts";
import { findMember, startSession } from "./session.server.ts";
import { firstAdminLink } from "./setup.server.ts";

const PASSWORD = "herons over the river";
const ORIGIN: Origin = { ip: "192.0.2.9", agent: "test", requestId: null };
await queueForFile();

const act = (actor: SignedIn, input: Record<string, unknown>) =>
  askCommand(generalCommands, actor, input, {});
const withPassword = async (): Promise<SignedIn> => {
  const person = await aMember(await aWorkspace());
  await db.identity.updateMany({
    where: { workspaceId: person.workspaceId, memberId: person.memberId },
    data: { password: await hashPassword(PASSWORD) },
  });
  return person;
};
const anotherDevice = async ({ workspaceId, memberId }: SignedIn): Promise<string> => {
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
  });
  return db.$transaction((tx) => startSession(tx, { workspaceId, memberId, identityId }, ORIGIN));
};
const lives = async (token: string): Promise<boolean> => (await findMember(token, ORIGIN)) !== null;

test("a changed password signs the other devices out, keeps this one, and is told by mail", async () => {
  const person = await withPassword();
  const other = await anotherDevice(person);
  const change = (more: object) =>
    act(person, {
      intent: "password",
      currentPassword: PASSWORD,
      password: "two grey elephants",
      ...more,
    });
  await expect(change({ currentPassword: "x" })).rejects.toMatchObject({
    fields: { currentPassword: ["wrong_password"] },
  });
  await expect(change({ password: "password1234" })).rejects.toMatchObject({
    fields: { password: ["weak_password"] },
  });
  expect(await lives(other)).toBe(true);
  await change({});
  expect([await lives(other), await lives(person.token)]).toEqual([false, true]);
  expect((await deliver(person.email)).map(({ template }) => template)).toEqual([
    "password_changed",
  ]);
});

test("somebody at an open desk cannot guess the present password: five tries, then a wait", async () => {
  const person = await withPassword();
  const guess = () =>
    act(person, { intent: "password", currentPassword: "x", password: "two grey elephants" });
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES; n += 1)
    await expect(guess()).rejects.toMatchObject({ code: "validation_failed" });
  await expect(guess()).rejects.toMatchObject({ code: "rate_limited" });
});

test("one device, or all, are signed out at once; another person's device is nobody's to name", async () => {
  const [person, stranger] = [await withPassword(), await withPassword()];
  const colleague = await aMember({ id: person.workspaceId });
  const other = await anotherDevice(person);
  const { sessions } = await getProfile(person);
  expect(sessions.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
  for (const someone of [stranger, colleague])
    await expect(
      act(person, { intent: "revoke", sessionId: someone.sessionId }),
    ).rejects.toMatchObject({ code: "not_found" });
  expect([await lives(stranger.token), await lives(colleague.token)]).toEqual([true, true]);
  const sessionId = sessions.find(({ isThis }) => !isThis)?.id;
  expect(await act(person, { intent: "revoke", sessionId })).toEqual({ isOut: false });
  expect([await lives(other), await lives(person.token)]).toEqual([false, true]);
  const third = await anotherDevice(person);
  expect(await act(person, { intent: "revoke_all" })).toEqual({ isOut: true });
  expect([await lives(third), await lives(person.token)]).toEqual([false, false]);
});

test("a profile is changed by its newest version only, and never its role or workspace", async () => {
  const person = await withPassword();
  const input = {
    intent: "profile",
    name: "Mari",
    reading: "マリ",
    nameOrder: "family_first",
    language: "ja",
    timeZone: "Asia/Tokyo",
    version: 1,
    role: "admin",
    email: "evil@example.com",
  };
  await act(person, input);
  const row = await db.member.findFirstOrThrow({ where: { id: person.memberId } });
  expect(row).toMatchObject({ name: "Mari", role: "rep", email: person.email, version: 2 });
  await expect(act(person, input)).rejects.toMatchObject({ code: "conflict" });
  for (const timeZone of ["Mars/Base", "", "../etc"])
    expect(generalCommands.form.safeParse({ ...input, timeZone }).success).toBe(false);
});

const settings = (more: object) =>
  workspaceForm.parse({
    intent: "workspace",
    name: "Sato",
    timeZone: "UTC",
    defaultVisibility: "team",
    signUpMode: "domains",
    version: 1,
    ...more,
  });

test("a workspace's settings are its admins'; domains need a list, and where strangers sign up, a proven address", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin", email: "a@sato.example" });
  const rep = await aMember(workspace);
  await expect(changeWorkspace(rep, settings({}))).rejects.toMatchObject({ code: "forbidden" });
  await expect(changeWorkspace(admin, settings({ signUpDomains: "" }))).rejects.toMatchObject({
    fields: { signUpDomains: ["required"] },
  });
  const store: Record<symbol, unknown> = globalThis;
  const key = Symbol.for("parley.env");
  const before = env();
  store[key] = Object.freeze({ ...before, SIGN_UP: "open" });
  try {
    const list = (domains: string) => changeWorkspace(admin, settings({ signUpDomains: domains }));
    await expect(list("sato.example")).rejects.toMatchObject({
      fields: { signUpDomains: ["domain_not_proven"] },
    });
    await db.identity.updateMany({
      where: { memberId: admin.memberId },
      data: { verifiedAt: new Date() },
    });
    await expect(list("sato.example, victim.example")).rejects.toMatchObject({
      fields: { signUpDomains: ["domain_not_proven"] },
    });
    await list("sato.example");
  } finally {
    store[key] = before;
  }
  const wide = settings({ signUpDomains: "sato.example other.example", version: 2 });
  await changeWorkspace(admin, wide);
  expect(
    (await db.workspace.findUniqueOrThrow({ where: { id: workspace.id } })).signUpDomains,
  ).toEqual(["sato.example", "other.example"]);
});

test("the first admin comes by the newest printed link, once, and then no link is printed", async () => {
  await db.workspace.updateMany({ data: { deletedAt: new Date() } });
  const demo = await aWorkspace({ isDemo: true });
  const codeIn = (link: string | null) => new URL(link ?? "").pathname.split("/").at(-1) ?? "";
  const [older, newer] = [codeIn(await firstAdminLink()), codeIn(await firstAdminLink())];
  expect(await findActivation(older)).toBeNull();
  expect(await findActivation(newer)).toMatchObject({ maskedEmail: null, workspace: null });
  const filled = {
    intent: "activate",
    name: "Mari",
    password: PASSWORD,
    language: "ja",
    timeZone: "Asia/Tokyo",
  } as const;
  await expect(activate(newer, filled, ORIGIN)).rejects.toMatchObject({
    fields: { email: ["required"] },
  });
  const { token } = await activate(
    newer,
    { ...filled, email: "mari@sato.example", workspace: "佐藤商事" },
    ORIGIN,
  );
  expect(await findMember(token, ORIGIN)).toMatchObject({ role: "admin", isDemo: false });
  expect(await firstAdminLink()).toBeNull();
  const identity = await db.identity.findUniqueOrThrow({ where: { email: "mari@sato.example" } });
  expect(identity.verifiedAt).toBeNull();
  expect(identity.workspaceId).not.toBe(demo.id);
});
