import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod";
import { startSession } from "#app/core/domain/account/session.server.ts";
import { wordsOfRanges } from "#app/core/domain/cut/words.ts";
import { sealPath } from "#app/core/domain/share/link-url.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { hashOf, seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aClipItem,
  aComment,
  aContact,
  aDeal,
  aDealStage,
  aLabel,
  aLibrary,
  aMember,
  anItem,
  aParticipant,
  aRecording,
  aTeam,
  aSuggestion,
  aTerm,
  aTrack,
  aTracker,
  aTranscript,
  aView,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aMapping } from "#tests/support/mappings.ts";
import { aMockConnection, aMockRecord } from "#tests/support/mock-crm.ts";
import { aProposal } from "#tests/support/proposals.ts";
import { aNotice } from "#tests/support/notices.ts";
import { aBrowserRecording, aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { aTemplate } from "#tests/support/templates.ts";
import { type House, KINDS } from "./recorded.ts";

/** A house comes in parts: what each has ids of. */
const PARTS = {
  finished: ["callId", "recordingId", "fileId", "originalId", "participantId", "knownContactId"],
  colleagues: ["grantId", "granteeId", "assignmentId", "requestId"],
  comments: ["commentId", "deletedCommentId"],
  links: ["sharedId", "failedLinkId", "embedLinkId", "embedKeyId"],
  clips: ["clipId", "clipFileId", "clipLinkId", "goneClipId"],
  proposals: ["writeId"],
  trash: ["trashedId"],
  running: ["liveId", "liveRecordingId", "liveBrowserRecordingId", "guestId"],
  people: [
    ...["memberId", "heirId", "invitedId", "outId"],
    ...["teamId", "parentId", "emptyTeamId", "linkId"],
  ],
  labels: [
    ...["labelId", "givenId"],
    ...["teamLabelId", "archivedId", "intoId", "mergedId", "groupId"],
  ],
  words: ["trackerId", "archivedTrackerId", "termId", "suggestionId"],
  deals: ["dealId", "stageId", "contactId", "goneDealId", "archivedStageId"],
  runs: ["runId", "openRunId"],
  templates: ["templateId", "archivedTemplateId", "mappingRowId", "mockRecordId"],
  views: ["viewId", "goneViewId"],
  libraries: [
    ...["libraryId", "goneLibraryId", "itemId", "goneItemId", "wishId", "clipItemId"],
    ...["viewedLibraryId", "requiredId", "endedRequiredId", "listenerId"],
    ...["folderId", "roleId", "libraryLinkId"],
  ],
  ways: ["sessionId", "passkeyId", "partnerLoginId", "breakGlassId", "noticeId"],
} as const satisfies Record<string, readonly (keyof House)[]>;
type Part = keyof typeof PARTS;
/** What hangs on the call that is over. */
const OF_FINISHED: readonly Part[] = [
  ...(["finished", "colleagues", "comments", "links", "clips", "proposals", "libraries"] as const),
];

type Wishes = {
  /** Whose session, passkey, notice and link to an identity provider it has; `owner` unless said otherwise. */
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
  const finished = OF_FINISHED.some(has) ? await aFinishedCall(owner, about, has) : null;
  const people =
    has("people") || has("labels") || has("words") ? await somePeople(workspaceId, parent) : null;
  return houseSchema.parse({
    ...Object.fromEntries(KINDS.map((kind) => [kind, ""])),
    ...finished,
    ...(has("trash") && { trashedId: await aTrashed(owner, about) }),
    ...(has("running") && (await aRunningCall(owner, about))),
    ...people,
    ...(has("labels") && (await someLabels(workspaceId, people?.teamId, finished?.callId))),
    ...(has("words") && (await someWords(workspaceId, people?.teamId ?? null))),
    ...(has("deals") && (await aPipeline(owner, parent))),
    ...(has("runs") && (await someRuns(actor))),
    ...(has("templates") && (await someTemplates(workspaceId))),
    ...(has("libraries") && finished && (await someLibraries(owner, finished.callId, parent))),
    ...(has("views") && (await someViews(owner))),
    ...(has("ways") && (await waysIn(actor))),
  });
}
const houseSchema = z.record(z.enum(KINDS), z.string());

type OfCall = { visibility: "private" | "team" | "workspace"; teamId: string };

/** The part of a house that is about calls: one that is over and one that runs, with what hangs on them. */
export const someCalls = async (owner: SignedIn, about: OfCall) => ({
  ...(await aFinishedCall(owner, about, () => true)),
  trashedId: await aTrashed(owner, about),
  ...(await aRunningCall(owner, about)),
});

/** @param has which parts of it are wanted */
async function aFinishedCall(owner: SignedIn, about: OfCall, has: (part: Part) => boolean) {
  const call = await aCall(owner, about);
  const recording = await aRecording(call);
  const known = await aContact({ id: owner.workspaceId });
  const person = await aParticipant(call, { lane: 1, contactId: known.id, contactMatch: "hand" });
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
    knownContactId: known.id,
    ...(has("colleagues") && (await someColleagues(call, owner))),
    ...(has("comments") && {
      commentId: (await aComment(call, owner)).id,
      deletedCommentId: (await aComment(call, owner, { deletedAt: new Date() })).id,
    }),
    ...(has("links") && {
      sharedId: await aLink(call, owner, "ready"),
      failedLinkId: await aLink(call, owner, "failed"),
      ...(await anEmbeddedLink(call, owner)),
    }),
    ...(has("clips") && (await aMadeClip(call, owner))),
    ...(has("proposals") && { writeId: await aProposal(call) }),
  };
}

