import { afterEach, beforeEach, expect, test } from "vitest";
import { EMAIL_TEMPLATES } from "#app/core/domain/notification/email-templates.ts";
import { markRead } from "#app/core/domain/notification/inbox.server.ts";
import { findWaiting } from "#app/core/domain/notification/outbox.server.ts";
import { readUnsubscribeToken } from "#app/core/domain/notification/unsubscribe.server.ts";
import { renderEmail } from "#app/core/mail/render.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import {
  aCall,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { aNotice } from "#tests/support/notices.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { notifyWorkspaceAdmins } from "../notification/notify-members.server.ts";
import { sendDueNotices } from "./notice-emails.server.ts";

await queueForFile();
const store: Record<symbol, unknown> = globalThis;
const key = Symbol.for("parley.env");
const before = env();
const mailIs = (more: Partial<typeof before>): void => {
  store[key] = Object.freeze({ ...before, ...more });
};

/** A Wednesday within the usual hours. */
const AT = new Date("2026-11-25T10:00:00.000Z");
let restart = (): void => undefined;
const after = (minutes: number): void => {
  restart();
  restart = stopClock(new Date(AT.getTime() + minutes * 60_000));
};
afterEach(() => restart());

let workspace: Workspace;
let aki: SignedIn;
let rui: SignedIn;
beforeEach(async () => {
  mailIs({ hasMailPage: true, SMTP_URL: undefined });
  after(0);
  await db.notification.deleteMany({});
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  [aki, rui] = [
    await aMember(workspace, { teams: [team], name: "Aki" }),
    await aMember(workspace, { teams: [team], name: "Rui" }),
  ];
});

/** E-mails to somebody, as facts, the oldest first. */
async function mailed({ email }: SignedIn) {
  const found = await db.mailOutbox.findMany({
    where: { recipient: email, template: "notice" },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return Promise.all(
    found.map(async ({ id }) => EMAIL_TEMPLATES.notice.parse((await findWaiting(id))?.facts)),
  );
}
const told = (callId?: string) =>
  aNotice(rui, { by: aki.memberId, ...(callId !== undefined && { callId }) });

test("after ten minutes unread it is mailed, once, with who, what, which call and a link", async () => {
  const call = await aCall(aki, { title: "Renewal" });
  const id = await told(call.id);
  after(9);
  await sendDueNotices();
  expect(await mailed(rui)).toEqual([]);
  after(10);
  expect(await sendDueNotices()).toBe(1);
  expect(await sendDueNotices()).toBe(0);
  const url = `${env().appUrl}/notices/${id}`;
  const [email, ...others] = await mailed(rui);
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    url,
    lines: [{ kind: "reviewer_assigned", who: "Aki", call: "Renewal", url }],
    more: 0,
  });
  if (!email) throw new Error("no e-mail");
  expect(renderEmail("notice", "en", email)).toMatchObject({
    subject: "Aki asked you to review “Renewal”",
  });
  expect(renderEmail("notice", "ja", email).text).toContain(
    "Aki さんが「Renewal」のレビューを依頼しています",
  );
  const token = new URL(email.unsubscribeUrl ?? "").pathname.split("/").at(-1) ?? "";
  expect(readUnsubscribeToken(token)).toEqual({
    ...{ workspaceId: workspace.id, memberId: rui.memberId, topic: "kind:reviewer_assigned" },
  });
});

test("what was read meanwhile is not mailed", async () => {
  await markRead(rui, await told());
  after(60);
  expect(await sendDueNotices()).toBe(0);
  expect(await mailed(rui)).toEqual([]);
});

