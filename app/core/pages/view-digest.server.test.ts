import { afterEach, beforeEach, expect, test } from "vitest";
import { EMAIL_TEMPLATES } from "#app/core/domain/notification/email-templates.ts";
import { findWaiting } from "#app/core/domain/notification/outbox.server.ts";
import { unsubscribe } from "#app/core/domain/notification/unsubscribe.server.ts";
import { followView } from "#app/core/domain/view/follow.server.ts";
import { deleteView } from "#app/core/domain/view/view-writes.server.ts";
import { renderEmail } from "#app/core/mail/render.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aView,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { sendDueDigests } from "./view-digest.server.ts";

await queueForFile();
const store: Record<symbol, unknown> = globalThis;
const before = env();
const mailIs = (hasMailPage: boolean): void => {
  store[Symbol.for("parley.env")] = Object.freeze({ ...before, hasMailPage, SMTP_URL: undefined });
};

/** A Tuesday evening; the digests of the next day are due at seven. */
const AT = new Date("2026-11-24T20:00:00.000Z");
let restart = (): void => undefined;
const after = (hours: number): void => {
  restart();
  restart = stopClock(new Date(AT.getTime() + hours * 3_600_000));
};
afterEach(() => restart());

let workspace: Workspace;
let owner: SignedIn;
let reader: SignedIn;
beforeEach(async () => {
  mailIs(true);
  after(0);
  await db.viewDigest.deleteMany({});
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team], name: "Mari" });
  reader = await aMember(workspace, { teams: [team], name: "Theo" });
});

/** A call that came `hours` after the beginning. */
async function came(hours: number, title: string, more: Parameters<typeof aCall>[1] = {}) {
  const createdAt = new Date(AT.getTime() + hours * 3_600_000);
  await aRecording(await aCall(owner, { title, createdAt, startedAt: createdAt, ...more }));
}
async function mailed({ email }: SignedIn) {
  const found = await db.mailOutbox.findMany({
    where: { recipient: email, template: "view_digest" },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return Promise.all(
    found.map(async ({ id }) => EMAIL_TEMPLATES.view_digest.parse((await findWaiting(id))?.facts)),
  );
}
const titlesOf = (email?: { lines: { call: string | null }[] }) =>
  email?.lines.map(({ call }) => call);

test("what came since the last one is mailed in the morning, once, and nothing when nothing is new", async () => {
  const view = await aView(owner, { name: "Rooms", query: "kind=room", isShared: true });
  await came(-1, "before", { kind: "room" });
  await followView(reader, { viewId: view.id, pace: "daily" });
  await came(1, "new room", { kind: "room" });
  await came(1, "new phone", { kind: "phone" });
  after(10);
  expect(await sendDueDigests()).toBe(0);
  after(12);
  expect(await sendDueDigests()).toBe(1);
  expect(await sendDueDigests()).toBe(0);
  const [email, ...others] = await mailed(reader);
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    view: "Rooms",
    url: `${env().appUrl}/recordings?view=${view.id}`,
    lines: [{ call: "new room", who: "Mari" }],
    more: 0,
  });
  if (!email) throw new Error("no e-mail");
  expect(renderEmail("view_digest", "en", email)).toMatchObject({ subject: "“Rooms”: 1 new call" });
  expect(renderEmail("view_digest", "ja", email).text).toContain("「new room」（Mari）");
  after(36);
  expect(await sendDueDigests()).toBe(0);
  await came(37, "a day later", { kind: "room" });
  after(60);
  expect(await sendDueDigests()).toBe(1);
  expect(titlesOf((await mailed(reader)).at(-1))).toEqual(["a day later"]);
});

test("invented history of a demo is mailed to no one, also by a view that asks for it", async () => {
  const view = await aView(owner, { query: "sample=1", isShared: true });
  await followView(reader, { viewId: view.id, pace: "daily" });
  await came(1, "invented", { isSample: true });
  after(12);
  expect(await sendDueDigests()).toBe(0);
  await came(13, "a real one");
  await came(13, "invented as well", { isSample: true });
  after(36);
  expect(await sendDueDigests()).toBe(1);
  const [email] = await mailed(reader);
  expect([titlesOf(email), email?.more]).toEqual([["a real one"], 0]);
});

