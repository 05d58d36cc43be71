import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { startQueue } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { findMember } from "../account/session.server.ts";
import { findWatch } from "../live/watch.server.ts";
import { actOnCall } from "../live/actions.server.ts";
import { waitingOf } from "../live/stream.server.ts";
import { beginUploadForm } from "../recording/upload.schema.ts";
import { beginUpload, getUpload } from "../recording/upload.server.ts";
import { changeMembers } from "./change-members.server.ts";
import { memberIntent } from "./member.schema.ts";

const ORIGIN: Origin = { ip: null, agent: "test", requestId: null };
let stopQueue: () => Promise<void>;
let admin: SignedIn;
let leaver: SignedIn;
let heir: SignedIn;
beforeAll(async () => {
  stopQueue = await startQueue();
});
afterAll(() => stopQueue());
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  admin = await aMember(workspace, { role: "admin" });
  leaver = await aMember(workspace, { teams: [team] });
  heir = await aMember(workspace, { teams: [team] });
});
const deactivate = (heirId?: string) =>
  changeMembers(
    admin,
    memberIntent.parse({
      intent: "deactivate",
      memberId: leaver.memberId,
      ...(heirId !== undefined && { heirId }),
    }),
  );

test("a running call goes on under the heir, who finds the door with everybody who waits at it", async () => {
  const call = await aLiveCall(leaver);
  const { guestId } = await aGuest(call);
  const ref = { workspaceId: call.workspaceId, callId: call.callId };
  expect((await findWatch(heir, call.callId))?.standing).not.toBe("host");
  await deactivate(heir.memberId);
  expect(await findMember(leaver.token, ORIGIN)).toBeNull();
  expect(await findWatch(heir, call.callId)).toEqual({ standing: "host", isOver: false });
  expect((await waitingOf(ref)).map((guest) => guest.guestId)).toEqual([guestId]);
  await actOnCall(heir, call.callId, { intent: "admit", guestId });
  expect(await db.guest.findFirstOrThrow({ where: { id: guestId } })).toMatchObject({
    state: "admitted",
    decidedById: heir.memberId,
  });
  expect(await db.sharedLink.findFirstOrThrow({ where: { callId: call.callId } })).toMatchObject({
    createdBy: heir.memberId,
    revokedAt: null,
  });
});

test("an heir who runs a call cannot take over another one that runs", async () => {
  await aLiveCall(leaver);
  await aLiveCall(heir);
  await expect(deactivate(heir.memberId)).rejects.toMatchObject({
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
  await expect(getUpload(heir, id)).rejects.toMatchObject({ code: "not_found" });
  await deactivate(heir.memberId);
  expect(await getUpload(heir, id)).toMatchObject({ id, memberId: heir.memberId });
  await expect(getUpload(leaver, id)).rejects.toMatchObject({ code: "not_found" });
});

test("what went to whom is one entry, and a sign-up link outlives its maker", async () => {
  await aCall(leaver);
  await changeMembers(admin, memberIntent.parse({ intent: "make_link", role: "rep" }));
  await db.signUpLink.updateMany({
    where: { workspaceId: leaver.workspaceId },
    data: { createdBy: leaver.memberId },
  });
  await deactivate(heir.memberId);
  const [entry] = await db.auditEntry.findMany({
    where: { workspaceId: admin.workspaceId, event: "member.deactivated" },
  });
  expect(JSON.parse(entry?.after ?? "")).toEqual({
    heir: heir.memberId,
    calls: 1,
    uploads: 0,
    links: 1,
  });
  expect(
    await db.signUpLink.findFirstOrThrow({ where: { workspaceId: leaver.workspaceId } }),
  ).toMatchObject({ createdBy: heir.memberId, revokedAt: null });
});
