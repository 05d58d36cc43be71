import { afterEach, beforeEach, expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aClip,
  aClipItem,
  aLabel,
  aLibrary,
  aMember,
  aParticipant,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink, publishCutOf } from "#tests/support/shares.ts";
import { restoreCall, trashCall } from "../call/call-writes.server.ts";
import { noteClipOpened } from "../clip/clip-plays.server.ts";
import { deleteClip, restoreClip } from "../clip/clip-writes.server.ts";
import { CutLost, claimCut, cutFolder, publishCut } from "../cut/cut-work.server.ts";
import { deleteUnnamedCuts } from "../cut/upkeep.server.ts";
import { readLibrary } from "../library/library-reads.server.ts";
import { makeClipLink } from "./clip-link.server.ts";
import { makeLibraryLink } from "./library-link.server.ts";
import { newClipLinkForm, newLibraryLinkForm } from "./link.schema.ts";
import { removeDeletedClips } from "./removed-clips.server.ts";
import { loadLinksOf } from "./shared-link.server.ts";

await queueForFile();
const DAY_MS = 86_400_000;
let owner: SignedIn;
let call: Awaited<ReturnType<typeof aCall>>;
let go: () => void = () => undefined;

beforeEach(async () => {
  owner = await aMember(await aWorkspace());
  call = await aCall(owner, { visibility: "workspace" });
  const elena = await aParticipant(call);
  await aTranscript(call, [{ participantId: elena.id, t0Ms: 0, t1Ms: 900, text: "one two" }]);
});
afterEach(() => go());

/** From here on it is so many days later. */
function wait(days: number): void {
  go();
  go = stopClock(new Date(Date.now() + days * DAY_MS));
}

/** With its files in the store. */
async function aMadeClip(title: string, more: Parameters<typeof aClip>[2] = {}) {
  const clip = await aClip(call, owner, { title, visibility: "workspace", ...more });
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId: clip.id } });
  await publishCutOf({ workspaceId: call.workspaceId, id: clip.callId }, cutId);
  return { ...clip, cutId };
}
async function filesOf(cutId: string): Promise<number> {
  let count = 0;
  for await (const _ of blobs().list(cutFolder({ workspaceId: call.workspaceId, cutId })))
    count += 1;
  return count;
}
const removeDue = async (): Promise<number> => {
  const count = await removeDeletedClips();
  await deleteUnnamedCuts();
  return count;
};
const read = (id: string) => db.clip.findFirstOrThrow({ where: { id } });
const logged = () =>
  db.auditEntry.findMany({ where: { workspaceId: call.workspaceId, event: "clip.removed" } });

test("30 days after a clip was deleted its sound and words are gone for good, and nobody else's", async () => {
  const clip = await aMadeClip("Holding the price", { card: "The price" });
  const kept = await aMadeClip("Kept");
  const link = await aReadyLink(owner, call);
  const label = await aLabel({ id: call.workspaceId });
  await db.clipLabel.create({
    data: { workspaceId: call.workspaceId, clipId: clip.id, labelId: label.id },
  });
  await noteClipOpened(await aMember({ id: call.workspaceId }), clip.id);
  await makeClipLink(owner, clip.id, newClipLinkForm.parse({ revision: "1" }));
  const library = await aLibrary(owner, { kind: "workspace" });
  await aClipItem(library, clip, owner, { title: "The price" });
  await makeLibraryLink(owner, library.id, newLibraryLinkForm.parse({}));
  await deleteClip(owner, clip.id);
  const late = await aMadeClip("Late");
  wait(1);
  await deleteClip(owner, late.id);

  wait(29.9);
  expect(await removeDue()).toBe(0);
  expect(await filesOf(clip.cutId)).toBe(2);
  wait(30.1);
  expect(await removeDue()).toBe(1);
  expect(await filesOf(clip.cutId)).toBe(0);
  for (const { cutId } of [kept, late, link]) expect(await filesOf(cutId)).toBe(2);
  expect(await read(clip.id)).toMatchObject({ title: "", folded: "", card: null });
  const of = { where: { clipId: clip.id } };
  expect(await db.cut.count(of)).toBe(0);
  expect(await db.clipLabel.count(of)).toBe(0);
  expect(await db.clipView.count(of)).toBe(0);
  await expect(restoreClip(owner, clip.id)).rejects.toMatchObject({ code: "not_found" });
  const [ended] = await loadLinksOf(call.workspaceId, { kind: "clip", id: clip.id });
  expect(ended).toMatchObject({ state: { state: "revoked" } });
  // The library goes on naming it to those who could play it.
  expect((await readLibrary(owner, library.id)).items).toMatchObject([
    { state: "gone", title: "The price", clipId: null },
  ]);
  expect(await logged()).toMatchObject([
    {
      ...{ log: "system", actorKind: "system", target: clip.id },
      after: JSON.stringify({ files: 2, links: 1, items: 1 }),
    },
  ]);
  expect(await removeDue()).toBe(0);
  expect(await logged()).toHaveLength(1);
  wait(31.1);
  expect(await removeDue()).toBe(1);
  expect(await filesOf(late.cutId)).toBe(0);
  expect(await filesOf(kept.cutId)).toBe(2);
});

test("one that went with its call ends with that, and not before", async () => {
  const clip = await aMadeClip("Holding the price");
  await trashCall(owner, call.id, { withClips: true });
  wait(400);
  expect(await removeDue()).toBe(0);
  await restoreCall(owner, call.id);
  expect(await read(clip.id)).toMatchObject({ deletedAt: null, title: "Holding the price" });
  expect(await removeDue()).toBe(0);
  await trashCall(owner, call.id, { withClips: true });
  await db.call.updateMany({ where: { id: call.id }, data: { state: "purged" } });
  expect(await removeDue()).toBe(1);
  expect(await filesOf(clip.cutId)).toBe(0);
});

test("one that was restored stays, and an attempt that is late publishes nothing", async () => {
  const [back, gone] = [await aMadeClip("Back"), await aClip(call, owner, { title: "Gone" })];
  const { id: cutId, workspaceId } = await db.cut.findFirstOrThrow({ where: { clipId: gone.id } });
  const claim = await claimCut({ workspaceId, cutId });
  if (!claim) throw new Error("nothing to make");
  for (const { id } of [back, gone]) await deleteClip(owner, id);
  wait(31);
  await restoreClip(owner, back.id);
  expect(await removeDue()).toBe(1);
  expect(await filesOf(back.cutId)).toBe(2);
  const made = { media: null, voices: [], words: null, wordsVersion: null, quote: null };
  await expect(publishCut(claim, made)).rejects.toThrow(CutLost);
});