/** A colleague who was given access, is to review it, and was asked about it. */
async function someColleagues(call: Awaited<ReturnType<typeof aCall>>, owner: SignedIn) {
  const given = await aGrant(call);
  return {
    ...given,
    assignmentId: await aReview(call, owner, given.granteeId),
    requestId: await aRequest(call, owner, given.granteeId),
  };
}

/** A link of the call's owner that somebody outside is named on. */
export async function aLink(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  owner: SignedIn,
  state: "ready" | "failed",
): Promise<string> {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId, kind: "call", createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId), shows: { names: true } },
      addresses: { create: { email: "elena@north.example" } },
      cuts: {
        create: {
          ...{ id: newId(), callId, state, durationMs: 900 },
          ranges: [{ t0Ms: 0, t1Ms: 900 }],
        },
      },
    },
  });
  return linkId;
}

/** A clip for the same people as its call, with its sound and words, and what it was saved as since, which broke off. */
async function aMadeClip(call: Awaited<ReturnType<typeof aCall>>, owner: SignedIn) {
  const { workspaceId, visibility, teamId } = call;
  const { id: clipId } = await aClip(call, owner, { visibility, teamId });
  const clipFileId = newId();
  const bytes = Buffer.from("the sound of a clip");
  const key = `${workspaceId}/cuts/${clipFileId}/1-1/mix.m4a`;
  await blobs().put(key, Readable.from([bytes]));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { workspaceId, clipId } });
  const lanes = [{ name: "Elena", side: "C" as const }];
  await db.cut.update({
    where: { workspaceId_id: { workspaceId, id: cutId } },
    data: {
      ...{ state: "failed", cause: "media_crashed", wordsVersion: 1, lanes },
      words: wordsOfRanges([], [{ t0Ms: 0, t1Ms: 1_000 }], lanes, 1),
      files: {
        create: {
          ...{ id: clipFileId, revision: 1, kind: "mix", key, bytes: BigInt(bytes.length) },
          ...{ sha256: new Uint8Array(randomBytes(32)), mime: "audio/mp4" },
        },
      },
    },
  });
  const gone = await aClip(call, owner, { visibility, teamId, deletedAt: new Date() });
  const clipLinkId = await aClipLink(call, clipId, owner);
  return { clipId, clipFileId, clipLinkId, goneClipId: gone.id };
}

/** A link to a clip that somebody outside is named on. */
async function aClipLink(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  clipId: string,
  owner: SignedIn,
): Promise<string> {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId, clipId, kind: "clip", createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId), shows: { names: true } },
      addresses: { create: { email: "elena@north.example" } },
    },
  });
  return linkId;
}

