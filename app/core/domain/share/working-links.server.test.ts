import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aLibrary,
  aMember,
  anItem,
  aRecording,
  aTeam,
  aWorkspace,
} from "#tests/support/factories.ts";
import { newId } from "#app/core/platform/id.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink, publishCutOf } from "#tests/support/shares.ts";
import { restoreCall, trashCall } from "../call/call-writes.server.ts";
import { newClipForm } from "../clip/clip.schema.ts";
import { deleteClip, makeClip, restoreClip } from "../clip/clip-writes.server.ts";
import { deleteLibrary } from "../library/library-writes.server.ts";
import { deactivateMember } from "../member/member-writes.server.ts";
import { makeClipLink } from "./clip-link.server.ts";
import { makeLibraryLink } from "./library-link.server.ts";
import { newClipLinkForm, newLibraryLinkForm, newLinkForm } from "./link.schema.ts";
import { makeLink, revokeLink } from "./link-writes.server.ts";
import { countLinksOfClips, countLinksOfMaker, countWorkingLinks } from "./working-links.server.ts";

await queueForFile();

/** A rep with a call, and a manager of their team who may show it outside as well. */
async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const call = await aCall(owner, { visibility: "team", teamId: team.id });
  return { workspace, owner, manager, admin, call };
}

/** A link to a new clip of a call, with its files. */
async function aReadyClipLink(
  actor: Awaited<ReturnType<typeof aMember>>,
  call: { id: string; workspaceId: string },
) {
  const pieces = JSON.stringify([{ t0Ms: 0, t1Ms: 2_000 }]);
  const form = newClipForm.parse({ title: "Opening", visibility: "team", pieces });
  const clipId = await makeClip(actor, call.id, form);
  await makeClipLink(actor, clipId, newClipLinkForm.parse({ revision: "1" }));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId } });
  await publishCutOf(call, cutId);
  return clipId;
}

/** A library of one call, and a link to it: the list itself is ready at once. */
async function aLibraryLink(
  actor: Awaited<ReturnType<typeof aMember>>,
  call: Awaited<ReturnType<typeof aCall>>,
  kind: "workspace" | "personal" = "workspace",
) {
  const library = await aLibrary(actor, { kind });
  await anItem(library, call, actor);
  await makeLibraryLink(actor, library.id, newLibraryLinkForm.parse({}));
  return library.id;
}
async function withSound(call: { id: string; workspaceId: string }) {
  const { id: recordingId, workspaceId } = await aRecording(call);
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, kind: "track", key: recordingId },
      ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/ogg" },
    },
  });
}

test("links to a call count while they work, of every maker", async () => {
  const { owner, manager, call } = await aScene();
  const count = () => countWorkingLinks(owner, { kind: "call", id: call.id });
  expect(await count()).toBe(0);
  const first = await aReadyLink(owner, call);
  await aReadyLink(manager, call, { t0Ms: "0", t1Ms: "5000" });
  const ended = await aReadyLink(owner, call);
  const used = await aReadyLink(owner, call, { maxViews: "1" });
  expect(await count()).toBe(4);
  // One that is still being made does not open.
  await makeLink(owner, call.id, newLinkForm.parse({}));
  await db.sharedLink.updateMany({
    where: { id: ended.linkId },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  await db.sharedLink.updateMany({ where: { id: used.linkId }, data: { views: 1 } });
  expect(await count()).toBe(2);
  await revokeLink(owner, first.linkId);
  expect(await count()).toBe(1);
  // A clip keeps its links when its call goes to the trash.
  await aReadyClipLink(owner, call);
  expect(await count()).toBe(1);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  expect(await count()).toBe(0);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "available" } });
  expect(await count()).toBe(1);
});

test("links to a clip and to a library stop with it, and come back with it", async () => {
  const { owner, call } = await aScene();
  const clipId = await aReadyClipLink(owner, call);
  const ofClip = () => countWorkingLinks(owner, { kind: "clip", id: clipId });
  expect(await ofClip()).toBe(1);
  await deleteClip(owner, clipId);
  expect(await ofClip()).toBe(0);
  await restoreClip(owner, clipId);
  expect(await ofClip()).toBe(1);
  await withSound(call);
  const libraryId = await aLibraryLink(owner, call);
  const ofLibrary = () => countWorkingLinks(owner, { kind: "library", id: libraryId });
  expect(await ofLibrary()).toBe(1);
  await deleteLibrary(owner, libraryId);
  expect(await ofLibrary()).toBe(0);
});

test("links to clips are counted for each, and stop with a call that takes its clips along", async () => {
  const { owner, call } = await aScene();
  const [first, second] = [await aReadyClipLink(owner, call), await aReadyClipLink(owner, call)];
  await makeClipLink(owner, first, newClipLinkForm.parse({ revision: "1" }));
  const count = () => countLinksOfClips(owner, [first, second, newId()]);
  expect(await count()).toEqual({ [first]: 2, [second]: 1 });
  await trashCall(owner, call.id);
  expect(await count()).toEqual({ [first]: 2, [second]: 1 });
  await restoreCall(owner, call.id);
  await trashCall(owner, call.id, { withClips: true });
  expect(await count()).toEqual({});
  await restoreCall(owner, call.id);
  expect(await count()).toEqual({ [first]: 2, [second]: 1 });
  expect(await countLinksOfClips(await aMember(await aWorkspace()), [first])).toEqual({});
});

test("of a member's links those count that their deactivation ends, and as many end", async () => {
  const { workspace, owner, manager: leaver, admin, call } = await aScene();
  const count = () => countLinksOfMaker(admin, leaver.memberId);
  // To their own call: it goes to the successor and works on.
  const own = await aCall(leaver);
  const kept = await aReadyLink(leaver, own);
  await aReadyClipLink(leaver, own);
  expect(await count()).toBe(0);
  await aReadyLink(leaver, call);
  await aReadyLink(owner, call);
  await aReadyClipLink(leaver, call);
  await withSound(own);
  await aLibraryLink(leaver, own);
  await makeLink(leaver, call.id, newLinkForm.parse({}));
  expect(await count()).toBe(3);
  const working = () =>
    Promise.all([call, own].map(({ id }) => countWorkingLinks(admin, { kind: "call", id })));
  expect(await working()).toEqual([2, 1]);
  await expect(countLinksOfMaker(owner, leaver.memberId)).rejects.toThrow("forbidden");
  const successor = await aMember(workspace, { role: "manager" });
  await deactivateMember(admin, { memberId: leaver.memberId, heirId: successor.memberId });
  expect(await count()).toBe(0);
  expect(await working()).toEqual([1, 1]);
  expect(await db.sharedLink.findFirst({ where: { id: kept.linkId } })).toMatchObject({
    createdBy: successor.memberId,
    revokedAt: null,
  });
});

test("links to what the reader may not open are not counted", async () => {
  const { owner, manager: leaver, admin, call } = await aScene();
  await aReadyLink(leaver, call);
  await withSound(call);
  await aLibraryLink(leaver, call, "personal");
  expect(await countLinksOfMaker(admin, leaver.memberId)).toBe(1);
  const edits = { level: "edit" as const, source: "direct" as const };
  const hidden = await aCall(owner, { visibility: "private" });
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: call.workspaceId, callId: hidden.id },
      ...{ memberId: leaver.memberId, ...edits },
    },
  });
  await aReadyLink(leaver, hidden);
  expect(await countWorkingLinks(owner, { kind: "call", id: hidden.id })).toBe(1);
  expect(await countLinksOfMaker(admin, leaver.memberId)).toBe(1);
});
