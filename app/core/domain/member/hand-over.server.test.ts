import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { findMember } from "../account/session.server.ts";
import { findWatch } from "../live/watch.server.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { waitingOf } from "../live/stream.server.ts";
import { beginUploadForm } from "../recording/upload.schema.ts";
import { beginUpload, getUpload } from "../recording/upload.server.ts";
import { listNotices, openNotice } from "../notification/inbox.server.ts";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import { waitsForLock } from "#tests/support/locks.ts";

const ORIGIN: Origin = { ip: null, agent: "test", requestId: null };
await queueForFile();
let admin: SignedIn;
let leaver: SignedIn;
let successor: SignedIn;
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  admin = await aMember(workspace, { role: "admin" });
  leaver = await aMember(workspace, { teams: [team] });
  successor = await aMember(workspace, { teams: [team] });
});
const deactivate = (heirId: string) =>
  askCommand(
    membersCommands,
    admin,
    { intent: "deactivate", memberId: leaver.memberId, heirId },
    {},
  );

test("a running call goes on under the heir, who finds the door with everybody who waits at it", async () => {
  const call = await aLiveCall(leaver);
  const { guestId } = await aGuest(call);
  const ref = { workspaceId: call.workspaceId, callId: call.callId };
  expect((await findWatch(successor, call.callId))?.callRole).not.toBe("host");
  await deactivate(successor.memberId);
  expect(await findMember(leaver.token, ORIGIN)).toBeNull();
  expect(await findWatch(successor, call.callId)).toEqual({ callRole: "host", isOver: false });
  expect((await waitingOf(ref)).map((guest) => guest.guestId)).toEqual([guestId]);
  await actOnCall(successor, call.callId, { intent: "admit", guestId });
  expect(await db.guest.findFirstOrThrow({ where: { id: guestId } })).toMatchObject({
    state: "admitted",
    decidedById: successor.memberId,
  });
  expect(await db.sharedLink.findFirstOrThrow({ where: { callId: call.callId } })).toMatchObject({
    createdBy: successor.memberId,
    revokedAt: null,
  });
});

test("an heir who runs a call cannot take over another one that runs", async () => {
  await aLiveCall(leaver);
  await aLiveCall(successor);
  await expect(deactivate(successor.memberId)).rejects.toMatchObject({
    code: "validation_failed",
    fields: { heirId: ["heir_busy"] },
  });
  expect(await findMember(leaver.token, ORIGIN)).not.toBeNull();
  expect(await db.call.count({ where: { ownerId: leaver.memberId } })).toBe(1);
  await aCall(leaver);
  await deactivate(admin.memberId);
  expect(await db.call.count({ where: { ownerId: admin.memberId } })).toBe(2);
});

test("an upload under way is the heir's to see, go on with and discard", async () => {
  const form = beginUploadForm.parse({ consent: true, files: [{ name: "a.wav", size: 8 }] });
  const { uploads } = await beginUpload(leaver, form);
  const id = uploads[0]?.id ?? "";
  await expect(getUpload(successor, id)).rejects.toMatchObject({ code: "not_found" });
  await deactivate(successor.memberId);
  expect(await getUpload(successor, id)).toMatchObject({ id, memberId: successor.memberId });
  await expect(getUpload(leaver, id)).rejects.toMatchObject({ code: "not_found" });
});

test("a new owner is asked for whatever there is to own, and the refusal says nothing of it", async () => {
  const refused = { code: "validation_failed", fields: { heirId: ["heir_needed"] } };
  await expect(deactivate("")).rejects.toMatchObject(refused);
  await aCall(leaver, { visibility: "private" });
  await expect(deactivate("")).rejects.toMatchObject(refused);
  expect(await findMember(leaver.token, ORIGIN)).not.toBeNull();
});

test("to whom all went is one entry without a number, and a sign-up link outlives its maker", async () => {
  const call = await aCall(leaver);
  const clip = await aClip(call, leaver);
  await askCommand(membersCommands, admin, { intent: "make_link", role: "rep" }, {});
  await db.signUpLink.updateMany({
    where: { workspaceId: leaver.workspaceId },
    data: { createdBy: leaver.memberId },
  });
  await deactivate(successor.memberId);
  const [entry] = await db.auditEntry.findMany({
    where: { workspaceId: admin.workspaceId, event: "member.deactivated" },
  });
  expect(JSON.parse(entry?.after ?? "")).toEqual({
    successor: successor.memberId,
  });
  expect(
    await db.signUpLink.findFirstOrThrow({ where: { workspaceId: leaver.workspaceId } }),
  ).toMatchObject({ createdBy: successor.memberId, revokedAt: null });
  expect(await db.clip.findFirstOrThrow({ where: { id: clip.id } })).toMatchObject({
    ownerId: successor.memberId,
  });
});

test("the heir alone gets a notice, with the name of who left, and only where there was anything", async () => {
  await deactivate(successor.memberId);
  expect(await db.notification.count({ where: { workspaceId: admin.workspaceId } })).toBe(0);
  const other = await aMember({ id: admin.workspaceId }, { name: "Noor Haddad" });
  await aCall(other, { visibility: "private" });
  const form = { intent: "deactivate", memberId: other.memberId, heirId: successor.memberId };
  await askCommand(membersCommands, admin, form, {});
  const { notices } = await listNotices(successor, { after: null });
  expect(notices).toMatchObject([
    { kind: "calls_handed_over", by: admin.name, about: { kind: "member", title: "Noor Haddad" } },
  ]);
  expect(await openNotice(successor, notices[0]?.id ?? "")).toBe(
    `/recordings?owner=${successor.memberId}`,
  );
  expect(await db.notification.count({ where: { workspaceId: admin.workspaceId } })).toBe(1);
});

test("rights on single calls and links to other people's calls end with their holder", async () => {
  const call = await aCall(successor, { visibility: "private" });
  const { workspaceId } = call;
  await db.callGrant.create({
    data: {
      id: newId(),
      workspaceId,
      callId: call.id,
      memberId: leaver.memberId,
      level: "view",
      source: "direct",
    },
  });
  const live = await aLiveCall(successor);
  await db.sharedLink.updateMany({
    where: { workspaceId, callId: live.callId },
    data: { createdBy: leaver.memberId },
  });
  expect(await findMember(leaver.token, ORIGIN)).not.toBeNull();
  await deactivate(successor.memberId);
  expect(await db.callGrant.count({ where: { workspaceId } })).toBe(0);
  expect(await db.sharedLink.findFirstOrThrow({ where: { workspaceId } })).toMatchObject({
    revokedWhy: "maker_deactivated",
  });
  expect(await db.sharedLink.count({ where: { workspaceId, revokedAt: null } })).toBe(0);
});

test("an heir who begins a call at the very moment is busy, and nothing is handed over", async () => {
  const { callId } = await aLiveCall(leaver);
  const own = await aCall(successor);
  let asked: Promise<unknown> = Promise.resolve();
  await db.$transaction(async (tx) => {
    // Begun, but not committed when the deactivation looks whether they run one.
    await tx.call.updateMany({ where: { id: own.id }, data: { kind: "room", state: "live" } });
    asked = deactivate(successor.memberId);
    asked.catch(() => undefined);
    await waitsForLock();
  });
  await expect(asked).rejects.toMatchObject({ fields: { heirId: ["heir_busy"] } });
  expect(await db.call.findFirstOrThrow({ where: { id: callId } })).toMatchObject({
    ownerId: leaver.memberId,
  });
  expect(await findMember(leaver.token, ORIGIN)).not.toBeNull();
});
