import { beforeEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { guestIdentity } from "#app/core/platform/livekit-names.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import {
  aGuest,
  aLiveCall,
  asGuest,
  builtInConsent,
  GUEST_ORIGIN,
  isInRoom,
  type LiveRows,
} from "#tests/support/live-rows.ts";
import { consentHash } from "./consent-text.server.ts";
import { admitGuest, refuseGuest, removeGuest } from "./admission.server.ts";
import { findGuest, deleteExpiredGuests, guestToken, requestToJoin } from "./guest.server.ts";
import { visit } from "#tests/support/commands.ts";
import type { JoinRequest } from "./lobby-forms.schema.ts";
import { waitingOf } from "./stream.server.ts";

const WORKSPACE = "Kestrel";
const shown = builtInConsent("en", WORKSPACE);
const answer: JoinRequest = {
  name: "Haruki",
  email: null,
  consent: "agreed",
  consentHash: consentHash(shown),
};
const MINUTE = 60_000;

let host: SignedIn;
let call: LiveRows;
beforeEach(async () => {
  host = await aMember(await aWorkspace({ name: WORKSPACE }));
  call = await aLiveCall(host);
  await db.$executeRaw`DELETE FROM rate_limit`;
});

const requestToJoinAs = async (
  input: Partial<JoinRequest> = {},
  secret: string | null = null,
  origin = GUEST_ORIGIN,
): Promise<string> => {
  const known = secret === null ? null : await findGuest(secret, origin);
  const requested = await requestToJoin(
    call.urlPath,
    known,
    { ...answer, ...input },
    origin,
    builtInConsent,
  );
  return requested.secret ?? secret ?? expect.fail("no cookie");
};
const rowOf = (secret: string) =>
  db.guest.findFirstOrThrow({ where: { tokenHash: hashOf(secret) } });
const guestIdOf = async (secret: string): Promise<string> => (await rowOf(secret)).id;

/** Everything that stays of a call. */
const recordOf = async ({ workspaceId, callId }: LiveRows) => ({
  people: await db.participant.count({ where: { workspaceId, callId } }),
  answers: await db.consentRecord.count({ where: { workspaceId, callId } }),
  entries: await db.auditEntry.count({ where: { workspaceId } }),
});

test("whoever knocks waits, and is known again by a cookie of which only the hash is stored", async () => {
  const secret = await requestToJoinAs();
  const guest = await asGuest(secret);
  expect(guest).toMatchObject({ kind: "guest", callId: call.callId, state: "waiting" });
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(JSON.stringify(await rowOf(secret))).not.toContain(secret);
  expect(await findGuest(`${secret}x`, GUEST_ORIGIN)).toBeNull();
  expect(await waitingOf(call)).toEqual([
    expect.objectContaining({ guestId: guest.guestId, name: "Haruki", consent: "agreed" }),
  ]);
});

test("knocking leaves nothing in the record, the ledger or the audit, and neither does a refusal of the guest", async () => {
  const before = await recordOf(call);
  const secret = await requestToJoinAs({ name: "Somebody Unheard" });
  expect(await recordOf(call)).toEqual(before);
  await refuseGuest(host, call.callId, await guestIdOf(secret));
  const after = await recordOf(call);
  expect(after).toEqual({ ...before, entries: before.entries + 1 }); // what the host did
  const entries = await db.auditEntry.findMany({ where: { workspaceId: call.workspaceId } });
  expect(JSON.stringify(entries)).not.toContain("Somebody Unheard");
  expect(JSON.stringify(entries)).not.toContain(GUEST_ORIGIN.ip);
});

test("the answer must be to the text that is shown now, in any of its languages", async () => {
  await requestToJoinAs({ consentHash: consentHash(builtInConsent("ja", WORKSPACE)) });
  await expect(requestToJoinAs({ consentHash: consentHash("another text") })).rejects.toMatchObject(
    {
      code: "validation_failed",
      fields: { consentHash: ["consent_changed"] },
    },
  );
  await db.workspace.update({
    where: { id: call.workspaceId },
    data: { settings: { consent: { text: { en: "Our own text." } } } },
  });
  await expect(requestToJoinAs()).rejects.toMatchObject({
    fields: { consentHash: ["consent_changed"] },
  });
  await requestToJoinAs({ consentHash: consentHash("Our own text.") });
});

