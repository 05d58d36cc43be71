import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { roomOf } from "#app/core/platform/livekit-names.ts";
import type { Guest, Member, Origin } from "#app/core/domain/access/actor.ts";
import type { BuiltInConsent } from "#app/core/domain/live/consent-text.server.ts";
import { findGuest } from "#app/core/domain/live/guest.server.ts";
import { newInvitation } from "#app/core/domain/live/invitation.server.ts";
import { aCall, aParticipant } from "./factories.ts";

/** The least of a call that runs, without a media server: what its rows alone decide is tested on these. */
export type LiveRows = {
  workspaceId: string;
  callId: string;
  recordingId: string;
  hostId: string;
  urlPath: string;
};

export const GUEST_ORIGIN: Origin = { ip: "192.0.2.7", agent: "guest", requestId: null };
export const builtInConsent: BuiltInConsent = (language, workspace) =>
  `${language}: ${workspace} records.`;

/** A room call with its host, recording, live transcript, recorder's row and invitation. */
export async function aLiveCall(
  owner: Member,
  more: Partial<Omit<Prisma.CallUncheckedCreateInput, "id" | "workspaceId" | "ownerId">> = {},
): Promise<LiveRows> {
  const call = await aCall(owner, {
    kind: "room",
    state: "live",
    consent: "not_asked",
    durationMs: null,
    ...more,
  });
  const { workspaceId, id: callId } = call;
  const host = await aParticipant(call, {
    side: "R",
    memberId: owner.memberId,
    name: owner.name,
    lane: 0,
  });
  const [recordingId, transcriptId] = [newId(), newId()];
  await db.recording.create({
    data: {
      id: recordingId,
      workspaceId,
      callId,
      method: "room",
      state: "receiving",
      isPrimary: true,
    },
  });
  await db.transcript.create({
    data: {
      id: transcriptId,
      workspaceId,
      callId,
      recordingId,
      number: 1,
      baseId: transcriptId,
      origin: "engine",
      language: "en",
      settings: {},
      isCurrent: true,
    },
  });
  const room = roomOf(callId);
  await db.liveCall.create({
    data: { workspaceId, callId, recordingId, transcriptId, room, state: "recording" },
  });
  await db.liveRecorder.create({
    data: {
      workspaceId,
      callId,
      room,
      boot: "test",
      t0MonoNs: 0n,
      dir: `recorders/${callId}`,
      state: "recording",
      seenAt: new Date(),
    },
  });
  const urlPath = await db.$transaction((tx) => newInvitation(tx, owner, callId));
  return { workspaceId, callId, recordingId, hostId: host.id, urlPath };
}

/** A recording that the owner's browser makes now. Its call is seen as `more` says, which is private in the product. */
export async function aBrowserRecording(
  owner: Member,
  more: Partial<Omit<Prisma.CallUncheckedCreateInput, "id" | "workspaceId" | "ownerId">> = {},
): Promise<string> {
  const call = await aCall(owner, {
    ...{ kind: "recorder", state: "live", consent: "agreed", durationMs: null, ...more },
  });
  const { workspaceId, id: callId } = call;
  const { memberId, name } = owner;
  await aParticipant(call, { side: "R", memberId, name, lane: 0 });
  const recordingId = newId();
  await db.recording.create({
    data: {
      ...{ id: recordingId, workspaceId, callId, method: "recorder", state: "receiving" },
      ...{ isPrimary: true, createdBy: memberId },
    },
  });
  await db.consentRecord.create({
    data: {
      ...{ id: newId(), workspaceId, callId, name, policy: 1, method: "page", answer: "agreed" },
      ...{ textHash: hashOf("a text"), byMemberId: memberId },
    },
  });
  await db.browserRecorder.create({
    data: {
      ...{ workspaceId, recordingId, callId, memberId, visibility: "team", tabId: "a-tab-of-ours" },
      ...{ deviceId: newId(), deviceName: "Chrome, Windows", seenAt: new Date(0) },
    },
  });
  return recordingId;
}

type GuestWishes = Partial<
  Pick<
    Prisma.GuestUncheckedCreateInput,
    "name" | "state" | "consent" | "participantId" | "createdAt" | "ip"
  >
>;

/** Somebody at the door of a call, waiting unless said otherwise, with the secret of their cookie. */
export async function aGuest(
  { workspaceId, callId }: LiveRows,
  more: GuestWishes = {},
): Promise<{ guestId: string; secret: string }> {
  const [guestId, secret] = [newId(), newSecret()];
  const link = await db.sharedLink.findFirstOrThrow({
    where: { workspaceId, callId },
    select: { id: true },
  });
  await db.guest.create({
    data: {
      id: guestId,
      workspaceId,
      callId,
      linkId: link.id,
      tokenHash: hashOf(secret),
      name: "Haruki",
      state: "waiting",
      consent: "agreed",
      textHash: hashOf("a text"),
      ip: GUEST_ORIGIN.ip,
      ...more,
    },
  });
  return { guestId, secret };
}

/** The guest of a cookie as they stand now. */
export async function asGuest(secret: string): Promise<Guest> {
  const guest = await findGuest(secret, GUEST_ORIGIN);
  if (!guest) throw new Error("There is no such guest, or their call is over.");
  return guest;
}

/** Somebody is in the room, as the recorder would report it. */
export async function isInRoom(
  { workspaceId, callId }: LiveRows,
  participantId: string,
  identity: string,
  more: { leftMs?: number; isMuted?: boolean } = {},
): Promise<void> {
  await db.participantPresence.create({
    data: { workspaceId, callId, participantId, identity, joinedMs: 0, ...more },
  });
}
