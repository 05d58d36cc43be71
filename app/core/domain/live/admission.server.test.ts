import { beforeEach, expect, test } from "vitest";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { guestIdentity, repIdentity } from "#app/core/platform/livekit-names.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import {
  aGuest,
  aLiveCall,
  asGuest,
  GUEST_ORIGIN,
  isInRoom,
  type LiveRows,
} from "#tests/support/live-rows.ts";
import type { Member } from "../access/actor.ts";
import { admitGuest, lockRoom, refuseGuest, removeGuest } from "./admission.server.ts";
import { findOrders } from "./recorder-orders.server.ts";

let host: SignedIn;
let call: LiveRows;
let team: { id: string };
let workspace: { id: string };
beforeEach(async () => {
  workspace = await aWorkspace();
  team = await aTeam(workspace);
  host = await aMember(workspace, { teams: [team] });
  call = await aLiveCall(host);
});

const stateOf = async (guestId: string) =>
  (await db.guest.findFirstOrThrow({ where: { id: guestId } })).state;
const eventsOf = async () =>
  (await db.auditEntry.findMany({ where: { workspaceId: host.workspaceId } })).map(
    ({ event, actorKind, actor }) => [event, actorKind, actor],
  );
/** People in the room: participants with somebody of theirs present. */
async function fill(guests: number, members: number): Promise<void> {
  for (let n = 0; n < guests; n += 1) {
    const person = await aParticipant({ id: call.callId, workspaceId: call.workspaceId });
    const { guestId } = await aGuest(call, { state: "admitted", participantId: person.id });
    await isInRoom(call, person.id, guestIdentity(guestId));
  }
  for (let n = 0; n < members; n += 1) {
    const person = await aParticipant({ id: call.callId, workspaceId: call.workspaceId });
    await isInRoom(call, person.id, repIdentity(newId(), "tab-of-one"));
    await isInRoom(call, person.id, repIdentity(newId(), "tab-of-two"));
  }
}

test("who is let in becomes a participant, and the ledger has what they were shown and answered", async () => {
  const { guestId } = await aGuest(call, { name: "Haruki" });
  await admitGuest(host, call.callId, guestId);
  const guest = await db.guest.findFirstOrThrow({ where: { id: guestId } });
  expect(guest).toMatchObject({ state: "admitted", decidedById: host.memberId });
  const person = await db.participant.findFirstOrThrow({
    where: { id: guest.participantId ?? "" },
  });
  expect(person).toMatchObject({
    side: "C",
    role: "customer",
    name: "Haruki",
    consent: "agreed",
    isRecorded: true,
    lane: 1,
  });
  const [line, ...more] = await db.consentRecord.findMany({ where: { callId: call.callId } });
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    participantId: person.id,
    name: "Haruki",
    policy: 1,
    method: "page",
    answer: "agreed",
    ip: GUEST_ORIGIN.ip,
  });
  expect(Buffer.from(line?.textHash ?? []).equals(Buffer.from(hashOf("a text")))).toBe(true);
  expect(await db.call.findFirstOrThrow({ where: { id: call.callId } })).toMatchObject({
    consent: "agreed",
  });
  expect(await eventsOf()).toEqual(
    expect.arrayContaining([
      ["guest.admitted", "member", host.memberId],
      ["consent.recorded", "guest", guestId],
    ]),
  );
});

test("without consent they come in, are never subscribed, and the call's consent is partial", async () => {
  const { guestId } = await aGuest(call, { consent: "unrecorded" });
  await admitGuest(host, call.callId, guestId);
  const { participantId } = await db.guest.findFirstOrThrow({ where: { id: guestId } });
  expect(
    await db.participant.findFirstOrThrow({ where: { id: participantId ?? "" } }),
  ).toMatchObject({ isRecorded: false, consent: "unrecorded" });
  expect((await findOrders(call.callId))?.skipped).toEqual([guestIdentity(guestId)]);
  expect(await db.call.findFirstOrThrow({ where: { id: call.callId } })).toMatchObject({
    consent: "partly",
  });
  expect(await db.consentRecord.findFirstOrThrow({ where: { callId: call.callId } })).toMatchObject(
    { answer: "unrecorded" },
  );
});

test("two hands at one door let a guest in once", async () => {
  const { guestId } = await aGuest(call);
  const done = await Promise.allSettled(
    [1, 2, 3].map(() => admitGuest(host, call.callId, guestId)),
  );
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.consentRecord.count({ where: { callId: call.callId } })).toBe(1);
  expect(await db.participant.count({ where: { callId: call.callId, side: "C" } })).toBe(1);
});

test("what cannot be audited is not done", async () => {
  const { guestId } = await aGuest(call);
  const person = await aParticipant({ id: call.callId, workspaceId: call.workspaceId });
  const inside = await aGuest(call, { state: "admitted", participantId: person.id });
  const broken = { ...host, origin: { ...host.origin, ip: "no address" } };
  for (const act of [admitGuest, refuseGuest])
    await expect(act(broken, call.callId, guestId)).rejects.toThrow();
  await expect(removeGuest(broken, call.callId, inside.guestId)).rejects.toThrow();
  await expect(lockRoom(broken, call.callId, true)).rejects.toThrow();
  expect(await stateOf(guestId)).toBe("waiting");
  expect(await stateOf(inside.guestId)).toBe("admitted");
  expect((await db.call.findFirstOrThrow({ where: { id: call.callId } })).isLocked).toBe(false);
  expect(await db.consentRecord.count({ where: { callId: call.callId } })).toBe(0);
  expect(await db.participant.count({ where: { callId: call.callId, side: "C" } })).toBe(1);
});

