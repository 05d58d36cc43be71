import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { livekit, LivekitUnavailable, type RoomToken } from "#app/core/platform/livekit.server.ts";
import { guestIdentity, roomOf } from "#app/core/platform/livekit-names.ts";
import { addressKey, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import { demandOfGuest, guestMay } from "../access/access.ts";
import type { Guest, Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { isRunning } from "../call/call-state.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { readSettings } from "../workspace-settings.ts";
import { type BuiltInConsent, isCurrentConsent } from "./consent-text.server.ts";
import { findInvitation, type Invitation } from "./invitation.server.ts";
import type { JoinRequest } from "./lobby-forms.schema.ts";
import { findRoomFor } from "./room-limits.server.ts";
import { publishCallChanged } from "../call/call-changed.server.ts";

/** A guest is asked after half an hour whether they still wait (product §6), and has this long to say so. */
const WAIT_MS = 30 * 60_000;
const ANSWER_MS = 2 * 60_000;
/** Knocks from one address at one door. */
const JOIN_REQUESTS = { name: "knock", points: 10, seconds: 600 };
/** A page asks for a token at each entry and after each break. */
const TOKENS = { name: "guest-token", points: 60, seconds: 600 };

/** Who knocked before this does not wait any more, unless they said so since. */
export const waitingSince = (): Date => new Date(now().getTime() - WAIT_MS - ANSWER_MS);

type GuestRow = {
  workspace_id: string;
  id: string;
  call_id: string;
  participant_id: string | null;
  state: Guest["state"];
  created_at: Date;
};

/** Who a guest's cookie belongs to; null for an unknown one and for a call that is over. */
export async function findGuest(secret: string, origin: Origin): Promise<Guest | null> {
  const [row] = await rows<GuestRow>(Prisma.sql`
    SELECT g.workspace_id, g.id, g.call_id, g.participant_id, g.state::text, g.created_at
    FROM guest g
    JOIN call c ON c.workspace_id = g.workspace_id AND c.id = g.call_id
    JOIN workspace w ON w.id = g.workspace_id
    WHERE g.token_hash = ${hashOf(secret)} AND c.state IN ('scheduled', 'live') AND w.deleted_at IS NULL`);
  if (!row) return null;
  const isGone = row.state === "waiting" && row.created_at < waitingSince();
  return {
    kind: "guest",
    workspaceId: row.workspace_id,
    callId: row.call_id,
    guestId: row.id,
    participantId: row.participant_id,
    state: isGone ? "left" : row.state,
    origin,
  };
}

/** What a guest's browser is to remember; null where the cookie it has goes on. */
export type JoinRequested = { secret: string | null };

/**
 * Somebody stands at the door with a name and an answer. Nothing of them enters the record of the call, its
 * audit or its ledger before the host lets them in.
 * @param known the guest of the browser's cookie, if any
 * @throws DomainError `not_found`, `link_ended`, `rate_limited`, `invalid_state` (too early), `forbidden` (barred),
 * `limit_reached`, `validation_failed` (the text was changed; unrecorded is not offered)
 */
export async function requestToJoin(
  urlPath: string,
  known: Guest | null,
  input: JoinRequest,
  origin: Origin,
  builtIn: BuiltInConsent,
): Promise<JoinRequested> {
  const invitation = await findInvitation(urlPath, origin);
  const before = known?.callId === invitation.callId ? known : null;
  if (before?.state === "admitted") return { secret: null };
  if (before?.state === "refused" || before?.state === "removed")
    throw new DomainError("forbidden");
  if (invitation.startsAt !== null) throw new DomainError("invalid_state", { "": ["too_early"] });
  checkAnswer(invitation, input, builtIn);
  const wait = await tryOnce(JOIN_REQUESTS, `${invitation.linkId}:${addressKey(origin.ip ?? "")}`);
  if (wait > 0)
    throw new DomainError("rate_limited", { "": [`wait?n=${Math.ceil(wait / 60)}`] }, wait);
  return db.$transaction(async (tx) => {
    if (before && (await requestToJoinAgain(tx, before, input))) return { secret: null };
    return { secret: await newGuest(tx, invitation, input, origin) };
  });
}

function checkAnswer(
  { workspace }: Invitation,
  { consent, consentHash }: JoinRequest,
  builtIn: BuiltInConsent,
): void {
  if (consent === "unrecorded" && !workspace.settings.consent.allowsUnrecorded)
    throw new DomainError("validation_failed", { consent: ["invalid_choice"] });
  if (!isCurrentConsent(workspace, consentHash, builtIn))
    throw new DomainError("validation_failed", { consentHash: ["consent_changed"] });
}

/**
 * The same person again: still waiting, or back after leaving. Who was in keeps place and lane, unless name or
 * answer differ: what was recorded under the one must not be told of the other.
 * @returns false when they are to be somebody new
 */
async function requestToJoinAgain(tx: Tx, before: Guest, input: JoinRequest): Promise<boolean> {
  const { count } = await tx.guest.updateMany({
    where: {
      workspaceId: before.workspaceId,
      id: before.guestId,
      state: { in: ["waiting", "left"] },
      OR: [{ participantId: null }, { name: input.name, consent: input.consent }],
    },
    data: {
      state: "waiting",
      name: input.name,
      email: input.email,
      consent: input.consent,
      textHash: bytesOf(input.consentHash),
      ip: before.origin.ip,
      createdAt: now(),
      decidedAt: null,
      decidedById: null,
    },
  });
  if (count > 0) await publishCallChanged(tx, before.callId, "waiting");
  return count > 0;
}

/** @returns the secret of the guest's cookie */
export async function newGuest(
  tx: Tx,
  { workspaceId, callId, linkId }: Pick<Invitation, "workspaceId" | "callId" | "linkId">,
  { name, email, consent, consentHash }: JoinRequest,
  { ip }: Origin,
): Promise<string> {
  const waiting = await tx.guest.count({
    where: { workspaceId, callId, state: "waiting", createdAt: { gt: waitingSince() } },
  });
  if (waiting >= LIMITS.guestsInLobby)
    throw new DomainError("limit_reached", { "": ["lobby_full"] });
  const secret = newSecret();
  await tx.guest.create({
    data: {
      id: newId(),
      workspaceId,
      callId,
      linkId,
      tokenHash: hashOf(secret),
      name,
      email,
      state: "waiting",
      consent,
      textHash: bytesOf(consentHash),
      ip,
    },
    select: { id: true },
  });
  await publishCallChanged(tx, callId, "waiting");
  return secret;
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, "hex"));

/** The guest of a cookie, if they came by this invitation: a cookie of another link is nobody's here. @throws DomainError as `findInvitation` */
export async function guestOf(
  urlPath: string,
  guest: Guest | null,
  origin: Origin,
): Promise<Guest | null> {
  const { callId } = await findInvitation(urlPath, origin);
  return guest?.callId === callId ? guest : null;
}

/** "Keep waiting": the half hour begins anew. Who does not wait any more is told so by the page they get. */
export async function keepWaiting(actor: Guest): Promise<void> {
  const { workspaceId, callId, guestId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.guest.updateMany({
      where: { workspaceId, id: guestId, state: "waiting" },
      data: { createdAt: now() },
    });
    if (count > 0) await publishCallChanged(tx, callId, "waiting");
  });
}

