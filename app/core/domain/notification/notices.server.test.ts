import { afterEach, beforeEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { aNotice } from "#tests/support/notices.ts";
import {
  deleteOldNotices,
  glanceAtNotices,
  listNotices,
  markAllRead,
  markRead,
  openNotice,
} from "./inbox.server.ts";
import { changeNoticeChoices, changeWorkingHours } from "./notice-preferences.server.ts";
import { notifyMembers, notifyWorkspaceAdmins } from "./notify-members.server.ts";

let restart = (): void => undefined;
afterEach(() => restart());
let workspace: Workspace;
let aki: SignedIn;
let rui: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  [aki, rui] = [
    await aMember(workspace, { teams: [team], name: "Aki" }),
    await aMember(workspace, { teams: [team], name: "Rui" }),
  ];
});
const first = { after: null };
const listed = async (actor: SignedIn) => (await listNotices(actor, first)).notices;

/** Aki gives access to a call of hers. */
const give = (callId: string, to: readonly string[], grantId = newId()) =>
  db.$transaction((tx) =>
    notifyMembers(tx, { workspaceId: workspace.id, by: aki.memberId }, to, {
      kind: "access_given",
      target: { kind: "call", id: callId },
      values: { level: "view", grantId },
    }),
  );

test("colleagues are told, whoever did it is not, nor who is no active member", async () => {
  const call = await aCall(aki);
  const out = await aMember(workspace);
  await db.member.updateMany({ where: { id: out.memberId }, data: { state: "deactivated" } });
  const elsewhere = await aMember(await aWorkspace());
  await give(call.id, [rui.memberId, aki.memberId, out.memberId, elsewhere.memberId, rui.memberId]);
  expect(await db.notification.findMany({ where: { targetId: call.id } })).toMatchObject([
    { memberId: rui.memberId, actorId: aki.memberId, readAt: null, mailedAt: null },
  ]);
  expect(await listed(rui)).toMatchObject([
    { kind: "access_given", by: "Aki", about: { title: call.title }, isUnread: true },
  ]);
});

test("the same thing is told once, also by two at the same moment and after it was read", async () => {
  const call = await aCall(aki);
  const grantId = newId();
  await Promise.all([1, 2, 3].map(() => give(call.id, [rui.memberId], grantId)));
  await markAllRead(rui);
  await give(call.id, [rui.memberId], grantId);
  expect(await glanceAtNotices(rui)).toMatchObject({ unread: 0 });
  expect(await listed(rui)).toHaveLength(1);
  await give(call.id, [rui.memberId]);
  expect(await glanceAtNotices(rui)).toMatchObject({ unread: 1 });
});

test("who has done what was asked may be asked once more: the notice is unread again, and mailed again", async () => {
  const call = await aCall(aki);
  const assignmentId = newId();
  const ask = () =>
    db.$transaction((tx) =>
      notifyMembers(tx, { workspaceId: workspace.id, by: aki.memberId }, [rui.memberId], {
        kind: "reviewer_assigned",
        target: { kind: "call", id: call.id },
        values: { assignmentId, dueOn: null },
      }),
    );
  await ask();
  await ask();
  expect(await glanceAtNotices(rui)).toMatchObject({ unread: 1 });
  await markAllRead(rui);
  await db.notification.updateMany({
    where: { targetId: call.id },
    data: { mailedAt: new Date() },
  });
  await ask();
  const [again, ...others] = await db.notification.findMany({ where: { targetId: call.id } });
  expect(again).toMatchObject({ readAt: null, mailedAt: null });
  expect([others.length, again?.mailDueAt !== null]).toEqual([0, true]);
});

test("a title is the reader's of this moment; a call that was closed to them leads nowhere", async () => {
  const call = await aCall(aki, { title: "Renewal" });
  await give(call.id, [rui.memberId]);
  const [shown] = await listed(rui);
  const noticeId = shown?.id ?? "";
  expect(await openNotice(rui, noticeId)).toBe(`/playback/${call.id}`);
  await db.call.updateMany({
    where: { id: call.id },
    data: { title: "Salaries", visibility: "private" },
  });
  expect(await listed(rui)).toMatchObject([
    { about: { title: null }, isOpenable: false, isUnread: false },
  ]);
  expect(await openNotice(rui, noticeId)).toBe("/notices");
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "team" } });
  expect(await listed(rui)).toMatchObject([{ about: { title: "Salaries" } }]);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  expect(await listed(rui)).toMatchObject([{ about: { title: null } }]);
});

test("a notice of a comment leads to it", async () => {
  const call = await aCall(aki);
  const commentId = newId();
  await db.$transaction((tx) =>
    notifyMembers(tx, { workspaceId: workspace.id, by: aki.memberId }, [rui.memberId], {
      kind: "mention",
      target: { kind: "call", id: call.id },
      values: { commentId },
    }),
  );
  const [mention] = await listed(rui);
  expect(await openNotice(rui, mention?.id ?? "")).toBe(
    `/playback/${call.id}?tab=comments&comment=${commentId}`,
  );
});

