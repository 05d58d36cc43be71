import { db } from "#app/core/platform/db.server.ts";
import { guestIdentity } from "#app/core/platform/livekit-names.ts";
import { paths } from "#app/paths.ts";
import { visible } from "../access/access.ts";
import type { Guest, Member, Origin } from "../access/actor.ts";
import {
  type BuiltInConsent,
  consentHash,
  consentText,
  type TextLanguage,
} from "./consent-text.server.ts";
import { findInvitation } from "./invitation.server.ts";
import { RUNNING } from "../call/call-state.ts";
import type { CallRef } from "./live-call.server.ts";
import type {
  AdmissionEvent,
  GuestPeopleEvent,
  LiveStateEvent,
  LobbyPreview,
  LobbyView,
} from "./live-views.ts";
import { stateOf } from "./stream.server.ts";

/** Who opens the page: a browser may hold a guest's cookie, a session, both or none. */
type Visitor = { guest: Guest | null; member: Member | null; origin: Origin };

/**
 * The page behind an invitation, for whom the browser's cookies say it is.
 * @throws DomainError `not_found`, `link_ended`, `rate_limited`
 */
export async function openLobby(
  urlPath: string,
  { guest, member, origin }: Visitor,
  { language, builtIn }: { language: TextLanguage; builtIn: BuiltInConsent },
): Promise<LobbyView> {
  const invitation = await findInvitation(urlPath, origin);
  const { workspace, callId, startsAt } = invitation;
  const text = consentText(workspace, language, builtIn);
  const known = guest?.callId === callId ? await findSelf(guest) : null;
  return {
    kind: "invitation",
    workspace: workspace.name,
    host: invitation.host,
    startsAt: startsAt?.toISOString() ?? null,
    consentText: text,
    consentHash: consentHash(text),
    allowsUnrecorded: workspace.settings.consent.allowsUnrecorded,
    guest: known,
    callId: known && callId,
    openUrl: member && (await mayOpen(member, callId)) ? paths.consoleCall(callId) : null,
  };
}

const mayOpen = async (member: Member, callId: string): Promise<boolean> =>
  (await db.call.count({ where: { id: callId, AND: visible(member, "live.read") } })) > 0;

/** All that a program that looks at the link may know of it (product §22.1). */
export async function previewLobby(urlPath: string, origin: Origin): Promise<LobbyPreview> {
  const { workspace } = await findInvitation(urlPath, origin);
  return { kind: "preview", workspace: workspace.name };
}

async function findSelf({
  workspaceId,
  guestId,
  state,
}: Guest): Promise<NonNullable<LobbyView["guest"]> | null> {
  const found = await db.guest.findUnique({
    where: { workspaceId_id: { workspaceId, id: guestId } },
    select: { name: true, consent: true },
  });
  if (!found) return null;
  const consent = found.consent === "agreed" ? "agreed" : "unrecorded";
  return { guestId, name: found.name, state, consent };
}

/** How the guest stands, for their stream. */
export async function admissionOf({ workspaceId, callId, state }: Guest): Promise<AdmissionEvent> {
  const call = await db.call.findUnique({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { isLocked: true },
  });
  return { state, lockedOut: state === "waiting" && call?.isLocked === true };
}

/** Who is in the room with the guest: those who can be heard, never who listens. */
export async function companyOfGuest({
  workspaceId,
  callId,
  guestId,
}: Guest): Promise<GuestPeopleEvent> {
  const found = await db.participant.findMany({
    where: {
      workspaceId,
      callId,
      role: { not: "coach" },
      participantPresences: { some: { leftMs: null } },
    },
    orderBy: { lane: "asc" },
    select: {
      id: true,
      name: true,
      participantPresences: {
        where: { leftMs: null },
        orderBy: { joinedMs: "asc" },
        select: { identity: true, isMuted: true },
      },
    },
  });
  return {
    people: found.map(({ id, name, participantPresences: visits }) => ({
      participantId: id,
      name,
      identities: visits.map(({ identity }) => identity),
      isMuted: visits.every(({ isMuted }) => isMuted),
      isYou: visits.some(({ identity }) => identity === guestIdentity(guestId)),
    })),
  };
}

/** The recording as a guest may know of it: whether, never by whom it is listened to or whom it misses. */
export async function stateForGuest(ref: CallRef): Promise<LiveStateEvent> {
  const state = await stateOf(ref);
  return {
    ...state,
    recording: { ...state.recording, tracks: 0, missing: [] },
    speech: { state: "off", reason: null },
    call: null,
    isLocked: false,
    listeners: [],
  };
}

/** Whether the guest's call has ended. */
export async function isCallOver({ workspaceId, callId }: CallRef): Promise<boolean> {
  const running = await db.call.count({
    where: { workspaceId, id: callId, state: { in: [...RUNNING] } },
  });
  return running === 0;
}
