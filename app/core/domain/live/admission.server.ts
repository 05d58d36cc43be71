import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Guest, Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { isInRoom, takeOut, waitingSince } from "./guest.server.ts";
import { findRunning, holdCall, type RunningCall } from "./live-call.server.ts";
import { findRoomFor } from "./room-limits.server.ts";
import { publishCallChanged } from "../call/call-changed.server.ts";
import { renameUntitled } from "./untitled-call.server.ts";

/**
 * The recorder hears of a removal before the media server does, so not one more word is written (live §4): the worker
 * throws them out once the recorder skips them. When no worker does so, they are taken out after this long.
 */
const SKIP_FIRST_MS = 1_500;
const LOOK_MS = 50;

/**
 * Lets a guest in: from here on they are a participant, and the ledger has their answer (product P6).
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` (not waiting, the room is locked, the call is over),
 * `limit_reached`
 */
export async function admitGuest(actor: Member, callId: string, guestId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const call = await holdLobby(tx, actor, callId);
    if (call.isLocked) throw new DomainError("invalid_state");
    const found = await findInLobby(tx, actor, callId, guestId);
    await findRoomFor(tx, { workspaceId, callId }, guestId);
    const participantId = found.participantId ?? (await addGuest(tx, actor, callId, found));
    await tx.guest.update({
      where: { workspaceId_id: { workspaceId, id: guestId } },
      data: { state: "admitted", participantId, decidedAt: now(), decidedById: memberId },
      select: { id: true },
    });
    await keepAnswer(tx, { workspaceId, callId, participantId }, found);
    await renameUntitled(tx, { workspaceId, callId });
    await record(tx, actor, "guest.admitted", { kind: "guest", id: guestId });
    await publishCallChanged(tx, callId, "waiting");
    await publishCallChanged(tx, callId, "people");
  });
}

type InLobby = {
  id: string;
  name: string;
  email: string | null;
  consent: "agreed" | "unrecorded";
  textHash: Uint8Array;
  ip: string | null;
  participantId: string | null;
};

/** A participant of the other side, on the next lane. */
async function addGuest(
  tx: Tx,
  { workspaceId, memberId }: Member,
  callId: string,
  { name, email, consent }: InLobby,
): Promise<string> {
  const id = newId();
  const last = await tx.participant.aggregate({
    where: { workspaceId, callId },
    _max: { lane: true },
  });
  await tx.participant.create({
    data: {
      id,
      workspaceId,
      callId,
      side: "C",
      role: "customer",
      name,
      email,
      consent,
      isRecorded: consent === "agreed",
      lane: (last._max.lane ?? -1) + 1,
      createdBy: memberId,
    },
    select: { id: true },
  });
  return id;
}

type Answered = { workspaceId: string; callId: string; participantId: string };

/** The line of the ledger: what was shown, what was answered, from where; and what the call as a whole has now. */
async function keepAnswer(
  tx: Tx,
  { workspaceId, callId, participantId }: Answered,
  { id: guestId, name, consent, textHash, ip }: InLobby,
): Promise<void> {
  const settings = await getWorkspaceSettings(tx, workspaceId);
  await tx.consentRecord.createMany({
    data: [
      {
        id: newId(),
        workspaceId,
        callId,
        participantId,
        name,
        policy: settings.consent.policy,
        method: "page",
        answer: consent,
        textHash: new Uint8Array(textHash),
        ip,
      },
    ],
  });
  const answers = await tx.participant.findMany({
    where: { workspaceId, callId },
    select: { consent: true },
  });
  const isWhole = answers.every(({ consent: one }) => one === null || one === "agreed");
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: { consent: isWhole ? "agreed" : "partly" },
  });
  const guest: Guest = {
    kind: "guest",
    workspaceId,
    callId,
    guestId,
    participantId,
    state: "admitted",
    origin: { ip, agent: null, requestId: null },
  };
  await record(
    tx,
    guest,
    "consent.recorded",
    { kind: "call", id: callId },
    { after: { method: "page", answer: consent } },
  );
}

