import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { listNotices, openNotice } from "../notification/inbox.server.ts";
import { listNewOwners, transferCall } from "./transfer.server.ts";

await queueForFile();

const aHouse = async () => {
  const workspace = await aWorkspace();
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  return {
    owner: await aMember(workspace, { teams: [team] }),
    mate: await aMember(workspace, { teams: [team] }),
    manager: await aMember(workspace, { role: "manager", teams: [team] }),
    elsewhere: await aMember(workspace, { role: "manager", teams: [away] }),
    admin: await aMember(workspace, { role: "admin" }),
  };
};
const noticesOf = async (actor: SignedIn) => (await listNotices(actor, { after: null })).notices;
const ownerOf = async (id: string) => (await db.call.findFirstOrThrow({ where: { id } })).ownerId;

test("a call is given away by its owner, a manager in scope or an admin, and it is an entry", async () => {
  const { owner, mate, manager, elsewhere, admin } = await aHouse();
  for (const actor of [owner, manager, admin]) {
    const call = await aCall(owner);
    await transferCall(actor, call.id, mate.memberId);
    expect(await ownerOf(call.id)).toBe(mate.memberId);
    const [entry] = await db.auditEntry.findMany({ where: { target: call.id } });
    expect(entry).toMatchObject({
      event: "call.transferred",
      log: "user",
      actor: actor.memberId,
      before: `{"owner":"${owner.memberId}"}`,
      after: `{"owner":"${mate.memberId}"}`,
    });
  }
  const call = await aCall(owner);
  await expect(transferCall(mate, call.id, mate.memberId)).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(transferCall(elsewhere, call.id, mate.memberId)).rejects.toMatchObject({
    code: "not_found",
  });
  const hidden = await aCall(owner, { visibility: "private" });
  for (const actor of [manager, admin])
    await expect(transferCall(actor, hidden.id, mate.memberId)).rejects.toMatchObject({
      code: "not_found",
    });
  await transferCall(owner, hidden.id, mate.memberId);
  await expect(transferCall(owner, hidden.id, owner.memberId)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the new owner gets a notice each time, and none who takes a call over themselves", async () => {
  const { owner, mate, admin } = await aHouse();
  const call = await aCall(owner, { title: "Renewal", visibility: "private" });
  await transferCall(owner, call.id, mate.memberId);
  const [first] = await noticesOf(mate);
  expect(first).toMatchObject({
    ...{ kind: "call_handed_over", by: owner.name, isUnread: true },
    about: { kind: "call", title: "Renewal" },
  });
  expect(await openNotice(mate, first?.id ?? "")).toBe(`/playback/${call.id}`);
  await transferCall(mate, call.id, owner.memberId);
  await transferCall(owner, call.id, mate.memberId);
  expect((await noticesOf(mate)).map(({ isUnread }) => isUnread)).toEqual([true]);
  const seen = await aCall(owner, { visibility: "workspace" });
  await transferCall(admin, seen.id, admin.memberId);
  expect(await noticesOf(admin)).toEqual([]);
});

test("only an active colleague who runs no call of their own can take a running one", async () => {
  const { owner, mate, admin } = await aHouse();
  const stranger = await aMember(await aWorkspace());
  const out = await aMember({ id: owner.workspaceId });
  await db.member.updateMany({ where: { id: out.memberId }, data: { state: "deactivated" } });
  const live = await aLiveCall(owner);
  for (const id of [stranger.memberId, out.memberId, owner.memberId, randomUUID()])
    await expect(transferCall(owner, live.callId, id)).rejects.toMatchObject({
      fields: { memberId: ["invalid_choice"] },
    });
  await aLiveCall(mate);
  await expect(transferCall(owner, live.callId, mate.memberId)).rejects.toMatchObject({
    fields: { memberId: ["heir_busy"] },
  });
  await transferCall(owner, live.callId, admin.memberId);
  expect(await ownerOf(live.callId)).toBe(admin.memberId);
  const offered = (await listNewOwners(owner, admin.memberId)).map(({ id }) => id);
  expect(offered).toContain(mate.memberId);
  for (const id of [stranger.memberId, out.memberId, admin.memberId])
    expect(offered).not.toContain(id);
});
