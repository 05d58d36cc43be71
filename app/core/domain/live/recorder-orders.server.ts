import { db } from "#app/core/platform/db.server.ts";
import { isRunning } from "../call/call-state.ts";

/** What a call's rows ask of its recorder now. */
export type RecorderOrders = {
  workspaceId: string;
  callId: string;
  recordingId: string;
  transcriptId: string;
  room: string;
  language: string;
  /** Its clock's zero on the wall. */
  startedAt: Date;
  isLive: boolean;
  isPaused: boolean;
  /** Identities that are never subscribed: who joined without being recorded, and who was removed. */
  skipped: string[];
  /** Identities that are thrown out whenever they come: guests the host removed, tabs of members who were shut out. */
  removed: string[];
  /** Members who are not recorded: every identity of theirs begins with one of these. */
  skippedPrefixes: string[];
};

/** Reads the orders of one call; null when it has no room (any more). */
export async function findOrders(callId: string): Promise<RecorderOrders | null> {
  const found = await db.liveCall.findFirst({
    where: { callId },
    select: {
      workspaceId: true,
      recordingId: true,
      transcriptId: true,
      room: true,
      createdAt: true,
      call: {
        select: {
          state: true,
          language: true,
          startedAt: true,
          callSpans: { where: { kind: "pause", t1Ms: null }, select: { t0Ms: true } },
          participants: {
            where: { OR: [{ isRecorded: false }, { member: { state: { not: "active" } } }] },
            select: {
              id: true,
              memberId: true,
              isRecorded: true,
              member: { select: { state: true } },
              participantPresences: { where: { leftMs: null }, select: { identity: true } },
            },
          },
          guests: { select: { id: true, state: true, participantId: true } },
        },
      },
    },
  });
  if (!found) return null;
  const { call } = found;
  const silentOnes = call.participants.filter(({ isRecorded }) => !isRecorded);
  const unrecorded = new Set(silentOnes.map(({ id }) => id));
  const isOut = (state: string) => state === "removed" || state === "refused";
  const removed = [
    ...call.guests.filter(({ state }) => isOut(state)).map(({ id }) => `g:${id}`),
    // A token of theirs may live for minutes after they were shut out.
    ...call.participants
      .filter(({ member }) => member !== null && member.state !== "active")
      .flatMap(({ participantPresences }) => participantPresences.map(({ identity }) => identity)),
  ];
  const silent = call.guests
    .filter(({ participantId }) => participantId !== null && unrecorded.has(participantId))
    .map(({ id }) => `g:${id}`);
  return {
    workspaceId: found.workspaceId,
    callId,
    recordingId: found.recordingId,
    transcriptId: found.transcriptId,
    room: found.room,
    language: call.language ?? "en",
    startedAt: call.startedAt ?? found.createdAt,
    isLive: isRunning(call.state),
    isPaused: call.callSpans.length > 0,
    skipped: [...new Set([...removed, ...silent])],
    removed,
    skippedPrefixes: silentOnes.flatMap(({ memberId }) =>
      memberId === null ? [] : [`rep:${memberId}:`],
    ),
  };
}

/** Everybody the room may know, by LiveKit identity. */
export type Speaker = { participantId: string; name: string; isRecorded: boolean };

/**
 * Who an identity is: `rep:<member>:<tab>` a participant that is a member, `g:<guest>` the guest's.
 * Hidden identities (`mgr:`, `rec:`) and strangers are null: nothing is ever written for them.
 */
export async function findSpeaker(
  { workspaceId, callId }: { workspaceId: string; callId: string },
  identity: string,
): Promise<Speaker | null> {
  const [kind, id = ""] = identity.split(":");
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  const select = { id: true, name: true, isRecorded: true } as const;
  if (kind === "g") {
    const guest = await db.guest.findFirst({
      where: { workspaceId, callId, id },
      select: { participant: { select } },
    });
    return speaker(guest?.participant ?? null);
  }
  if (kind !== "rep") return null;
  const found = await db.participant.findFirst({
    where: { workspaceId, callId, OR: [{ memberId: id }, { id }] },
    select,
  });
  return speaker(found);
}

const speaker = (found: { id: string; name: string; isRecorded: boolean } | null): Speaker | null =>
  found && { participantId: found.id, name: found.name, isRecorded: found.isRecorded };