/** A link to a library with that one item, whose files could not be made; somebody outside is named on it. */
async function aLibraryLink(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  { id: itemId, libraryId, title }: { id: string; libraryId: string; title: string },
  owner: SignedIn,
): Promise<string> {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, libraryId, kind: "library", createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId), shows: { names: true } },
      addresses: { create: { email: "elena@north.example" } },
      items: {
        create: {
          ...{ id: newId(), itemId, callId, title, position: 0 },
          cut: {
            create: {
              ...{ id: newId(), callId, state: "failed", durationMs: 900 },
              ranges: [{ t0Ms: 0, t1Ms: 900 }],
            },
          },
        },
      },
    },
  });
  return linkId;
}

/** A link that plays on another site, with its key. */
async function anEmbeddedLink(call: { id: string; workspaceId: string }, owner: SignedIn) {
  const { id: callId, workspaceId } = call;
  const [embedLinkId, embedKeyId] = [newId(), newId()];
  await db.sharedLink.create({
    data: {
      ...{ id: embedLinkId, workspaceId, callId, kind: "call", createdBy: owner.memberId },
      ...{ urlHash: hashOf(embedLinkId), urlEnc: sealPath(embedLinkId) },
      shows: { names: true, embed: true },
      embedKeys: {
        create: {
          ...{ id: embedKeyId, keyHash: hashOf(embedKeyId), showsTitle: false },
          keyEnc: new Uint8Array(seal("embed-key", embedKeyId)),
          origins: ["https://desk.example"],
          expiresAt: new Date(Date.now() + 86_400_000),
        },
      },
    },
  });
  return { embedLinkId, embedKeyId };
}

