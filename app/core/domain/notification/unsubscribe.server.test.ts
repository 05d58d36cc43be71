import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { aNotice } from "#tests/support/notices.ts";
import { readNoticePreferences, NO_EMAILS } from "./notice-choices.ts";
import { changeNoticeChoices } from "./notice-preferences.server.ts";
import { readUnsubscribeToken, unsubscribe, unsubscribeUrl } from "./unsubscribe.server.ts";

const ORIGIN = { ip: "192.0.2.7", agent: "Mail", requestId: null };
const tokenOf = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";
const choicesOf = async (memberId: string) =>
  readNoticePreferences((await db.member.findFirstOrThrow({ where: { id: memberId } })).preferences)
    .choices;

test("a token ends its topic alone, without a sign-in, and as often as it is sent", async () => {
  const [rui, aki] = [await aMember(await aWorkspace()), await aMember(await aWorkspace())];
  const noticeId = await aNotice(rui);
  const token = tokenOf(unsubscribeUrl(rui, "kind:reviewer_assigned"));
  await unsubscribe(token, ORIGIN);
  expect(await choicesOf(rui.memberId)).toEqual({ reviewer_assigned: "never" });
  expect(await choicesOf(aki.memberId)).toEqual({});
  const { mailDueAt, readAt } = await db.notification.findFirstOrThrow({ where: { id: noticeId } });
  expect([mailDueAt, readAt]).toEqual([null, null]);
  await changeNoticeChoices(rui, { mention: "digest" });
  await unsubscribe(token, ORIGIN);
  expect(await choicesOf(rui.memberId)).toEqual({
    ...{ reviewer_assigned: "never", mention: "digest" },
  });
  await unsubscribe(tokenOf(unsubscribeUrl(rui, "kinds:all")), ORIGIN);
  expect(await choicesOf(rui.memberId)).toEqual(NO_EMAILS);
  const entries = await db.auditEntry.findMany({
    where: { workspaceId: rui.workspaceId, event: "preferences.changed" },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ after }) => after)).toContain('{"unsubscribed":"kinds:all"}');
});

test("a token that is not whole, or of another topic or person, ends nothing", async () => {
  const [rui, other] = [await aMember(await aWorkspace()), await aMember(await aWorkspace())];
  const token = tokenOf(unsubscribeUrl(rui, "kind:mention"));
  const theirs = tokenOf(unsubscribeUrl(other, "kinds:all"));
  const SIGNATURE = 43;
  const claims = Buffer.from(JSON.stringify([rui.workspaceId, rui.memberId, "kinds:all"]));
  const forged = [
    "",
    "x",
    token.slice(0, -1),
    `${token}x`,
    token.slice(1),
    token.slice(0, -SIGNATURE),
    // Another one's signature, and none of ours, under claims that read well.
    `${token.slice(0, -SIGNATURE)}${theirs.slice(-SIGNATURE)}`,
    `${claims.toString("base64url")}${token.slice(-SIGNATURE)}`,
    `${claims.toString("base64url")}${"A".repeat(SIGNATURE)}`,
    "ü".repeat(SIGNATURE),
  ];
  for (const one of forged) {
    expect(() => readUnsubscribeToken(one)).toThrow(expect.objectContaining({ code: "not_found" }));
    await expect(unsubscribe(one, ORIGIN)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await choicesOf(rui.memberId)).toEqual({});
  expect(readUnsubscribeToken(token)).toEqual({
    ...{ workspaceId: rui.workspaceId, memberId: rui.memberId, topic: "kind:mention" },
  });
});

test("of a saved view its digest ends, and no other", async () => {
  const rui = await aMember(await aWorkspace());
  const { workspaceId, memberId } = rui;
  const aView = async () => {
    const id = newId();
    await db.savedView.create({
      data: {
        ...{ id, workspaceId, ownerId: memberId, name: id, folded: id },
        ...{ page: "recordings", query: "" },
      },
    });
    await db.viewDigest.create({
      data: { workspaceId, viewId: id, memberId, pace: "daily", dueAt: new Date() },
    });
    return id;
  };
  const [one, two] = [await aView(), await aView()];
  await unsubscribe(tokenOf(unsubscribeUrl(rui, `view:${one}`)), ORIGIN);
  const left = await db.viewDigest.findMany({ where: { workspaceId } });
  expect(left.map(({ viewId }) => viewId)).toEqual([two]);
  expect(await choicesOf(memberId)).toEqual({});
});

test("of who was removed nothing is left to end", async () => {
  const rui = await aMember(await aWorkspace());
  const gone = { workspaceId: rui.workspaceId, memberId: newId() };
  await unsubscribe(tokenOf(unsubscribeUrl(gone, "kinds:all")), ORIGIN);
  expect(await db.auditEntry.count({ where: { workspaceId: rui.workspaceId } })).toBe(0);
});
