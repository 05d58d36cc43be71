import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClipItem,
  aLibrary,
  aMember,
  anItem,
  aParticipant,
  aRecording,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { publishCutOf } from "#tests/support/shares.ts";
import { editClipForm, newClipForm } from "../clip/clip.schema.ts";
import { deleteClip, makeClip, restoreClip } from "../clip/clip-writes.server.ts";
import { saveClip } from "./clip-saved.server.ts";
import { noteItem, removeItem, restoreItem } from "../library/items.server.ts";
import { deleteLibrary, restoreLibrary } from "../library/library-writes.server.ts";
import { moveItem } from "../library/places.server.ts";
import { makeLibraryLink, updateLibraryLink } from "./library-link.server.ts";
import { newLibraryLinkForm } from "./link.schema.ts";
import { listLibraryLinks, listLinks } from "./link-list.server.ts";
import { retryLink } from "./link-changes.server.ts";
import { revokeLink, revokeLinksOfCall } from "./link-writes.server.ts";
import { findSharedLink, loadItems, loadLink } from "./shared-link.server.ts";
import { grantVisit } from "./visit.server.ts";
import { findVisitorFile, getWordsPage, mayGoOn, recordPulse } from "./visit-access.server.ts";

await queueForFile();
const origin = { ip: "192.0.2.7", agent: null, requestId: null };
const form = (more: Record<string, string> = {}) =>
  newLibraryLinkForm.parse({ names: "true", transcript: "true", ...more });

let owner: SignedIn;
let admin: SignedIn;
let call: Awaited<ReturnType<typeof aCall>>;
let libraryId: string;
let clipId: string;
let itemOf: { whole: string; part: string; clip: string };

/** A library of the owner's: their call, five seconds of it, and a clip of it. */
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { role: "manager", teams: [team] });
  admin = await aMember(workspace, { role: "admin" });
  call = await aCall(owner, {
    ...{ visibility: "team", teamId: team.id, title: "Pricing review", durationMs: 60_000 },
  });
  const { id: recordingId, workspaceId } = await aRecording(call);
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, kind: "track", key: recordingId },
      ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/ogg" },
    },
  });
  const elena = await aParticipant(call);
  await aTranscript(call, [
    { participantId: elena.id, t0Ms: 10_000, t1Ms: 12_000, text: "one two" },
  ]);
  const library = await aLibrary(owner, { kind: "workspace" });
  libraryId = library.id;
  clipId = await makeClip(owner, call.id, newClipForm.parse(clipFields()));
  const whole = await anItem(library, call, owner, { why: "From the start" });
  const part = await anItem(library, call, owner, { position: 1, t0Ms: 9_000, t1Ms: 14_000 });
  const clip = { id: clipId, workspaceId, title: "Holding the price" };
  const third = await aClipItem(library, clip, owner, { position: 2 });
  itemOf = { whole: whole.id, part: part.id, clip: third.id };
});

const clipFields = (t1Ms = 12_000) => ({
  ...{ title: "Holding the price", card: "Why we hold" },
  ...{ visibility: "team", pieces: JSON.stringify([{ t0Ms: 10_000, t1Ms }]) },
});

/** Makes all files that a link waits for. */
async function publish(linkId: string): Promise<void> {
  const cuts = await db.cut.findMany({
    where: {
      state: "queued",
      OR: [{ shareItem: { linkId } }, { clip: { shareItems: { some: { linkId } } } }],
    },
  });
  for (const { id } of cuts) await publishCutOf(call, id, Buffer.alloc(100, id));
}
const states = async (linkId: string) =>
  Object.fromEntries(
    (await loadItems({ workspaceId: call.workspaceId, linkId })).map(({ title, range, state }) => [
      range === null ? title : "part",
      state.state,
    ]),
  );
const listOf = async (linkId: string) =>
  (await listLibraryLinks(owner, libraryId)).links.find((link) => link.linkId === linkId)?.list;

/** A browser that was let in, with a file of each item by its title. */
async function aVisit(urlPath: string) {
  const link = await findSharedLink(urlPath, origin);
  const { secret } = await grantVisit(link, null);
  const items = await loadItems(link);
  const open = (title: string) => {
    const item = items.find((one) => one.title === title || (title === "part" && one.range));
    return findVisitorFile(item?.cut?.files.find(({ kind }) => kind === "mix")?.id ?? "", secret);
  };
  return { link, secret, items, open };
}