test("joining without being recorded is offered unless the workspace says no", async () => {
  const secret = await requestToJoinAs({ consent: "unrecorded" });
  expect((await rowOf(secret)).consent).toBe("unrecorded");
  await db.workspace.update({
    where: { id: call.workspaceId },
    data: { settings: { consent: { allowsUnrecorded: false } } },
  });
  await expect(requestToJoinAs({ consent: "unrecorded" })).rejects.toMatchObject({
    code: "validation_failed",
    fields: { consent: ["invalid_choice"] },
  });
});

test("before its time nobody knocks; after its end nobody does either", async () => {
  await db.call.updateMany({
    where: { id: call.callId },
    data: { state: "scheduled", scheduledStart: new Date(Date.now() + 60 * MINUTE) },
  });
  await expect(requestToJoinAs()).rejects.toMatchObject({ code: "invalid_state" });
  await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
  await expect(requestToJoinAs()).rejects.toMatchObject({ code: "link_ended" });
  expect(await db.guest.count({ where: { callId: call.callId } })).toBe(0);
});

test("somebody who waits may change name and answer without standing there twice", async () => {
  const secret = await requestToJoinAs();
  expect(await requestToJoinAs({ name: "Haruki Okabe", consent: "unrecorded" }, secret)).toBe(
    secret,
  );
  expect(await waitingOf(call)).toEqual([
    expect.objectContaining({ name: "Haruki Okabe", consent: "unrecorded" }),
  ]);
});

test("who was refused or removed does not knock again with the same browser", async () => {
  const refused = await requestToJoinAs();
  await refuseGuest(host, call.callId, await guestIdOf(refused));
  await expect(requestToJoinAs({}, refused)).rejects.toMatchObject({ code: "forbidden" });
  const removed = await requestToJoinAs();
  await admitGuest(host, call.callId, await guestIdOf(removed));
  await removeGuest(host, call.callId, await guestIdOf(removed));
  await expect(requestToJoinAs({}, removed)).rejects.toMatchObject({ code: "forbidden" });
  expect((await asGuest(removed)).state).toBe("removed");
});

test("who left comes back to the same lane, unless under another name or with another answer", async () => {
  const secret = await requestToJoinAs();
  await admitGuest(host, call.callId, await guestIdOf(secret));
  const before = await asGuest(secret);
  await visit(call.urlPath, before, { intent: "leave" }, GUEST_ORIGIN);
  expect((await asGuest(secret)).state).toBe("left");
  expect(await requestToJoinAs({}, secret)).toBe(secret);
  await admitGuest(host, call.callId, before.guestId);
  expect((await asGuest(secret)).participantId).toBe(before.participantId);

  await visit(call.urlPath, before, { intent: "leave" }, GUEST_ORIGIN);
  const other = await requestToJoinAs({ consent: "unrecorded" }, secret);
  expect(other).not.toBe(secret);
  await admitGuest(host, call.callId, await guestIdOf(other));
  const people = await db.participant.findMany({
    where: { callId: call.callId, side: "C" },
    orderBy: { lane: "asc" },
    select: { id: true, isRecorded: true, lane: true },
  });
  expect(people).toEqual([
    { id: before.participantId, isRecorded: true, lane: 1 },
    expect.objectContaining({ isRecorded: false, lane: 2 }),
  ]);
});

test("leaving the door takes the name off the host's list; leaving twice does no harm", async () => {
  const secret = await requestToJoinAs();
  const guest = await asGuest(secret);
  await visit(call.urlPath, guest, { intent: "leave" }, GUEST_ORIGIN);
  await visit(call.urlPath, guest, { intent: "leave" }, GUEST_ORIGIN);
  await visit(call.urlPath, await asGuest(secret), { intent: "leave" }, GUEST_ORIGIN);
  expect(await waitingOf(call)).toEqual([]);
});

test("after half an hour a guest is asked; who does not answer is gone, who does waits on", async () => {
  const secret = await requestToJoinAs();
  const restart = stopClock(new Date(Date.now() + 31 * MINUTE));
  try {
    expect(await waitingOf(call)).toHaveLength(1);
    await visit(call.urlPath, await asGuest(secret), { intent: "wait" }, GUEST_ORIGIN);
    const later = stopClock(new Date(Date.now() + 62 * MINUTE));
    expect((await asGuest(secret)).state).toBe("waiting");
    later();
    const tooLate = stopClock(new Date(Date.now() + 64 * MINUTE));
    expect((await asGuest(secret)).state).toBe("left");
    expect(await waitingOf(call)).toEqual([]);
    await expect(admitGuest(host, call.callId, await guestIdOf(secret))).rejects.toMatchObject({
      code: "invalid_state",
    });
    tooLate();
  } finally {
    restart();
  }
});