/** Turns somebody at the door away. @throws DomainError `not_found`, `forbidden`, `invalid_state` */
export async function refuseGuest(actor: Member, callId: string, guestId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await holdLobby(tx, actor, callId);
    await findInLobby(tx, actor, callId, guestId);
    await tx.guest.update({
      where: { workspaceId_id: { workspaceId, id: guestId } },
      data: { state: "refused", decidedAt: now(), decidedById: memberId },
      select: { id: true },
    });
    await record(tx, actor, "guest.refused", { kind: "guest", id: guestId });
    await publishCallChanged(tx, callId, "waiting");
  });
}

/**
 * Puts somebody out for good: no token any more, the recorder skips them, and then they are taken out of the
 * room. A token they still have lets them back in for a moment only: whoever watches the room throws them out.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function removeGuest(actor: Member, callId: string, guestId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await holdLobby(tx, actor, callId);
    const { count } = await tx.guest.updateMany({
      where: { workspaceId, callId, id: guestId, participantId: { not: null }, state: { in: IN } },
      data: { state: "removed", decidedAt: now(), decidedById: memberId },
    });
    if (count === 0) await refuseUnknown(tx, actor, callId, guestId);
    await record(tx, actor, "guest.removed", { kind: "guest", id: guestId });
    await publishCallChanged(tx, callId, "state");
    await publishCallChanged(tx, callId, "people");
  });
  const until = performance.now() + SKIP_FIRST_MS;
  while (performance.now() < until && (await isInRoom(callId, guestId))) await sleep(LOOK_MS);
  await takeOut(callId, guestId);
}
const IN: Guest["state"][] = ["admitted", "left"];

/** While it is locked, nobody new comes in; who waits keeps the place. @throws DomainError `not_found`, `forbidden` */
export async function lockRoom(actor: Member, callId: string, isLocked: boolean): Promise<void> {
  await db.$transaction(async (tx) => {
    const call = await holdLobby(tx, actor, callId);
    if (call.isLocked === isLocked) return;
    await tx.call.updateMany({
      where: { workspaceId: actor.workspaceId, id: callId },
      data: { isLocked },
    });
    await record(tx, actor, isLocked ? "room.locked" : "room.unlocked", {
      kind: "call",
      id: callId,
    });
    await publishCallChanged(tx, callId, "state");
    await publishCallChanged(tx, callId, "waiting");
  });
}

/** The running call, held until the transaction ends: two hands at one door come one after the other. */
async function holdLobby(tx: Tx, actor: Member, callId: string): Promise<RunningCall> {
  await holdCall(tx, { workspaceId: actor.workspaceId, callId });
  return findRunning(tx, actor, "guest.admit", callId);
}

async function findInLobby(
  tx: Tx,
  actor: Member,
  callId: string,
  guestId: string,
): Promise<InLobby> {
  const found = await tx.guest.findFirst({
    where: {
      workspaceId: actor.workspaceId,
      callId,
      id: guestId,
      state: "waiting",
      createdAt: { gt: waitingSince() },
    },
    select: {
      id: true,
      name: true,
      email: true,
      consent: true,
      textHash: true,
      ip: true,
      participantId: true,
    },
  });
  if (!found) return refuseUnknown(tx, actor, callId, guestId);
  return { ...found, consent: found.consent === "agreed" ? "agreed" : "unrecorded" };
}

/** A guest of this call stands differently; any other id is nobody's. */
async function refuseUnknown(
  tx: Tx,
  { workspaceId }: Member,
  callId: string,
  guestId: string,
): Promise<never> {
  const known = await tx.guest.count({ where: { workspaceId, callId, id: guestId } });
  throw new DomainError(known > 0 ? "invalid_state" : "not_found");
}
