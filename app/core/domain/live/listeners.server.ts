import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { livekit, type RoomToken } from "#app/core/platform/livekit.server.ts";
import { listenerIdentity, roomOf } from "#app/core/platform/livekit-names.ts";
import { visible } from "../access/access.ts";
import { asSystem, type Member, type System } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { type CallRef, findRunning } from "./live-call.server.ts";
import { publishCallChanged } from "../call/call-changed.server.ts";

/** A token is asked for before the room is entered: a listener this young may be on the way. */
const ENTERING_MS = 30_000;

/**
 * A manager begins to listen, hidden from everybody in the room; the badge on the page of the call's people and the
 * user log say so (product §20.5). Asked again by the same tab, it is the same listening. Who started a demo's call hears
 * its voices the same way, and nothing says so: it is their own call, into which no person gets (`findInvitation`, `joinToken`).
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`; LivekitUnavailable
 */
export async function listenToken(
  actor: Member,
  callId: string,
  tabId: string,
): Promise<RoomToken> {
  const { workspaceId, memberId } = actor;
  const identity = listenerIdentity(tabId);
  await db.$transaction(async (tx) => {
    const isOwnDemo = await hostsDemo(tx, actor, callId);
    await findRunning(tx, actor, isOwnDemo ? "live.host" : "live.listen", callId);
    const key = { workspaceId_callId_identity: { workspaceId, callId, identity } };
    const known = await tx.liveListener.findUnique({
      where: key,
      select: { memberId: true, endedAt: true },
    });
    if (known && known.memberId !== memberId) throw new DomainError("forbidden");
    if (isOwnDemo || known?.endedAt === null) return;
    await tx.liveListener.upsert({
      where: key,
      create: { workspaceId, callId, memberId, identity },
      update: { endedAt: null, createdAt: now() },
      select: { identity: true },
    });
    await record(tx, actor, "live.listen_started", { kind: "call", id: callId });
    await publishCallChanged(tx, callId, "state");
  });
  return livekit().listenToken(callId, tabId);
}

async function hostsDemo(tx: Tx, actor: Member, callId: string): Promise<boolean> {
  const found = await tx.call.findFirst({
    where: { id: callId, source: DEMO_SOURCE, AND: visible(actor, "live.host") },
    select: { id: true },
  });
  return found !== null;
}

/** The listener's page says goodbye. Nothing to end is no error: pages say it twice. */
export async function stopListening(actor: Member, callId: string, tabId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  const identity = listenerIdentity(tabId);
  await db.$transaction((tx) =>
    endListening(tx, actor, { workspaceId, callId }, { memberId, identity }),
  );
}

/**
 * Sets listening right by who is in the room: a page that died said no goodbye, a token that still lives brings one
 * back whose badge was gone, and a call that became private is not listened to any more.
 * @param present identities in the room now, hidden ones included
 */
export async function checkListeners(ref: CallRef, present: readonly string[]): Promise<void> {
  const barred = await db.$transaction(async (tx) => {
    const known = await listenersOf(tx, ref);
    const oldest = now().getTime() - ENTERING_MS;
    const system = asSystem(ref.workspaceId, "live.reconcile");
    for (const { identity, memberId, endedAt, createdAt, isBarred } of known) {
      const isHere = present.includes(identity);
      const isGone = !isHere && createdAt.getTime() < oldest;
      if (endedAt === null && (isGone || isBarred))
        await endListening(tx, system, ref, { memberId, identity });
      if (endedAt !== null && isHere && !isBarred)
        await resumeListening(tx, system, ref, { memberId, identity });
    }
    return known.filter(({ isBarred, identity }) => isBarred && present.includes(identity));
  });
  for (const { identity } of barred)
    await livekit().removeParticipant(roomOf(ref.callId), identity);
}

type Listener = {
  identity: string;
  memberId: string;
  endedAt: Date | null;
  createdAt: Date;
  /** The right they came with is gone. */
  isBarred: boolean;
};

async function listenersOf(tx: Tx, { workspaceId, callId }: CallRef): Promise<Listener[]> {
  const found = await tx.liveListener.findMany({
    where: { workspaceId, callId },
    select: {
      identity: true,
      memberId: true,
      endedAt: true,
      createdAt: true,
      member: { select: { state: true } },
      call: { select: { visibility: true } },
    },
  });
  return found.map(({ member, call, ...listener }) => ({
    ...listener,
    isBarred: call.visibility === "private" || member.state !== "active",
  }));
}

/** With the call ends all listening. */
export const endAllListening = (tx: Tx, actor: Member | System, ref: CallRef): Promise<void> =>
  endListening(tx, actor, ref, {});

async function endListening(
  tx: Tx,
  actor: Member | System,
  { workspaceId, callId }: CallRef,
  who: { memberId?: string; identity?: string },
): Promise<void> {
  const open = await tx.liveListener.findMany({
    where: { workspaceId, callId, endedAt: null, ...who },
    select: { identity: true, memberId: true, createdAt: true },
  });
  const at = now();
  for (const { identity, memberId, createdAt } of open) {
    await tx.liveListener.updateMany({
      where: { workspaceId, callId, identity },
      data: { endedAt: at },
    });
    const seconds = Math.max(0, Math.round((at.getTime() - createdAt.getTime()) / 1_000));
    await record(
      tx,
      actor,
      "live.listen_ended",
      { kind: "call", id: callId },
      { after: { memberId, seconds } },
    );
  }
  if (open.length > 0) await publishCallChanged(tx, callId, "state");
}

async function resumeListening(
  tx: Tx,
  actor: System,
  { workspaceId, callId }: CallRef,
  { memberId, identity }: { memberId: string; identity: string },
): Promise<void> {
  await tx.liveListener.updateMany({
    where: { workspaceId, callId, identity },
    data: { endedAt: null, createdAt: now() },
  });
  await record(
    tx,
    actor,
    "live.listen_started",
    { kind: "call", id: callId },
    { after: { memberId } },
  );
  await publishCallChanged(tx, callId, "state");
}