async function aTrashed(owner: SignedIn, about: OfCall): Promise<string> {
  const trashed = { state: "trashed", stateBefore: "available", trashedAt: new Date() } as const;
  const call = await aCall(owner, { ...about, ...trashed });
  await aRecording(call);
  return call.id;
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
  return {
    ...{ liveId: live.callId, liveRecordingId: live.recordingId, guestId },
    liveBrowserRecordingId: await aBrowserRecording(owner, about),
  };
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

/** One with a version in each state that is mapped to the demo's CRM, and one in the archive. */
async function someTemplates(workspaceId: string) {
  const workspace = { id: workspaceId };
  const states = ["archived", "published", "draft"] as const;
  const templateId = await aTemplate(workspace, { states });
  await aMockConnection(workspaceId);
  const [mappingRowId = ""] = await aMapping(workspace, { templateId, rows: [{}] });
  return {
    ...{ templateId: String(templateId), mappingRowId },
    mockRecordId: await aMockRecord({ workspaceId }),
    archivedTemplateId: String(await aTemplate(workspace, { archivedAt: new Date() })),
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

/** Of the team below. */
async function someWords(workspaceId: string, teamId: string | null) {
  const workspace = { id: workspaceId };
  return {
    termId: (await aTerm(workspace, { teamId })).id,
    suggestionId: (await aSuggestion(workspace, { teamId })).id,
    trackerId: (await aTracker(workspace, { teamId })).id,
    archivedTrackerId: (await aTracker(workspace, { teamId, archivedAt: new Date() })).id,
  };
}

/** A stage, and a deal of the owner's in it. */
async function aPipeline(owner: SignedIn, { id: teamId }: { id: string }) {
  const { id: stageId } = await aDealStage({ id: owner.workspaceId });
  const deal = await aDeal(owner, { stageId, teamId });
  const contact = await aContact({ id: owner.workspaceId });
  const gone = await aDeal(owner, { stageId, teamId, deletedAt: new Date() });
  const archived = await aDealStage({ id: owner.workspaceId }, { archivedAt: new Date() });
  return {
    ...{ dealId: deal.id, stageId, contactId: contact.id },
    ...{ goneDealId: gone.id, archivedStageId: archived.id },
  };
}

/** Runs over many calls: one that is over and can be put back, and one that waits. */
async function someRuns(actor: SignedIn) {
  const { workspaceId, memberId } = actor;
  const { id: callId } = await aCall(actor, {
    ...{ state: "trashed", stateBefore: "available", trashedAt: new Date() },
  });
  const [runId, openRunId] = [newId(), newId()];
  const input = { order: { kind: "delete" }, undoes: null, isCut: false };
  for (const [id, state] of [
    [runId, "done"],
    [openRunId, "queued"],
  ] as const) {
    const ofRun = { workspaceId, id, memberId, kind: "delete", input, state, total: 1 };
    await db.bulkRun.create({ data: ofRun });
    const isDone = state === "done" && { outcome: "done", undo: {} };
    await db.bulkRow.create({ data: { workspaceId, runId: id, ord: 0, callId, ...isDone } });
  }
  return { runId, openRunId };
}

async function someViews(owner: SignedIn) {
  const gone = await aView(owner, { deletedAt: new Date() });
  return { viewId: (await aView(owner)).id, goneViewId: gone.id };
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
    noticeId: await aNotice(actor),
  };
}

/** A personal library of the owner's with their call, a part of it, a clip, one that was removed, and one that waits; one that is deleted. */
async function someLibraries(owner: SignedIn, callId: string, team: { id: string }) {
  const { workspaceId } = owner;
  const library = await aLibrary(owner);
  const call = { workspaceId, id: callId, title: "A call" };
  const item = await anItem(library, call, owner);
  await anItem(library, call, owner, { position: 1, t0Ms: 0, t1Ms: 100 });
  const gone = await anItem(library, call, owner, { t0Ms: 0, t1Ms: 200, deletedAt: new Date() });
  const wish = await anItem(library, call, owner, {
    ...{ position: 2, t0Ms: 0, t1Ms: 300, isAsked: true },
  });
  const clipItem = await aClipItem(library, await aClip(call, owner), owner, { position: 3 });
  const [folderId, roleId] = [newId(), newId()];
  const of = { workspaceId, libraryId: library.id };
  await db.libraryFolder.create({ data: { ...of, id: folderId, name: "Early", position: 0 } });
  // Of a team of nobody: adding a call gives nobody anything.
  const { id: teamId } = await aTeam({ id: workspaceId });
  await db.libraryRole.create({ data: { ...of, id: roleId, teamId, level: "reader" } });
  const deleted = await aLibrary(owner, { deletedAt: new Date() });
  return {
    ...{ libraryId: library.id, goneLibraryId: deleted.id, folderId, roleId },
    ...{
      ...(await aViewing(owner, team)),
      itemId: item.id,
      goneItemId: gone.id,
      wishId: wish.id,
      clipItemId: clipItem.id,
      libraryLinkId: await aLibraryLink(call, item, owner),
    },
  };
}

/** A library that a colleague of that team reads, and is to hear; and once was to hear. */
async function aViewing(owner: SignedIn, team: { id: string }) {
  const { workspaceId, memberId: byId } = owner;
  const { memberId } = await aMember({ id: workspaceId }, { teams: [team] });
  const { id: libraryId } = await aLibrary(owner);
  const of = { workspaceId, libraryId, memberId };
  await db.libraryRole.create({ data: { ...of, id: newId(), level: "reader" } });
  const [requiredId, endedRequiredId] = [newId(), newId()];
  for (const [id, deletedAt] of [
    [requiredId, null],
    [endedRequiredId, new Date()],
  ] as const)
    await db.requiredViewing.create({
      data: {
        ...{ ...of, id, byId, deletedAt, dueOn: new Date("2099-11-30T00:00:00Z") },
        listeners: { create: { memberId } },
      },
    });
  return { viewedLibraryId: libraryId, requiredId, endedRequiredId, listenerId: memberId };
}

/** To a colleague who is nobody of the tests. */
async function aGrant({ id: callId, workspaceId }: { id: string; workspaceId: string }) {
  const { memberId } = await aMember({ id: workspaceId });
  const id = newId();
  await db.callGrant.create({
    data: { id, workspaceId, callId, memberId, level: "view", source: "direct" },
  });
  return { grantId: id, granteeId: memberId };
}

/** Of whoever was given access, about a comment of the owner's; it was answered. */
async function aRequest(
  call: { id: string; workspaceId: string },
  owner: SignedIn,
  memberId: string,
): Promise<string> {
  const { workspaceId, id: callId } = call;
  const id = newId();
  const { id: commentId } = await aComment(call, owner);
  const by = { byId: owner.memberId, state: "answered", answeredAt: new Date() } as const;
  await db.feedbackRequest.create({
    data: { id, workspaceId, callId, commentId, memberId, ...by },
  });
  return id;
}

/** By whoever was given access. */
async function aReview(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  { memberId: byId }: SignedIn,
  memberId: string,
) {
  const id = newId();
  await db.reviewAssignment.create({ data: { id, workspaceId, callId, memberId, byId } });
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