test("a library is shared as the list it is: each item with files and words of its own, and no others", async () => {
  const { linkId, urlPath } = await makeLibraryLink(owner, libraryId, form({ whys: "true" }));
  expect(await states(linkId)).toEqual({
    ...{ "Pricing review": "preparing", part: "preparing", "Holding the price": "preparing" },
  });
  await publish(linkId);
  const { link, secret, items, open } = await aVisit(urlPath);
  expect(link).toMatchObject({ state: { state: "active" }, call: null, cut: null, itemId: null });
  expect(
    items.map(({ title, description, range, cut }) => [title, description, range, cut?.durationMs]),
  ).toEqual([
    ["Pricing review", "From the start", null, 60_000],
    ["Pricing review", "", { t0Ms: 9_000, t1Ms: 14_000 }, 5_000],
    ["Holding the price", "", null, 2_000],
  ]);
  for (const title of ["Pricing review", "part", "Holding the price"])
    expect((await open(title)).access.link.itemId).not.toBeNull();
  await expect(getWordsPage(items[1]?.cut?.id ?? "", 0, secret)).resolves.toMatchObject({
    text: ["one two"],
  });
  // The clip of another link is no item of this one.
  const other = await makeClip(owner, call.id, newClipForm.parse(clipFields(11_000)));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId: other } });
  await publishCutOf(call, cutId, Buffer.alloc(10));
  const file = await db.cutFile.findFirstOrThrow({ where: { cutId, kind: "mix" } });
  await expect(findVisitorFile(file.id, secret)).rejects.toThrow("not_found");
  await expect(findVisitorFile(items[0]?.cut?.files[0]?.id ?? "", "another")).rejects.toThrow(
    "not_found",
  );
});

test("what was heard is kept by item, and the first view is told to the maker, of the library", async () => {
  const { linkId, urlPath } = await makeLibraryLink(owner, libraryId, form());
  await publish(linkId);
  const { secret, items } = await aVisit(urlPath);
  const pulse = { ranges: [{ t0Ms: 0, t1Ms: 2_000 }], isOpened: true };
  await recordPulse(items[0]?.cut?.id ?? "", { secret, origin, memberId: null }, pulse);
  await recordPulse(items[2]?.cut?.id ?? "", { secret, origin, memberId: null }, pulse);
  const { links } = await listLibraryLinks(owner, libraryId);
  expect(links[0]?.views).toBe(1);
  expect(links[0]?.visits[0]).toMatchObject({
    ...{ seconds: 4, heard: [] },
    items: [
      { title: "Pricing review", seconds: 2 },
      { title: "Holding the price", seconds: 2 },
    ],
  });
  expect(
    await db.notification.findFirst({
      where: { memberId: owner.memberId, kind: "share_viewed" },
      select: { targetKind: true, targetId: true },
    }),
  ).toEqual({ targetKind: "library", targetId: libraryId });
});

test("the list is frozen until it is updated, and the difference is told before", async () => {
  const { linkId, urlPath } = await makeLibraryLink(owner, libraryId, form());
  await publish(linkId);
  const { open } = await aVisit(urlPath);
  const before = await open("part");
  await removeItem(owner, libraryId, itemOf.part);
  await moveItem(owner, libraryId, { itemId: itemOf.clip, folderId: null, place: 1 });
  await noteItem(owner, libraryId, { itemId: itemOf.whole, why: "Hear the pause" });
  // The removed one is still there, and still heard.
  await expect(open("part")).resolves.toMatchObject({ key: before.key });
  const list = await listOf(linkId);
  expect(list).toMatchObject({ items: 3, stopped: [], mayUpdate: true });
  expect(list?.difference).toEqual({
    ...{ added: [], removed: ["Pricing review"], moved: ["Pricing review"], changed: [] },
    renamed: [{ title: "Pricing review", before: "Pricing review" }],
  });
  const { library } = await listLibraryLinks(owner, libraryId);
  const stale = { linkId, stamp: "0".repeat(64) };
  await expect(updateLibraryLink(owner, libraryId, stale)).rejects.toThrow("conflict");
  await updateLibraryLink(owner, libraryId, { linkId, stamp: library?.stamp });
  expect((await listOf(linkId))?.difference).toBeNull();
  expect(Object.keys(await states(linkId))).toEqual(["Holding the price", "Pricing review"]);
  await expect(open("part")).rejects.toThrow("not_found");
  await expect(mayGoOn(before.access, false)).resolves.toBe(false);
  await expect(open("Pricing review")).resolves.toBeDefined();
  // What comes back gets files anew.
  await restoreItem(owner, libraryId, itemOf.part);
  await updateLibraryLink(owner, libraryId, { linkId });
  expect(await states(linkId)).toMatchObject({ part: "preparing" });
});

test("an item that may not be heard any more stops by itself, and the others go on", async () => {
  const { linkId, urlPath } = await makeLibraryLink(owner, libraryId, form());
  await publish(linkId);
  const { open } = await aVisit(urlPath);
  const heard = await open("Holding the price");
  await deleteClip(owner, clipId);
  await expect(open("Holding the price")).rejects.toThrow("link_ended");
  await expect(mayGoOn(heard.access, false)).resolves.toBe(false);
  await expect(open("Pricing review")).resolves.toBeDefined();
  expect((await listOf(linkId))?.stopped).toEqual([{ title: "Holding the price" }]);
  await restoreClip(owner, clipId);
  await expect(open("Holding the price")).resolves.toBeDefined();
  // Saved by somebody, agreed to by nobody.
  await saveClip(owner, clipId, editClipForm.parse({ ...clipFields(11_000), version: "3" }));
  await db.clip.updateMany({ where: { id: clipId }, data: { confirmedRevision: 1 } });
  await expect(open("Holding the price")).rejects.toThrow("link_ended");
  expect((await listOf(linkId))?.difference?.changed).toEqual(["Holding the price"]);
  await updateLibraryLink(owner, libraryId, { linkId });
  await publish(linkId);
  expect((await states(linkId))["Holding the price"]).toBe("active");
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  expect(await states(linkId)).toEqual({
    ...{ "Pricing review": "blocked", part: "blocked", "Holding the price": "active" },
  });
  await db.call.updateMany({ where: { id: call.id }, data: { state: "available" } });
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  expect(new Set(Object.values(await states(linkId)))).toEqual(new Set(["blocked"]));
});