test("each gets what they may see now, and of private calls nobody anything", async () => {
  const view = await aView(owner, { isShared: true });
  const stranger = await aMember(workspace);
  for (const member of [owner, reader, stranger])
    await followView(member, { viewId: view.id, pace: "daily" });
  await came(1, "for the team");
  await came(1, "for everybody", { visibility: "workspace" });
  await came(2, "hidden", { visibility: "private" });
  after(12);
  await sendDueDigests();
  expect(titlesOf((await mailed(owner))[0])?.sort()).toEqual(["for everybody", "for the team"]);
  expect(titlesOf((await mailed(reader))[0])?.sort()).toEqual(["for everybody", "for the team"]);
  expect(titlesOf((await mailed(stranger))[0])).toEqual(["for everybody"]);
  expect((await mailed(owner))[0]?.more).toBe(0);
});

test("more than twenty are counted", async () => {
  const view = await aView(owner);
  await followView(owner, { viewId: view.id, pace: "daily" });
  for (let n = 0; n < 23; n += 1) await came(1 + n / 100, `Call ${n}`);
  after(12);
  await sendDueDigests();
  const [email] = await mailed(owner);
  expect(email?.lines).toHaveLength(20);
  expect(email?.more).toBe(3);
  expect(email?.lines[0]?.call).toBe("Call 22");
});

test("whoever left, or may not open the view any more, is written to no more; a deleted view is silent", async () => {
  const shared = await aView(owner, { isShared: true });
  const own = await aView(owner);
  for (const member of [owner, reader])
    await followView(member, { viewId: shared.id, pace: "daily" });
  await followView(owner, { viewId: own.id, pace: "daily" });
  await came(1, "new");
  await db.savedView.updateMany({ where: { id: shared.id }, data: { isShared: false } });
  await deleteView(owner, own.id);
  const leaver = await aMember(workspace, { role: "admin" });
  const theirs = await aView(leaver);
  await followView(leaver, { viewId: theirs.id, pace: "weekly" });
  await db.member.updateMany({ where: { id: leaver.memberId }, data: { state: "deactivated" } });
  after(24 * 7);
  expect(await sendDueDigests()).toBe(1);
  expect(await mailed(reader)).toEqual([]);
  expect(await mailed(owner)).toMatchObject([{ view: shared.name }]);
  const left = await db.viewDigest.findMany({ where: { workspaceId: workspace.id } });
  expect(left.map(({ viewId }) => viewId).sort()).toEqual([shared.id, own.id].sort());
});

test("a view of a team is mailed to those who are of it, and to one who left it no more", async () => {
  const team = { id: reader.teamIds[0] ?? "" };
  const view = await aView(owner, { isShared: true, teamId: team.id });
  const manager = await aMember(workspace, { role: "manager", scopeTeams: [team] });
  const leaver = await aMember(workspace, { teams: [team] });
  for (const member of [reader, manager, leaver])
    await followView(member, { viewId: view.id, pace: "daily" });
  await db.teamMember.deleteMany({ where: { memberId: leaver.memberId } });
  await db.member.updateMany({ where: { id: leaver.memberId }, data: { primaryTeamId: null } });
  await came(1, "for everybody", { visibility: "workspace" });
  after(12);
  expect(await sendDueDigests()).toBe(2);
  for (const member of [reader, manager])
    expect(await mailed(member)).toMatchObject([{ view: view.name }]);
  expect(await mailed(leaver)).toEqual([]);
  const left = await db.viewDigest.findMany({ where: { viewId: view.id } });
  const ids = [reader, manager].map(({ memberId }) => memberId).sort();
  expect(left.map(({ memberId }) => memberId).sort()).toEqual(ids);
});

test("where no e-mail can be sent nothing is written, and nothing of it later", async () => {
  const view = await aView(reader);
  await followView(reader, { viewId: view.id, pace: "daily" });
  await came(1, "new");
  mailIs(false);
  after(12);
  expect(await sendDueDigests()).toBe(0);
  mailIs(true);
  after(36);
  expect(await sendDueDigests()).toBe(0);
  expect(await mailed(reader)).toEqual([]);
});

test("the link of the e-mail ends it", async () => {
  const view = await aView(reader);
  await followView(reader, { viewId: view.id, pace: "weekly" });
  await came(1, "new");
  after(24 * 6);
  await sendDueDigests();
  const [email] = await mailed(reader);
  const token = new URL(email?.unsubscribeUrl ?? "").pathname.split("/").at(-1) ?? "";
  await unsubscribe(token, reader.origin);
  expect(await db.viewDigest.count({ where: { viewId: view.id } })).toBe(0);
});