test("ten knocks from one address in ten minutes, then a wait; another address is free", async () => {
  for (let n = 0; n < 10; n += 1) await requestToJoinAs({ name: `Guest ${n}` });
  await expect(requestToJoinAs()).rejects.toMatchObject({
    code: "rate_limited",
    fields: { "": ["wait?n=10"] },
  });
  await requestToJoinAs({}, null, { ...GUEST_ORIGIN, ip: "192.0.2.99" });
});

test("thirty may wait at one door", async () => {
  for (let n = 0; n < 30; n += 1) await aGuest(call, { name: `Guest ${n}` });
  await expect(requestToJoinAs()).rejects.toMatchObject({
    code: "limit_reached",
    fields: { "": ["lobby_full"] },
  });
});

test("a cookie of one call says nothing at another door", async () => {
  const secret = await requestToJoinAs();
  const other = await aLiveCall(await aMember({ id: host.workspaceId }));
  const guest = await asGuest(secret);
  await visit(other.urlPath, guest, { intent: "leave" }, GUEST_ORIGIN);
  expect((await asGuest(secret)).state).toBe("waiting");
  const requested = await requestToJoin(other.urlPath, guest, answer, GUEST_ORIGIN, builtInConsent);
  expect(requested.secret).not.toBeNull();
  expect((await asGuest(requested.secret ?? "")).callId).toBe(other.callId);
});

test("a cookie is worth nothing once the call is over", async () => {
  const secret = await requestToJoinAs();
  await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
  expect(await findGuest(secret, GUEST_ORIGIN)).toBeNull();
});

test.each([
  ["waiting", "invalid_state"],
  ["left", "invalid_state"],
  ["refused", "forbidden"],
  ["removed", "forbidden"],
] as const)("a guest who is %s gets no token: %s", async (state, code) => {
  const { secret } = await aGuest(call, { state });
  await expect(guestToken(await asGuest(secret))).rejects.toMatchObject({ code });
});

test("what a guest's page says of its microphone is shown while they are in", async () => {
  const secret = await requestToJoinAs();
  await admitGuest(host, call.callId, await guestIdOf(secret));
  const guest = await asGuest(secret);
  await isInRoom(call, guest.participantId ?? "", guestIdentity(guest.guestId));
  await visit(call.urlPath, guest, { intent: "mute", isMuted: "true" }, GUEST_ORIGIN);
  const isMuted = async () =>
    (await db.participantPresence.findFirstOrThrow({ where: { callId: call.callId } })).isMuted;
  expect(await isMuted()).toBe(true);
  await visit(call.urlPath, guest, { intent: "mute", isMuted: "false" }, GUEST_ORIGIN);
  expect(await isMuted()).toBe(false);
  await removeGuest(host, call.callId, guest.guestId);
  await visit(
    call.urlPath,
    await asGuest(secret),
    { intent: "mute", isMuted: "true" },
    GUEST_ORIGIN,
  );
  expect(await isMuted()).toBe(false);
});

test("who was never let in is forgotten when the call ends; who was in stays", async () => {
  const inside = await requestToJoinAs({ name: "Inside" });
  await admitGuest(host, call.callId, await guestIdOf(inside));
  await requestToJoinAs({ name: "At the door" });
  const refused = await requestToJoinAs({ name: "Refused" });
  await refuseGuest(host, call.callId, await guestIdOf(refused));
  await aGuest(call, { name: "Long gone", createdAt: new Date(Date.now() - 40 * MINUTE) });
  const names = async () =>
    (await db.guest.findMany({ where: { callId: call.callId }, orderBy: { name: "asc" } })).map(
      ({ name }) => name,
    );
  await deleteExpiredGuests();
  expect(await names()).toEqual(["At the door", "Inside", "Refused"]);
  await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
  await deleteExpiredGuests();
  expect(await names()).toEqual(["Inside"]);
});
