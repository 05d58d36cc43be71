import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { record } from "#app/core/domain/audit/record.server.ts";
import { startSession } from "#app/core/domain/account/session.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTrack,
  aTranscript,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import type { House } from "./recorded.ts";

/** Builds it for an admin, who owns the calls: nothing but the ids stands between them and the deed. */
export async function aFullHouse(admin: SignedIn): Promise<House> {
  const { workspaceId } = admin;
  const workspace = { id: workspaceId };
  const parent = await aTeam(workspace);
  // Only who has teams in their scope may listen to a call.
  await db.teamMember.create({
    data: { workspaceId, teamId: parent.id, memberId: admin.memberId },
  });
  const team = await aTeam(workspace, { parentId: parent.id });
  const empty = await aTeam(workspace);
  const call = await aCall(admin, { visibility: "workspace" });
  const recording = await aRecording(call);
  const person = await aParticipant(call, { lane: 1 });
  const track = await aTrack(recording, { participantId: person.id });
  await aTranscript(
    call,
    [{ participantId: person.id, trackId: track.id, t0Ms: 0, t1Ms: 900, text: "Hello there" }],
    { recordingId: recording.id },
  );
  const key = `${workspaceId}/${recording.id}/normalise-1/mix.m4a`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  const file = await db.file.create({
    data: {
      id: newId(),
      workspaceId,
      recordingId: recording.id,
      kind: "mix",
      key,
      bytes: 100n,
      sha256: new Uint8Array(32),
      mime: "audio/mp4",
    },
  });
  // It has been planned: a member has one call at a time that was not.
  const live = await aLiveCall(admin, {
    visibility: "workspace",
    scheduledStart: new Date(0),
    teamId: parent.id,
  });
  const { guestId } = await aGuest(live);
  // A way in that is left when the others go, and past the partner.
  await db.identity.updateMany({
    where: { workspaceId, memberId: admin.memberId },
    data: { password: "a hash", totpEnc: new Uint8Array(1) },
  });
  const colleague = await aMember(workspace, { teams: [team] });
  const heir = await aMember(workspace, { teams: [team] });
  await db.$transaction((tx) => record(tx, admin, "search.run"));
  const { id: entryId } = await db.auditEntry.findFirstOrThrow({ where: { workspaceId } });
  return {
    callId: call.id,
    recordingId: recording.id,
    fileId: file.id,
    participantId: person.id,
    liveId: live.callId,
    liveRecordingId: live.recordingId,
    guestId,
    memberId: colleague.memberId,
    heirId: heir.memberId,
    invitedId: await aMemberWithout(workspaceId, "invited"),
    outId: (await shutOut(workspace)).memberId,
    teamId: team.id,
    parentId: parent.id,
    emptyTeamId: empty.id,
    linkId: await aSignUpLink(workspaceId, team.id),
    sessionId: await anotherSession(admin),
    passkeyId: await aPasskey(admin),
    partnerLoginId: await aPartnerLogin(admin),
    breakGlassId: admin.memberId,
    entryId,
  };
}

async function aMemberWithout(workspaceId: string, state: "invited"): Promise<string> {
  const id = newId();
  await db.member.create({
    data: {
      id,
      workspaceId,
      name: "Invited",
      nameOrder: "given_first",
      email: `${id}@example.com`,
      role: "rep",
      state,
    },
  });
  return id;
}

async function shutOut(workspace: { id: string }): Promise<SignedIn> {
  const member = await aMember(workspace);
  await db.member.updateMany({
    where: { workspaceId: workspace.id, id: member.memberId },
    data: { state: "deactivated" },
  });
  return member;
}

async function aSignUpLink(workspaceId: string, teamId: string): Promise<string> {
  const { id } = await db.signUpLink.create({
    data: {
      id: newId(),
      workspaceId,
      urlHash: new Uint8Array(randomBytes(32)),
      urlEnc: new Uint8Array(seal("sign-up-link", "x".repeat(22))),
      role: "rep",
      teamId,
      maxUses: 5,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return id;
}

async function aPasskey({ workspaceId, memberId }: SignedIn): Promise<string> {
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
  });
  const id = newId();
  const bytes = new Uint8Array(randomBytes(32));
  await db.passkey.create({
    data: {
      ...{ id, workspaceId, identityId, credential: bytes, publicKey: bytes },
      signCount: 0n,
      name: "Laptop",
    },
  });
  return id;
}

async function aPartnerLogin({ workspaceId, memberId }: SignedIn): Promise<string> {
  const identity = await db.identity.findFirstOrThrow({ where: { workspaceId, memberId } });
  const id = newId();
  await db.partnerLogin.create({
    data: { id, workspaceId, identityId: identity.id, issuer: "https://id.test", subject: id },
  });
  return id;
}

async function anotherSession({ workspaceId, memberId, origin }: SignedIn): Promise<string> {
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
  });
  await db.$transaction((tx) => startSession(tx, { workspaceId, memberId, identityId }, origin));
  const { id } = await db.session.findFirstOrThrow({
    where: { workspaceId, memberId },
    orderBy: { id: "desc" },
  });
  return id;
}
