import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod";
import { startSession } from "#app/core/domain/account/session.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aLabel,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTrack,
  aTranscript,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { type House, KINDS } from "./recorded.ts";

/** A house comes in parts: what each has ids of. */
const PARTS = {
  finished: ["callId", "recordingId", "fileId", "originalId", "participantId", "grantId"],
  running: ["liveId", "liveRecordingId", "guestId"],
  people: [
    ...["memberId", "heirId", "invitedId", "outId"],
    ...["teamId", "parentId", "emptyTeamId", "linkId"],
  ],
  labels: [
    ...["labelId", "givenId"],
    ...["teamLabelId", "archivedId", "intoId", "mergedId", "groupId"],
  ],
  ways: ["sessionId", "passkeyId", "partnerLoginId", "breakGlassId"],
} as const satisfies Record<string, readonly (keyof House)[]>;
type Part = keyof typeof PARTS;

type Wishes = {
  /** Whose session, passkey and link to an identity provider it has; `owner` unless said otherwise. */
  actor?: SignedIn;
  visibility?: "private" | "team" | "workspace";
  /** Of the calls; one that `owner` comes to sit in unless said otherwise. The other teams and people are below it. */
  team?: { id: string };
  /** What it is for: no other part is made, and its ids are empty. */
  names?: (kind: keyof House) => boolean;
};

/** One of everything that a request can name. `owner` owns the calls and sits in their team. */
export async function aFullHouse(
  owner: SignedIn,
  { actor = owner, visibility = "workspace", team, names = () => true }: Wishes = {},
): Promise<House> {
  const { workspaceId } = owner;
  const parent = team ?? (await aTeam({ id: workspaceId }));
  if (!team)
    // Only who has teams in their scope may listen to a call.
    await db.teamMember.create({
      data: { workspaceId, teamId: parent.id, memberId: owner.memberId },
    });
  const about = { visibility, teamId: parent.id };
  const has = (part: Part) => PARTS[part].some(names);
  const finished = has("finished") ? await aFinishedCall(owner, about) : null;
  const people = has("people") || has("labels") ? await somePeople(workspaceId, parent) : null;
  return houseSchema.parse({
    ...Object.fromEntries(KINDS.map((kind) => [kind, ""])),
    ...finished,
    ...(has("running") && (await aRunningCall(owner, about))),
    ...people,
    ...(has("labels") && (await someLabels(workspaceId, people?.teamId, finished?.callId))),
    ...(has("ways") && (await waysIn(actor))),
  });
}
const houseSchema = z.record(z.enum(KINDS), z.string());

type OfCall = { visibility: "private" | "team" | "workspace"; teamId: string };

/** The part of a house that is about calls: one that is over and one that runs, with what hangs on them. */
export const someCalls = async (owner: SignedIn, about: OfCall) => ({
  ...(await aFinishedCall(owner, about)),
  ...(await aRunningCall(owner, about)),
});

async function aFinishedCall(owner: SignedIn, about: OfCall) {
  const call = await aCall(owner, about);
  const recording = await aRecording(call);
  const person = await aParticipant(call, { lane: 1 });
  const track = await aTrack(recording, { participantId: person.id });
  await aTranscript(
    call,
    [{ participantId: person.id, trackId: track.id, t0Ms: 0, t1Ms: 900, text: "Hello there" }],
    { recordingId: recording.id },
  );
  return {
    callId: call.id,
    recordingId: recording.id,
    fileId: await aFile(recording, "mix"),
    originalId: await aFile(recording, "original"),
    participantId: person.id,
    grantId: await aGrant(call),
  };
}

async function aFile(
  { workspaceId, id: recordingId }: { workspaceId: string; id: string },
  kind: "mix" | "original",
): Promise<string> {
  const id = newId();
  const key = `${workspaceId}/${recordingId}/${kind}/${id}`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  const sha256 = new Uint8Array(randomBytes(32));
  await db.file.create({
    data: { id, workspaceId, recordingId, kind, key, bytes: 100n, sha256, mime: "audio/mp4" },
  });
  return id;
}

/** It has been planned: a member has one call at a time that was not. */
async function aRunningCall(owner: SignedIn, about: OfCall) {
  const live = await aLiveCall(owner, { ...about, scheduledStart: new Date(0) });
  const { guestId } = await aGuest(live);
  return { liveId: live.callId, liveRecordingId: live.recordingId, guestId };
}

async function somePeople(workspaceId: string, parent: { id: string }) {
  const workspace = { id: workspaceId };
  const team = await aTeam(workspace, { parentId: parent.id });
  return {
    memberId: (await aMember(workspace, { teams: [team] })).memberId,
    heirId: (await aMember(workspace, { teams: [team] })).memberId,
    invitedId: await anInvited(workspaceId, team),
    outId: (await shutOut(workspace)).memberId,
    teamId: team.id,
    parentId: parent.id,
    emptyTeamId: (await aTeam(workspace)).id,
    linkId: await aSignUpLink(workspaceId, team.id),
  };
}

/** Two for calls of everybody, of which one is on the call, and one in each state of the team below. */
async function someLabels(workspaceId: string, teamId?: string, callId?: string) {
  const workspace = { id: workspaceId };
  const ofTeam = async (more: Parameters<typeof aLabel>[1] = {}) =>
    (await aLabel(workspace, { ...(teamId !== undefined && { teamId }), ...more })).id;
  const given = await aLabel(workspace);
  if (callId !== undefined)
    await db.callLabel.create({
      data: { workspaceId, callId, labelId: given.id, isByHand: true },
    });
  const intoId = await ofTeam();
  const groupId = newId();
  const name = `Group ${groupId}`;
  await db.labelGroup.create({ data: { id: groupId, workspaceId, name, folded: name } });
  return {
    ...{ intoId, groupId },
    labelId: (await aLabel(workspace)).id,
    givenId: given.id,
    teamLabelId: await ofTeam(),
    archivedId: await ofTeam({ archivedAt: new Date() }),
    mergedId: await ofTeam({ mergedInto: intoId, mergedAt: new Date() }),
  };
}

/** Each is one that is left when another goes, and the password one past the identity provider. */
async function waysIn(actor: SignedIn) {
  const { workspaceId, memberId } = actor;
  await db.identity.updateMany({
    where: { workspaceId, memberId },
    data: { password: "a hash", totpEnc: new Uint8Array(1) },
  });
  return {
    sessionId: await anotherSession(actor),
    passkeyId: await aPasskey(actor),
    partnerLoginId: await anIdentityProviderLogin(actor),
    breakGlassId: memberId,
  };
}

/** To a colleague who is nobody of the tests. */
async function aGrant({ id: callId, workspaceId }: { id: string; workspaceId: string }) {
  const { memberId } = await aMember({ id: workspaceId });
  const id = newId();
  await db.callGrant.create({
    data: { id, workspaceId, callId, memberId, level: "view", source: "direct" },
  });
  return id;
}

async function anInvited(workspaceId: string, team: { id: string }): Promise<string> {
  const id = newId();
  await db.member.create({
    data: {
      id,
      workspaceId,
      name: "Invited",
      nameOrder: "given_first",
      email: `${id}@example.com`,
      role: "rep",
      state: "invited",
      primaryTeamId: team.id,
    },
  });
  await db.teamMember.create({ data: { workspaceId, teamId: team.id, memberId: id } });
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

async function anIdentityProviderLogin({ workspaceId, memberId }: SignedIn): Promise<string> {
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
