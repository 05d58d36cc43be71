import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { can, clipAccess } from "../access/access.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { recordClipHeard } from "../clip/clip-plays.server.ts";
import { getClip } from "../clip/clip-reads.server.ts";
import { editClipForm } from "../clip/clip.schema.ts";
import { deleteClip, saveClipIn } from "../clip/clip-writes.server.ts";
import {
  aCall,
  aClip,
  aClipItem,
  aLibrary,
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { askAgain } from "./clip-changed.server.ts";
import { addItem, removeItem, restoreItem } from "./items.server.ts";
import { readLibrary } from "./library-reads.server.ts";
import { deleteLibrary, followLibrary, restoreLibrary } from "./library-writes.server.ts";
import { addClips, previewClips } from "./many.server.ts";
import { openItem } from "./plays.server.ts";
import { previewItem } from "./preview.server.ts";
import { giveRole, previewRole, takeBackRole } from "./roles.server.ts";
import { acceptItem, askItem, listAsked } from "./wishes.server.ts";

await queueForFile();
type Who = "owner" | "mate" | "other" | "manager" | "admin";
let people: Record<Who, SignedIn>;
let workspaceId: string;
let teamId: string;
const NOTHING = { callId: null, folderId: null, t0Ms: null, t1Ms: null, why: "" };

beforeEach(async () => {
  const workspace = await aWorkspace();
  workspaceId = workspace.id;
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  teamId = team.id;
  people = {
    owner: await aMember(workspace, { teams: [team], name: "Mari" }),
    mate: await aMember(workspace, { teams: [team], name: "Mate" }),
    other: await aMember(workspace, { teams: [away], name: "Aki" }),
    manager: await aMember(workspace, { role: "manager", teams: [team], name: "Manager" }),
    admin: await aMember(workspace, { role: "admin", name: "Admin" }),
  };
  await db.$executeRaw`DELETE FROM rate_limit`;
});

/** A clip of a call of Mari's; its sound is there. */
async function aHeardClip(by: SignedIn, visibility: "private" | "team", ofCall = "team" as const) {
  const call = await aCall(people.owner, {
    ...{ teamId, visibility: ofCall, durationMs: 60_000, title: "Renewal" },
  });
  const clip = await aClip(call, by, { title: "The price", teamId, visibility });
  const cut = await db.cut.findFirstOrThrow({ where: { clipId: clip.id } });
  const mixId = newId();
  await db.cut.update({
    where: { workspaceId_id: { workspaceId, id: cut.id } },
    data: {
      ...{ state: "ready", durationMs: 10_000 },
      made: { revision: 1, ranges: [{ t0Ms: 0, t1Ms: 10_000 }] },
      words: {
        index: {
          ...{ v: 1, number: 1, lanes: [{ id: "0", name: "Elena", side: "C" }], no: [0] },
          ...{ lane: [0], t0: [0], ms: [5_000], chars: [4] },
        },
        pages: [],
      },
      files: {
        create: {
          ...{ id: mixId, revision: 1, kind: "mix", key: mixId, bytes: 5n, mime: "audio/mp4" },
          sha256: new Uint8Array(32),
        },
      },
    },
  });
  return { call, clip, mixId };
}

/** Who of the workspace hears a clip now, by name. */
async function hearers(clipId: string): Promise<string[]> {
  const clip = await db.clip.findFirstOrThrow({ where: { id: clipId }, select: clipAccess });
  const members = await listMemberActors(workspaceId);
  return members.filter((member) => can(member, "clip.read", clip)).map(({ name }) => name);
}
/** Gives a colleague the role of a reader, with the word that its preview asks for. */
async function letIn(actor: SignedIn, libraryId: string, { memberId }: SignedIn): Promise<void> {
  const role = { grantee: `member:${memberId}`, level: "reader" as const };
  const preview = await previewRole(actor, libraryId, role);
  await giveRole(actor, libraryId, { ...role, opens: preview?.opens ?? -1 });
}
const everyone = () => aLibrary(people.manager, { kind: "workspace" });
const refused = (field: string, code: string) => ({
  code: "validation_failed",
  fields: { [field]: [code] },
});

test("what the preview counts is what becomes heard, and removing the item ends it", async () => {
  const { owner, mate, other } = people;
  const { clip, call } = await aHeardClip(owner, "private");
  const library = await aLibrary(owner, { kind: "team", teamId });
  const before = await hearers(clip.id);
  expect(before).toEqual(["Mari"]);
  const preview = await previewItem(owner, library.id, { ...NOTHING, clipId: clip.id });
  expect(preview).toMatchObject({
    source: { kind: "clip", title: "The price", durationMs: 10_000, approver: { name: "Mari" } },
    ...{ mayGive: true, isThere: false, isOwn: true },
  });
  const input = { ...NOTHING, clipId: clip.id, gives: preview.gains.length };
  await expect(addItem(owner, library.id, { ...input, gives: 0 })).rejects.toMatchObject(
    refused("gives", `audience_changed?n=${preview.gains.length}`),
  );
  const { itemId } = await addItem(owner, library.id, input);
  const after = await hearers(clip.id);
  expect(after.filter((name) => !before.includes(name)).toSorted()).toEqual(
    preview.gains.map(({ name }) => name).toSorted(),
  );
  expect(after).not.toContain("Aki");
  // It opens the clip alone: nothing was granted on its call, which is not named to who cannot open it.
  expect(await db.callGrant.count({ where: { workspaceId } })).toBe(0);
  await letIn(owner, library.id, other);
  expect(await getClip(other, clip.id)).toMatchObject({ title: "The price", source: null });
  await expect(previewItem(other, library.id, { ...NOTHING, clipId: clip.id })).rejects.toThrow();
  await removeItem(owner, library.id, itemId);
  expect(await hearers(clip.id)).toEqual(before);
  await restoreItem(owner, library.id, itemId);
  expect(await hearers(clip.id)).toContain("Aki");
  await deleteLibrary(owner, library.id);
  expect(await hearers(clip.id)).toEqual(before);
  await restoreLibrary(owner, library.id);
  expect(await hearers(clip.id)).toEqual(expect.arrayContaining([...after, "Aki"]));
  const role = await db.libraryRole.findFirstOrThrow({ where: { libraryId: library.id } });
  await takeBackRole(owner, library.id, role.id);
  expect(await hearers(clip.id)).toEqual(after);
  await expect(getClip(other, clip.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await getClip(mate, clip.id)).toMatchObject({ title: "The price" });
  expect(call.visibility).toBe("team");
});

test("to people who cannot open its call a clip is shown by who may share the call", async () => {
  const { owner, mate, other } = people;
  const { clip } = await aHeardClip(mate, "team");
  const library = await aLibrary(mate, { kind: "team", teamId });
  await letIn(mate, library.id, other);
  const wanted = { ...NOTHING, clipId: clip.id };
  expect(await previewItem(mate, library.id, wanted)).toMatchObject({
    ...{ mayGive: false, isOwn: false, gains: [{ name: "Aki", isOutsideTeam: true }] },
  });
  await expect(addItem(mate, library.id, { ...wanted, gives: 1 })).rejects.toMatchObject(
    refused("callId", "cannot_give"),
  );
  const { itemId } = await askItem(mate, library.id, wanted);
  expect((await readLibrary(mate, library.id)).items).toMatchObject([{ state: "asked" }]);
  expect((await readLibrary(other, library.id)).items).toEqual([]);
  await expect(getClip(other, clip.id)).rejects.toMatchObject({ code: "not_found" });
  const asked = { itemId, preview: { source: { kind: "clip", title: "The price" } } };
  expect(await listAsked(owner)).toMatchObject([asked]);
  expect(await listAsked(mate)).toEqual([]);
  await expect(acceptItem(owner, { itemId, gives: 0 })).rejects.toMatchObject(
    refused("gives", "audience_changed?n=1"),
  );
  await acceptItem(owner, { itemId, gives: 1 });
  expect(await getClip(other, clip.id)).toMatchObject({ title: "The price" });
  expect(await listAsked(owner)).toEqual([]);
});

test("to people who can open its call anyway, whoever may change the clip shows it", async () => {
  const { mate } = people;
  const { clip } = await aHeardClip(mate, "private");
  const library = await aLibrary(mate, { kind: "team", teamId });
  const { gains, mayGive } = await previewItem(mate, library.id, { ...NOTHING, clipId: clip.id });
  expect([gains.map(({ name }) => name), mayGive]).toEqual([["Admin", "Manager", "Mari"], true]);
  const input = { ...NOTHING, clipId: clip.id, gives: 3 };
  await addItem(mate, library.id, input);
  expect(await hearers(clip.id)).toEqual(["Admin", "Manager", "Mari", "Mate"]);
  await expect(addItem(mate, library.id, input)).rejects.toMatchObject(
    refused("callId", "item_there"),
  );
  const both = { ...input, callId: clip.callId };
  await expect(addItem(mate, library.id, both)).rejects.toMatchObject(
    refused("callId", "invalid_choice"),
  );
});

test("a private clip is there for nobody who is not let in, whoever owns a library", async () => {
  const { owner, mate, admin } = people;
  const { clip } = await aHeardClip(owner, "private");
  const library = await aLibrary(mate, { kind: "team", teamId });
  await expect(addItem(mate, library.id, { ...NOTHING, clipId: clip.id })).rejects.toMatchObject({
    code: "not_found",
  });
  const mine = await aLibrary(owner);
  await aClipItem(mine, clip, owner);
  expect(await hearers(clip.id)).toEqual(["Mari"]);
  await expect(getClip(admin, clip.id)).rejects.toMatchObject({ code: "not_found" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const theirs = await aLibrary(stranger);
  await expect(addItem(stranger, theirs.id, { ...NOTHING, clipId: clip.id })).rejects.toMatchObject(
    { code: "not_found" },
  );
});

test("it is opened, heard and drawn on its own clock, and nobody becomes a watcher of its call", async () => {
  const { owner, other, manager } = people;
  const { clip, call, mixId } = await aHeardClip(owner, "private");
  const library = await everyone();
  const item = await aClipItem(library, clip, owner);
  const { items } = await readLibrary(other, library.id);
  expect(items).toMatchObject([
    {
      ...{ kind: "clip", state: "ready", title: "The price", callId: null, company: null },
      ...{ clipId: clip.id, t0Ms: 0, t1Ms: 10_000 },
    },
  ]);
  // Their voice alone, in the first half of it.
  const cells = [...Buffer.from(items[0]?.strip ?? "", "base64")];
  expect([cells[0], cells[140]]).toEqual([15, 0]);
  const opened = await openItem(other, library.id, item.id);
  expect(opened).toMatchObject({
    ...{ title: "The price", durationMs: 10_000, t0Ms: 0, t1Ms: 10_000 },
    mixUrl: `/media/clip/${mixId}`,
  });
  await recordClipHeard(other, clip.id, [{ t0Ms: 0, t1Ms: 4_000 }]);
  await recordClipHeard(other, clip.id, [{ t0Ms: 2_000, t1Ms: 60_000 }]);
  expect(await db.clipView.findMany({ select: { seconds: true, opens: true } })).toEqual([
    { seconds: 10, opens: 1 },
  ]);
  await expect(recordClipHeard(manager, clip.id, [{ t0Ms: 0, t1Ms: 1_000 }])).rejects.toMatchObject(
    {
      code: "invalid_state",
    },
  );
  expect(await db.callView.count({ where: { callId: call.id } })).toBe(0);
  const entries = await db.auditEntry.findMany({ where: { workspaceId } });
  expect(entries.map(({ event, target }) => [event, target])).toEqual([["clip.opened", clip.id]]);
});

test("what disappeared stays as a named stub, and consent that was taken back as a sentence", async () => {
  const { owner, other } = people;
  const { clip, call } = await aHeardClip(owner, "private");
  const library = await everyone();
  const item = await aClipItem(library, clip, owner, { why: "The pause" });
  await aParticipant(call, { consent: "withdrawn" });
  expect((await readLibrary(other, library.id)).items).toMatchObject([
    { state: "withdrawn", strip: null },
  ]);
  await expect(openItem(other, library.id, item.id)).rejects.toMatchObject({
    code: "consent_blocked",
  });
  // The call's trash leaves the clip where it is.
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  expect((await readLibrary(other, library.id)).items).toMatchObject([{ state: "withdrawn" }]);
  await deleteClip(owner, clip.id);
  expect((await readLibrary(other, library.id)).items).toMatchObject([
    { state: "gone", title: "The price", why: "The pause", clipId: null },
  ]);
  await expect(openItem(other, library.id, item.id)).rejects.toMatchObject({ code: "not_found" });
});

test("followers hear of a new clip, by its title as long as they may hear it", async () => {
  const { owner, other } = people;
  const { clip } = await aHeardClip(owner, "private");
  const library = await aLibrary(owner, { kind: "team", teamId });
  await letIn(owner, library.id, other);
  await followLibrary(other, library.id, true);
  const wanted = { ...NOTHING, clipId: clip.id };
  const { gains } = await previewItem(owner, library.id, wanted);
  await addItem(owner, library.id, { ...wanted, gives: gains.length });
  const notices = await db.notification.findMany({ where: { workspaceId } });
  expect(notices).toMatchObject([
    { kind: "library_item", targetKind: "clip", targetId: clip.id, memberId: other.memberId },
  ]);
});

test("who gains several clips is who was named; what is not the actor's to give waits, what is there stays", async () => {
  const { owner, mate, manager, other } = people;
  const { clip: own } = await aHeardClip(manager, "team");
  const { clip: there } = await aHeardClip(manager, "team");
  const { clip: theirs } = await aHeardClip(mate, "team");
  const library = await everyone();
  await aClipItem(library, there, manager);
  const clipIds = [own.id, there.id];
  const seen = await previewClips(manager, library.id, clipIds);
  expect(seen).toEqual({
    ...{ count: 1, there: 1, asks: 0 },
    gains: [{ id: other.memberId, name: "Aki" }],
  });
  const add = (by: SignedIn, libraryId: string, ids: string[], gives: number) =>
    addClips(by, libraryId, { clipIds: ids, folderId: null, gives });
  await expect(add(manager, library.id, clipIds, 0)).rejects.toMatchObject(
    refused("gives", "audience_changed?n=1"),
  );
  expect(await add(manager, library.id, clipIds, 1)).toEqual({ facts: { count: "1" } });
  expect(await hearers(own.id)).toContain("Aki");
  // Mate may show a clip of Mari's call to nobody who can't open it: it waits for Mari.
  const { id: ofMate } = await aLibrary(mate, { kind: "team", teamId });
  await letIn(mate, ofMate, other);
  expect(await previewClips(mate, ofMate, [theirs.id])).toMatchObject({ asks: 1, gains: [] });
  await add(mate, ofMate, [theirs.id], 0);
  expect(await hearers(theirs.id)).not.toContain("Aki");
  expect(await listAsked(owner)).toMatchObject([{ by: "Mate" }]);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(previewClips(stranger, library.id, clipIds)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a clip with other pieces waits in its libraries for who may show them, and shows nothing meanwhile", async () => {
  const { owner, mate, manager, other } = people;
  const { clip } = await aHeardClip(mate, "team");
  const { id: ofMate } = await aLibrary(mate, { kind: "team", teamId });
  const wide = await everyone();
  await letIn(mate, ofMate, other);
  for (const library of [ofMate, wide.id]) {
    const adds = library === ofMate ? mate : manager;
    const { itemId } = await askItem(adds, library, { ...NOTHING, clipId: clip.id });
    const [asked] = await listAsked(owner);
    await acceptItem(owner, { itemId, gives: asked?.preview.gains.length ?? 0 });
  }
  expect(await hearers(clip.id)).toContain("Aki");
  const save = async (by: SignedIn, pieces: object[], title = "The price") => {
    const { version } = await db.clip.findFirstOrThrow({ where: { id: clip.id } });
    const fields = { title, pieces: JSON.stringify(pieces), version: String(version) };
    await db.$transaction(async (tx) => {
      const { isHeard } = await saveClipIn(tx, by, clip.id, editClipForm.parse(fields));
      if (isHeard) await askAgain(tx, by, clip.id);
    });
  };
  await save(mate, [{ t0Ms: 0, t1Ms: 1_000 }], "The price we hold");
  expect(await hearers(clip.id)).toContain("Aki");
  await db.notification.deleteMany({ where: { workspaceId } });
  await save(mate, [{ t0Ms: 0, t1Ms: 55_000 }]);
  expect(await hearers(clip.id)).toEqual(expect.not.arrayContaining(["Aki"]));
  await expect(getClip(other, clip.id)).rejects.toMatchObject({ code: "not_found" });
  expect((await readLibrary(other, ofMate)).items).toEqual([]);
  const notices = await db.notification.findMany({ where: { workspaceId } });
  expect(notices.map(({ kind, memberId }) => [kind, memberId])).toEqual([
    ["library_asked", owner.memberId],
    ["library_asked", owner.memberId],
  ]);
  const asked = await listAsked(owner);
  expect(asked.map(({ preview }) => preview.gains.map(({ name }) => name))).toEqual([
    expect.arrayContaining(["Aki"]),
    expect.arrayContaining(["Aki"]),
  ]);
  const [first] = asked;
  const gives = first?.preview.gains.length ?? 0;
  await acceptItem(owner, { itemId: first?.itemId ?? "", gives });
  expect(await hearers(clip.id)).toContain("Aki");
  // Who may share the call gives it by saving.
  await save(manager, [{ t0Ms: 0, t1Ms: 50_000 }]);
  expect(await hearers(clip.id)).toContain("Aki");
});

test("until a clip is made of its new pieces, what plays is what it was made of", async () => {
  const { owner, mate } = people;
  const { clip } = await aHeardClip(owner, "team");
  const library = await aLibrary(owner, { kind: "team", teamId });
  const { id: itemId } = await aClipItem(library, clip, owner);
  await db.cut.updateMany({ where: { clipId: clip.id }, data: { durationMs: 3_000 } });
  expect(await openItem(mate, library.id, itemId)).toMatchObject({ durationMs: 10_000 });
  await recordClipHeard(mate, clip.id, [{ t0Ms: 0, t1Ms: 9_000 }]);
  expect(await db.clipView.findFirst({ where: { memberId: mate.memberId } })).toMatchObject({
    seconds: 9,
  });
  expect((await readLibrary(mate, library.id)).items).toMatchObject([{ t1Ms: 10_000 }]);
});

test("who hears a clip of a call they may not know of is not told whose it is", async () => {
  const { owner, other } = people;
  const { clip, call } = await aHeardClip(owner, "team");
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  await aClipItem(await everyone(), clip, owner);
  const { id: libraryId } = await aLibrary(other);
  const wanted = { ...NOTHING, clipId: clip.id };
  expect((await previewItem(other, libraryId, wanted)).source.approver).toBeNull();
  expect((await previewItem(owner, (await aLibrary(owner)).id, wanted)).source.approver).toEqual({
    ...{ id: owner.memberId, name: "Mari" },
  });
});