test("each item takes the right to show it: the others are named, or counted, and left out", async () => {
  const { workspaceId } = call;
  const library = { id: libraryId, workspaceId };
  const colleague = await aMember({ id: workspaceId });
  const foreign = await aCall(colleague, { visibility: "workspace", title: "Somebody else’s" });
  const hidden = await aCall(colleague, { visibility: "private", title: "Not for you" });
  const silent = await aCall(owner, { title: "Imported words", durationMs: 9_000 });
  for (const [at, one] of [foreign, hidden, silent].entries())
    await anItem(library, one, owner, { position: 3 + at });
  const { library: list } = await listLibraryLinks(owner, libraryId);
  expect(list?.leftOut).toEqual([
    { title: "Somebody else’s", why: "no_right" },
    { title: null, why: "unseen" },
    { title: "Imported words", why: "no_sound" },
  ]);
  const { linkId } = await makeLibraryLink(owner, libraryId, form());
  expect(Object.keys(await states(linkId))).toEqual([
    "Pricing review",
    "part",
    "Holding the price",
  ]);
  // Whoever made it lost the call: it is shown no longer.
  await db.call.updateMany({
    where: { id: call.id },
    data: { ownerId: colleague.memberId, teamId: null },
  });
  expect(new Set(Object.values(await states(linkId)))).toEqual(new Set(["revoked"]));
});

test("a library is shared by its owner; an admin ends the links of all, and updates none of others", async () => {
  const reader = await aMember({ id: call.workspaceId });
  await expect(makeLibraryLink(reader, libraryId, form())).rejects.toThrow("forbidden");
  await expect(listLibraryLinks(reader, libraryId)).rejects.toThrow("forbidden");
  const { linkId, urlPath } = await makeLibraryLink(owner, libraryId, form());
  await expect(revokeLink(reader, linkId)).rejects.toThrow("forbidden");
  await expect(updateLibraryLink(admin, libraryId, { linkId })).rejects.toThrow("forbidden");
  await expect(retryLink(owner, linkId)).rejects.toThrow("invalid_state");
  await publish(linkId);
  const { open } = await aVisit(urlPath);
  const { access } = await open("part");
  await revokeLink(admin, linkId);
  await expect(open("part")).rejects.toThrow("link_ended");
  await expect(mayGoOn(access, false)).resolves.toBe(false);
  await expect(updateLibraryLink(owner, libraryId, { linkId })).rejects.toThrow("invalid_state");
});

test("a link shows nothing while its library is deleted, and the kill switch of a call reaches into lists", async () => {
  const { linkId, urlPath } = await makeLibraryLink(owner, libraryId, form());
  await publish(linkId);
  const { open } = await aVisit(urlPath);
  await deleteLibrary(owner, libraryId);
  expect((await loadLink({ id: linkId }))?.state.state).toBe("blocked");
  await expect(open("part")).rejects.toThrow("link_ended");
  await restoreLibrary(owner, libraryId);
  await expect(open("part")).resolves.toBeDefined();
  expect((await listLinks(owner, call.id)).inLibraries).toBe(1);
  expect(await revokeLinksOfCall(owner, call.id)).toBe(3);
  expect((await listLinks(owner, call.id)).inLibraries).toBe(0);
  expect(await states(linkId)).toEqual({});
  await expect(open("part")).rejects.toThrow("not_found");
});

test("the list goes folder by folder, as the library is read: each before those in it", async () => {
  const { workspaceId } = call;
  const of = { workspaceId, libraryId };
  const [late, early, inner] = [newId(), newId(), newId()];
  const folder = (id: string, position: number, parentId: string | null) =>
    db.libraryFolder.create({ data: { ...of, id, name: id.slice(-6), position, parentId } });
  await folder(early, 0, null);
  await folder(late, 1, null);
  await folder(inner, 2, early);
  const put = (id: string, folderId: string) =>
    db.libraryItem.updateMany({ where: { workspaceId, id }, data: { folderId } });
  await put(itemOf.whole, late);
  await put(itemOf.part, inner);
  const { library } = await listLibraryLinks(owner, libraryId);
  expect(library?.items.map(({ durationMs }) => durationMs)).toEqual([2_000, 5_000, 60_000]);
});

test("a library without anything to show makes no link", async () => {
  const empty = await aLibrary(owner);
  await expect(makeLibraryLink(owner, empty.id, form())).rejects.toThrow("invalid_state");
});