test("one, or all until now, are read; another's is not there", async () => {
  const [one, other] = [await aNotice(rui), await aNotice(rui)];
  const akis = await aNotice(aki);
  await markRead(rui, one);
  expect(await glanceAtNotices(rui)).toEqual({ unread: 1, newest: other });
  const asks = [
    () => markRead(rui, akis),
    () => openNotice(rui, akis),
    () => markRead(rui, newId()),
  ];
  for (const ask of asks) await expect(ask()).rejects.toMatchObject({ code: "not_found" });
  await markAllRead(rui);
  expect([(await glanceAtNotices(rui)).unread, (await glanceAtNotices(aki)).unread]).toEqual([
    0, 1,
  ]);
  expect(await db.notification.count({ where: { memberId: rui.memberId, readAt: null } })).toBe(0);
  expect(await db.notification.count({ where: { id: one, mailDueAt: null } })).toBe(1);
});

test("who looks with a member's eyes finds no notice", async () => {
  const id = await aNotice(rui);
  const impersonation = { ...rui, impersonator: { memberId: aki.memberId, name: "Aki" } };
  expect(await listed(impersonation)).toEqual([]);
  expect(await glanceAtNotices(impersonation)).toEqual({ unread: 0, newest: null });
  await expect(openNotice(impersonation, id)).rejects.toMatchObject({ code: "not_found" });
});

test("the list goes on by cursor, the newest first, and every notice stands in it once", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift(await aNotice(rui));
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listNotices>> = await listNotices(rui, {
      ...{ after, limit: 2 },
    });
    found.push(...page.notices.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(found).toEqual(ids);
});

test("e-mails are due as the member chose, in their zone and hours", async () => {
  // A Wednesday, 16:30 in UTC: half past one at night in Tokyo.
  restart = stopClock(new Date("2026-11-25T16:30:00.000Z"));
  const dueOf = async (actor: SignedIn, callId: string) =>
    (
      await db.notification.findFirstOrThrow({
        where: { memberId: actor.memberId, targetId: callId },
      })
    ).mailDueAt;
  const tokyo = await aMember(workspace, { timeZone: "Asia/Tokyo" });
  const [one, two, three] = [await aCall(aki), await aCall(aki), await aCall(aki)];
  await give(one.id, [rui.memberId, tokyo.memberId]);
  expect(await dueOf(rui, one.id)).toEqual(new Date("2026-11-25T16:40:00.000Z"));
  expect(await dueOf(tokyo, one.id)).toEqual(new Date("2026-11-26T00:00:00.000Z"));

  await changeWorkingHours(tokyo, { days: [2, 3], from: "22:00", to: "06:00" });
  await changeNoticeChoices(rui, { access_given: "digest" });
  await give(two.id, [rui.memberId, tokyo.memberId]);
  expect(await dueOf(rui, two.id)).toEqual(new Date("2026-11-25T17:00:00.000Z"));
  expect(await dueOf(tokyo, two.id)).toEqual(new Date("2026-11-25T16:40:00.000Z"));

  await db.workspace.updateMany({
    where: { id: workspace.id },
    data: { settings: { holidays: [{ date: "2026-11-25", name: "" }] } },
  });
  await changeNoticeChoices(tokyo, { access_given: "never" });
  await give(three.id, [rui.memberId, tokyo.memberId]);
  expect(await dueOf(rui, three.id)).toEqual(new Date("2026-11-26T09:00:00.000Z"));
  expect(await dueOf(tokyo, three.id)).toBeNull();
  // What came before is not mailed either to who wants no e-mail of the kind.
  expect(await dueOf(tokyo, one.id)).toBeNull();
});

test("choices stand beside what else a member prefers, and are in the log", async () => {
  await db.member.updateMany({
    where: { id: rui.memberId },
    data: { preferences: { player: { rate: 2 } } },
  });
  await changeNoticeChoices(rui, { mention: "digest" });
  await changeNoticeChoices(rui, { reply: "never" });
  const hours = { days: [0], from: "10:00", to: "12:00" };
  await changeWorkingHours(rui, hours);
  const { preferences } = await db.member.findFirstOrThrow({ where: { id: rui.memberId } });
  const notices = { mention: "digest", reply: "never" };
  expect(preferences).toEqual({ player: { rate: 2 }, notices, hours });
  expect(
    await db.auditEntry.count({
      where: { workspaceId: workspace.id, event: "preferences.changed" },
    }),
  ).toBe(3);
});

test("admins are told of what concerns the workspace, once, and nobody else", async () => {
  const admin = await aMember(workspace, { role: "admin" });
  const values = { brokenAt: 3, unsealed: 0 };
  const say = () =>
    db.$transaction((tx) =>
      notifyWorkspaceAdmins(tx, workspace.id, { kind: "chain_check_failed", values }),
    );
  await say();
  await say();
  const told = await db.notification.findMany({ where: { workspaceId: workspace.id } });
  expect(told.map(({ memberId }) => memberId)).toEqual([admin.memberId]);
  expect(await openNotice(admin, told[0]?.id ?? "")).toBe("/setting/audit-log/system-log");
});

test("after 90 days a notice is deleted", async () => {
  const id = await aNotice(rui);
  restart = stopClock(new Date(Date.now() + 89 * 86_400_000));
  await deleteOldNotices();
  expect(await db.notification.count({ where: { id } })).toBe(1);
  restart();
  restart = stopClock(new Date(Date.now() + 91 * 86_400_000));
  await deleteOldNotices();
  expect(await db.notification.count({ where: { id } })).toBe(0);
});
