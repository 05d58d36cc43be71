import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { livekit, LivekitUnavailable, type RoomToken } from "#app/core/platform/livekit.server.ts";
import { parseIdentity, roomOf } from "#app/core/platform/livekit-names.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { type CallRef, findRunning, holdCall } from "./live-call.server.ts";
import { findRoomForMember } from "./room-limits.server.ts";
import { publishCallChanged } from "../call/call-changed.server.ts";
import { renameUntitled } from "./untitled-call.server.ts";

/**
 * What a member's tab needs to enter the room, asked for at every (re)connect: ten minutes, this room, no data
 * channel (live §4). Who comes for the first time becomes a participant on our side.
 * @param takesOver every other tab of this member leaves the room: one tab owns the microphone
 * @throws DomainError `not_found`, `forbidden` (may not join; the room is locked), `invalid_state` (over),
 * `link_ended` (a demo's call), `limit_reached`; LivekitUnavailable
 */
export async function joinToken(
  actor: Member,
  callId: string,
  tabId: string,
  takesOver = false,
): Promise<RoomToken> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const call = await findRunning(tx, actor, "live.join", callId);
    // Its starter hears it unseen, which is fair to synthetic voices only.
    if (call.source === DEMO_SOURCE) throw new DomainError("link_ended");
    if (call.participants.some((person) => person.memberId === memberId)) return;
    await holdCall(tx, { workspaceId, callId });
    await addMember(tx, actor, { workspaceId, callId });
  });
  const token = await livekit().repToken(callId, memberId, tabId);
  if (takesOver) await takeOtherTabsOut(memberId, callId, tabId);
  return token;
}

async function addMember(tx: Tx, actor: Member, { workspaceId, callId }: CallRef): Promise<void> {
  const { memberId, name } = actor;
  const call = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { isLocked: true, participants: { select: { memberId: true, lane: true } } },
  });
  if (call.participants.some((person) => person.memberId === memberId)) return; // another tab was quicker
  if (call.isLocked) throw new DomainError("forbidden");
  await findRoomForMember(tx, { workspaceId, callId });
  await tx.participant.create({
    data: {
      id: newId(),
      workspaceId,
      callId,
      side: "R",
      role: "rep",
      name,
      memberId,
      lane: Math.max(-1, ...call.participants.map(({ lane }) => lane)) + 1,
      createdBy: memberId,
    },
    select: { id: true },
  });
  await renameUntitled(tx, { workspaceId, callId });
  await record(tx, actor, "live.joined", { kind: "call", id: callId });
  await publishCallChanged(tx, callId, "people");
}

async function takeOtherTabsOut(memberId: string, callId: string, tabId: string): Promise<void> {
  const room = roomOf(callId);
  for (const { identity } of await livekit().listParticipants(room)) {
    const who = parseIdentity(identity);
    if (who?.kind === "rep" && who.userId === memberId && who.tabId !== tabId)
      await livekit().removeParticipant(room, identity);
  }
}

/** Takes somebody out of the room; while the media server is away they are out of it anyway. */
export async function leaveRoom(callId: string, identity: string): Promise<void> {
  try {
    await livekit().removeParticipant(roomOf(callId), identity);
  } catch (error) {
    if (!(error instanceof LivekitUnavailable)) throw error;
  }
}