/** The guest goes, from the door or from the call. Who is out already has what they want. */
export async function leaveAsGuest(actor: Guest): Promise<void> {
  if (!guestMay(actor, "lobby.leave")) return;
  const { workspaceId, callId, guestId } = actor;
  const wasIn = await db.$transaction(async (tx) => {
    const wasWaiting = await tx.guest.updateMany({
      where: { workspaceId, id: guestId, state: "waiting" },
      data: { state: "left" },
    });
    if (wasWaiting.count > 0) {
      await publishCallChanged(tx, callId, "waiting");
      return false;
    }
    const { count } = await tx.guest.updateMany({
      where: { workspaceId, id: guestId, state: "admitted" },
      data: { state: "left" },
    });
    if (count === 0) return false; // the host was quicker
    await record(tx, actor, "guest.left", { kind: "call", id: callId });
    await publishCallChanged(tx, callId, "people");
    return true;
  });
  if (wasIn) await takeOut(callId, guestId);
}

/** Whether the media server still has them; not while it is away. */
export async function isInRoom(callId: string, guestId: string): Promise<boolean> {
  const identity = guestIdentity(guestId);
  try {
    const present = await livekit().listParticipants(roomOf(callId));
    return present.some((one) => one.identity === identity);
  } catch (error) {
    if (!(error instanceof LivekitUnavailable)) throw error;
    return false;
  }
}

/** Ends a guest's presence at the media server; when it is away, the reconciler does so after it is back. */
export async function takeOut(callId: string, guestId: string): Promise<void> {
  try {
    await livekit().removeParticipant(roomOf(callId), guestIdentity(guestId));
  } catch (error) {
    if (!(error instanceof LivekitUnavailable)) throw error;
  }
}

/** What the guest's own page says of its microphone, shown to the others while they are in. */
export async function muteAsGuest(actor: Guest, isMuted: boolean): Promise<void> {
  if (!guestMay(actor, "room.mute")) return;
  const { workspaceId, callId, guestId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.participantPresence.updateMany({
      where: { workspaceId, callId, identity: guestIdentity(guestId), leftMs: null },
      data: { isMuted },
    });
    if (count > 0) await publishCallChanged(tx, callId, "people");
  });
}

/**
 * What the guest's page needs to enter the room: ten minutes, this room, no data channel (live §4).
 * @throws DomainError `forbidden` (refused, removed), `invalid_state` (waits, or has left), `limit_reached` (the
 * room is full), `rate_limited`; LivekitUnavailable
 */
export async function guestToken(actor: Guest): Promise<RoomToken> {
  demandOfGuest(actor, "room.enter");
  const { workspaceId, callId, guestId } = actor;
  const wait = await tryOnce(TOKENS, guestId);
  if (wait > 0) throw new DomainError("rate_limited", {}, wait);
  const call = await db.call.findUnique({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { state: true, workspace: { select: { settings: true } } },
  });
  if (!call || !isRunning(call.state)) throw new DomainError("link_ended");
  await db.$transaction((tx) => findRoomFor(tx, actor, guestId));
  const { mayShareScreen } = readSettings(call.workspace.settings).guests;
  return livekit().guestToken(callId, guestId, mayShareScreen);
}

/**
 * Forgets who was never let in: once their call is over, and who went away from the door (product §10.17).
 * Whoever was in stays, as the participant's identity.
 * @returns how many were forgotten
 */
export async function deleteExpiredGuests(): Promise<number> {
  const over = await db.$executeRaw`
    DELETE FROM guest g USING call c
    WHERE c.workspace_id = g.workspace_id AND c.id = g.call_id AND g.participant_id IS NULL
      AND c.state NOT IN ('scheduled', 'live')`;
  const gone = await db.$executeRaw`
    DELETE FROM guest WHERE participant_id IS NULL AND state IN ('waiting', 'left') AND created_at < ${waitingSince()}`;
  return over + gone;
}