test("several that are due are one e-mail, which can be stopped as a whole", async () => {
  await told();
  await told();
  const admin = await aMember(workspace, { role: "admin" });
  await aNotice(admin, { by: aki.memberId });
  await db.$transaction((tx) =>
    notifyWorkspaceAdmins(tx, workspace.id, {
      kind: "storage_95",
      values: { day: "2026-11-25" },
    }),
  );
  after(15);
  expect(await sendDueNotices()).toBe(2);
  const [toRui] = await mailed(rui);
  expect([toRui?.lines.length, toRui?.url]).toEqual([2, `${env().appUrl}/notices`]);
  const [toAdmin] = await mailed(admin);
  expect(toAdmin?.lines.map(({ kind }) => kind).sort()).toEqual([
    "reviewer_assigned",
    "storage_95",
  ]);
  const token = new URL(toAdmin?.unsubscribeUrl ?? "").pathname.split("/").at(-1) ?? "";
  expect(readUnsubscribeToken(token).topic).toBe("kinds:all");
  if (toAdmin) expect(renderEmail("notice", "en", toAdmin).subject).toBe("2 new notifications");
});

test("what is about security cannot be stopped, and says so by having no way", async () => {
  const admin = await aMember(workspace, { role: "admin" });
  await db.$transaction((tx) =>
    notifyWorkspaceAdmins(tx, workspace.id, {
      kind: "chain_check_failed",
      values: { brokenAt: 2, unsealed: 0 },
    }),
  );
  await sendDueNotices();
  expect(await mailed(admin)).toMatchObject([{ unsubscribeUrl: null }]);
});

test("of a private call an e-mail says no more than that there is one", async () => {
  const call = await aCall(aki, { title: "Salaries of the board", visibility: "private" });
  await db.callGrant.create({
    data: {
      ...{ id: call.id, workspaceId: workspace.id, callId: call.id, memberId: rui.memberId },
      ...{ level: "view", source: "direct" },
    },
  });
  await told(call.id);
  after(10);
  await sendDueNotices();
  const [email] = await mailed(rui);
  expect(email).toMatchObject({ lines: [{ who: "Aki", call: null }] });
  if (!email) throw new Error("no e-mail");
  for (const language of ["en", "ja"] as const)
    expect(JSON.stringify(renderEmail("notice", language, email))).not.toContain("Salaries");
  expect(renderEmail("notice", "en", email).subject).toBe("Aki asked you to review a call");
});

test("a call that was closed to the reader, or deleted, is not mailed of, nor later", async () => {
  const [closed, deleted] = [await aCall(aki), await aCall(aki)];
  await told(closed.id);
  await told(deleted.id);
  await db.call.updateMany({ where: { id: closed.id }, data: { visibility: "private" } });
  await db.call.updateMany({ where: { id: deleted.id }, data: { state: "trashed" } });
  after(10);
  expect(await sendDueNotices()).toBe(0);
  await db.call.updateMany({ where: { id: closed.id }, data: { visibility: "team" } });
  after(20);
  expect(await sendDueNotices()).toBe(0);
  expect(await mailed(rui)).toEqual([]);
});

test("who has left gets none, nor do they when they come back", async () => {
  await told();
  const state = (to: "deactivated" | "active") =>
    db.member.updateMany({ where: { id: rui.memberId }, data: { state: to } });
  await state("deactivated");
  after(10);
  expect(await sendDueNotices()).toBe(0);
  await state("active");
  after(20);
  expect(await sendDueNotices()).toBe(0);
  expect(await mailed(rui)).toEqual([]);
});

test("without a way to send, notices stay in the product and are no e-mails of a later day", async () => {
  await told();
  mailIs({ hasMailPage: false, SMTP_URL: undefined });
  after(10);
  expect(await sendDueNotices()).toBe(0);
  mailIs({ hasMailPage: true });
  expect(await sendDueNotices()).toBe(0);
  expect(await db.notification.count({ where: { memberId: rui.memberId, readAt: null } })).toBe(1);
});

test("two workers at the same moment write one e-mail", async () => {
  await told();
  after(10);
  const counts = await Promise.all([1, 2, 3].map(() => sendDueNotices()));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await mailed(rui)).toHaveLength(1);
});