test("the door is the host's: colleagues who see the call are refused, others know of no such guest", async () => {
  const { guestId } = await aGuest(call);
  const mate = await aMember(workspace, { teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const away = await aMember(workspace);
  const foreign = await aMember(await aWorkspace(), { role: "admin" });
  const acts = [
    (actor: Member) => admitGuest(actor, call.callId, guestId),
    (actor: Member) => refuseGuest(actor, call.callId, guestId),
    (actor: Member) => removeGuest(actor, call.callId, guestId),
    (actor: Member) => lockRoom(actor, call.callId, true),
  ];
  for (const act of acts) {
    for (const actor of [mate, admin])
      await expect(act(actor)).rejects.toMatchObject({ code: "forbidden" });
    for (const actor of [away, foreign])
      await expect(act(actor)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await stateOf(guestId)).toBe("waiting");
});

test("a guest of another call, or nobody, is not at this door", async () => {
  const other = await aLiveCall(await aMember(workspace, { teams: [team] }));
  const { guestId } = await aGuest(other);
  const foreign = await aLiveCall(await aMember(await aWorkspace()));
  const far = await aGuest(foreign);
  for (const id of [guestId, far.guestId, newId()])
    for (const act of [admitGuest, refuseGuest, removeGuest])
      await expect(act(host, call.callId, id)).rejects.toMatchObject({ code: "not_found" });
  expect([await stateOf(guestId), await stateOf(far.guestId)]).toEqual(["waiting", "waiting"]);
});

test.each([
  ["admitted", ["admit", "refuse"]],
  ["refused", ["admit", "refuse", "remove"]],
  ["removed", ["admit", "refuse", "remove"]],
  ["waiting", ["remove"]],
  ["left", ["admit", "refuse"]],
] as const)("what does not follow from %s is refused", async (state, refused) => {
  const person = await aParticipant({ id: call.callId, workspaceId: call.workspaceId });
  const wasIn = state === "admitted" || state === "removed" || state === "left";
  const { guestId } = await aGuest(call, { state, participantId: wasIn ? person.id : null });
  const acts = { admit: admitGuest, refuse: refuseGuest, remove: removeGuest };
  for (const name of refused)
    await expect(acts[name](host, call.callId, guestId)).rejects.toMatchObject({
      code: "invalid_state",
    });
  expect(await stateOf(guestId)).toBe(state);
});

test("into a locked room nobody is let in; who waits keeps the place until it is open", async () => {
  const { guestId } = await aGuest(call);
  await lockRoom(host, call.callId, true);
  await expect(admitGuest(host, call.callId, guestId)).rejects.toMatchObject({
    code: "invalid_state",
  });
  expect(await stateOf(guestId)).toBe("waiting");
  await lockRoom(host, call.callId, false);
  await admitGuest(host, call.callId, guestId);
  expect((await eventsOf()).map(([event]) => event)).toEqual(
    expect.arrayContaining(["room.locked", "room.unlocked"]),
  );
});

test("once the call is over the door is shut", async () => {
  const { guestId } = await aGuest(call);
  await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
  for (const act of [admitGuest, refuseGuest, removeGuest])
    await expect(act(host, call.callId, guestId)).rejects.toMatchObject({ code: "invalid_state" });
});

test("ten guests are in at most; one who has gone makes room", async () => {
  await fill(9, 1);
  const tenth = await aGuest(call);
  await admitGuest(host, call.callId, tenth.guestId);
  const eleventh = await aGuest(call);
  await expect(admitGuest(host, call.callId, eleventh.guestId)).rejects.toMatchObject({
    code: "limit_reached",
  });
  await db.participantPresence.updateMany({
    where: { callId: call.callId, identity: { startsWith: "g:" } },
    data: { leftMs: 1 },
  });
  await admitGuest(host, call.callId, eleventh.guestId);
});

test("twenty people are in at most, each counted once however many tabs they have", async () => {
  await fill(4, 16);
  const late = await aGuest(call);
  await expect(admitGuest(host, call.callId, late.guestId)).rejects.toMatchObject({
    code: "limit_reached",
    fields: { "": ["limit_reached?n=20&max=20"] },
  });
});

test("two who are let in at once do not both get the last place", async () => {
  await fill(9, 1);
  const [one, two] = [await aGuest(call), await aGuest(call)];
  const done = await Promise.allSettled(
    [one, two].map(({ guestId }) => admitGuest(host, call.callId, guestId)),
  );
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("who is removed is skipped by the recorder and thrown out whenever they come, and what they said before stays theirs", async () => {
  const { guestId, secret } = await aGuest(call);
  await admitGuest(host, call.callId, guestId);
  const { participantId } = await asGuest(secret);
  await removeGuest(host, call.callId, guestId);
  const orders = await findOrders(call.callId);
  expect(orders?.skipped).toContain(guestIdentity(guestId));
  expect(orders?.removed).toContain(guestIdentity(guestId));
  expect(
    await db.participant.findFirstOrThrow({ where: { id: participantId ?? "" } }),
  ).toMatchObject({ isRecorded: true });
  expect((await eventsOf()).map(([event]) => event)).toContain("guest.removed");
});
