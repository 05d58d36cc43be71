import { beforeEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aLiveCall, GUEST_ORIGIN } from "#tests/support/live-rows.ts";
import { findInvitation, invitationUrl, newInvitation } from "./invitation.server.ts";

let host: SignedIn;
beforeEach(async () => {
  host = await aMember(await aWorkspace({ name: "Kestrel" }), { name: "Mari" });
  await db.$executeRaw`DELETE FROM rate_limit`;
});
const open = (urlPath: string) => findInvitation(urlPath, GUEST_ORIGIN);

test("an invitation tells workspace, host and that the door is open", async () => {
  const call = await aLiveCall(host);
  expect(await open(call.urlPath)).toMatchObject({
    callId: call.callId,
    workspaceId: host.workspaceId,
    host: "Mari",
    workspace: { name: "Kestrel" },
    startsAt: null,
    isLocked: false,
  });
});

test("a link is 16 random bytes, of which the database holds a hash and what only our key reads", async () => {
  const call = await aLiveCall(host);
  const row = await db.sharedLink.findFirstOrThrow({ where: { callId: call.callId } });
  expect(Buffer.from(call.urlPath, "base64url")).toHaveLength(16);
  expect(JSON.stringify(row)).not.toContain(call.urlPath);
  expect(Buffer.from(row.urlEnc).toString("latin1")).not.toContain(call.urlPath);
  expect(invitationUrl(row.urlEnc)).toBe(`${env().appUrl}/shared/${call.urlPath}`);
});

test.each(["scheduled", "live"] as const)("a call that is %s can be entered", async (state) => {
  const call = await aLiveCall(host, { state });
  expect((await open(call.urlPath)).startsAt).toBeNull();
});

test.each(["ended", "available", "empty", "cancelled", "trashed", "purged"] as const)(
  "the link of a call that is %s has ended",
  async (state) => {
    const call = await aLiveCall(host, { state });
    await expect(open(call.urlPath)).rejects.toMatchObject({ code: "link_ended" });
  },
);

test("a planned call tells its time until then", async () => {
  const scheduledStart = new Date("2026-12-01T09:00:00Z");
  const call = await aLiveCall(host, { state: "scheduled", scheduledStart });
  const restart = stopClock(new Date("2026-12-01T08:59:59Z"));
  try {
    expect((await open(call.urlPath)).startsAt).toEqual(scheduledStart);
  } finally {
    restart();
  }
  const later = stopClock(new Date("2026-12-01T09:00:00Z"));
  try {
    expect((await open(call.urlPath)).startsAt).toBeNull();
  } finally {
    later();
  }
});

test("a link ends at its time, and at once when it is revoked", async () => {
  const call = await aLiveCall(host);
  const at = new Date("2026-11-21T12:00:00Z");
  const urlPath = await db.$transaction((tx) => newInvitation(tx, host, call.callId, at));
  const [before, after] = [new Date(at.getTime() - 1), at];
  const restart = stopClock(before);
  expect((await open(urlPath)).callId).toBe(call.callId);
  restart();
  const again = stopClock(after);
  await expect(open(urlPath)).rejects.toMatchObject({ code: "link_ended" });
  again();
  await db.sharedLink.updateMany({
    where: { callId: call.callId },
    data: { revokedAt: new Date(0) },
  });
  await expect(open(call.urlPath)).rejects.toMatchObject({ code: "link_ended" });
});

test("the links of a workspace that is gone lead nowhere", async () => {
  const call = await aLiveCall(host);
  await db.workspace.update({ where: { id: host.workspaceId }, data: { deletedAt: new Date() } });
  await expect(open(call.urlPath)).rejects.toMatchObject({ code: "not_found" });
});

test("a link of another kind is no invitation", async () => {
  const call = await aLiveCall(host);
  await db.sharedLink.updateMany({ where: { callId: call.callId }, data: { kind: "call" } });
  await expect(open(call.urlPath)).rejects.toMatchObject({ code: "not_found" });
});

const NOT_PATHS = [
  "",
  "x",
  "../../etc",
  "%00",
  "\u0000".repeat(22),
  "A".repeat(22),
  "A".repeat(9_999),
];
test.each(NOT_PATHS)("no call stands behind %j", async (urlPath) => {
  await expect(open(urlPath)).rejects.toMatchObject({ code: "not_found" });
});

test("whoever tries many addresses is made to wait; a real link still opens for others", async () => {
  const call = await aLiveCall(host);
  const wrong = (n: number) => open(`${"B".repeat(20)}${String(n).padStart(2, "0")}`);
  for (let n = 0; n < 60; n += 1)
    await expect(wrong(n)).rejects.toMatchObject({ code: "not_found" });
  await expect(wrong(60)).rejects.toMatchObject({ code: "rate_limited" });
  expect((await findInvitation(call.urlPath, { ...GUEST_ORIGIN, ip: "192.0.2.8" })).host).toBe(
    "Mari",
  );
});
