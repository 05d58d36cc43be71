import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { callAccess, can } from "../access/access.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aLibrary,
  aMember,
  anItem,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { changeFolder, makeFolder, removeFolder } from "./folders.server.ts";
import { addItem, removeItem, restoreItem } from "./items.server.ts";
import { listLibraries, readLibrary } from "./library-reads.server.ts";
import {
  deleteLibrary,
  followLibrary,
  makeLibrary,
  restoreLibrary,
} from "./library-writes.server.ts";
import { moveItem } from "./places.server.ts";
import { keepPlace, openItem } from "./plays.server.ts";
import { previewItem } from "./preview.server.ts";
import { giveRole, previewRole, takeBackRole } from "./roles.server.ts";
import { acceptItem, askItem, declineItem, listAsked } from "./wishes.server.ts";

type Who = "owner" | "mate" | "other" | "manager" | "admin";
let people: Record<Who, SignedIn>;
let workspaceId: string;
let teamId: string;
const WHOLE = { clipId: null, folderId: null, t0Ms: null, t1Ms: null, why: "" };

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
});

const aLongCall = (owner: SignedIn, more: Parameters<typeof aCall>[1] = {}) =>
  aCall(owner, { teamId, visibility: "team", durationMs: 60_000, title: "Renewal", ...more });
/** Who of the workspace can open a call now, by name. */
async function seers(callId: string): Promise<string[]> {
  const call = await db.call.findFirstOrThrow({
    where: { workspaceId, id: callId },
    select: callAccess,
  });
  const members = await listMemberActors(workspaceId);
  return members.filter((member) => can(member, "call.read", call)).map(({ name }) => name);
}
const grants = () => db.callGrant.count({ where: { workspaceId, source: "library" } });
const giving = (callId: string, gives: number) => ({ ...WHOLE, callId, gives });
const aReader = ({ memberId }: SignedIn) => ({
  ...{ grantee: `member:${memberId}`, level: "reader" as const, opens: 0 },
});
const ALL = { kind: null, q: "" };
const refused = (field: string, code: string) => ({
  code: "validation_failed",
  fields: { [field]: [code] },
});

test("the preview names exactly who gains access, and removing the item ends it", async () => {
  const { owner, manager } = people;
  const call = await aLongCall(owner);
  const { libraryId } = await makeLibrary(manager, {
    ...{ name: "Good", description: "", kind: "workspace", teamId: null },
  });
  const before = await seers(call.id);
  const preview = await previewItem(manager, libraryId, { ...WHOLE, callId: call.id });
  expect(preview).toMatchObject({ shows: 5, mayGive: true, isThere: false });
  expect(preview.gains.map(({ name, isOutsideTeam }) => [name, isOutsideTeam])).toEqual([
    ["Aki", true],
  ]);
  // Another number than the one that was shown gives nothing.
  await expect(addItem(manager, libraryId, giving(call.id, 0))).rejects.toMatchObject(
    refused("gives", "audience_changed?n=1"),
  );
  const { itemId } = await addItem(manager, libraryId, giving(call.id, 1));
  const after = await seers(call.id);
  expect(after.filter((name) => !before.includes(name))).toEqual(
    preview.gains.map(({ name }) => name),
  );
  await expect(addItem(manager, libraryId, giving(call.id, 0))).rejects.toMatchObject(
    refused("callId", "item_there"),
  );
  await removeItem(manager, libraryId, itemId);
  expect([await seers(call.id), await grants()]).toEqual([before, 0]);
  await restoreItem(manager, libraryId, itemId);
  expect(await seers(call.id)).toEqual(after);
  await deleteLibrary(manager, libraryId);
  expect(await seers(call.id)).toEqual(before);
  await restoreLibrary(manager, libraryId);
  expect(await seers(call.id)).toEqual(after);
});

test("who may not give access asks the owner, and nobody gains before they agree", async () => {
  const { owner, mate, other } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(mate, { kind: "team", teamId });
  await giveRole(mate, libraryId, aReader(other));
  await expect(addItem(mate, libraryId, giving(call.id, 1))).rejects.toMatchObject(
    refused("callId", "cannot_give"),
  );
  const { itemId } = await askItem(mate, libraryId, { ...WHOLE, callId: call.id });
  expect(await grants()).toBe(0);
  expect((await readLibrary(mate, libraryId)).items).toMatchObject([{ state: "asked" }]);
  expect((await readLibrary(other, libraryId)).items).toEqual([]);
  const notice = await db.notification.findFirstOrThrow({ where: { kind: "library_asked" } });
  expect(notice).toMatchObject({ memberId: owner.memberId, targetId: call.id, values: { itemId } });
  // The library is not the owner's to read, and the wish is theirs to decide about.
  expect(await listAsked(owner)).toMatchObject([{ itemId, preview: { gains: [{ name: "Aki" }] } }]);
  expect(await listAsked(other)).toEqual([]);
  await expect(acceptItem(mate, { itemId, gives: 1 })).rejects.toMatchObject({ code: "forbidden" });
  await expect(acceptItem(other, { itemId, gives: 1 })).rejects.toMatchObject({
    code: "not_found",
  });
  await acceptItem(owner, { itemId, gives: 1 });
  expect(await seers(call.id)).toContain("Aki");
  expect((await readLibrary(other, libraryId)).items).toMatchObject([{ title: "Renewal" }]);
  const again = await askItem(mate, libraryId, { ...WHOLE, callId: (await aLongCall(owner)).id });
  await declineItem(owner, again.itemId);
  expect((await readLibrary(mate, libraryId)).items).toHaveLength(1);
});

test("a role opens what its giver may share, and taking it back closes that again", async () => {
  const { owner, mate, other } = people;
  const [mine, theirs] = [await aLongCall(owner), await aLongCall(mate)];
  const { id: libraryId } = await aLibrary(owner, { kind: "team", teamId });
  for (const call of [mine, theirs]) await addItem(owner, libraryId, giving(call.id, 0));
  const role = aReader(other);
  expect(await previewRole(owner, libraryId, role)).toMatchObject({
    ...{ name: "Aki", isTeam: false, before: null, readers: 1, opens: 1, stays: 1 },
  });
  // Another number than the one that was shown gives nothing.
  await expect(giveRole(owner, libraryId, role)).rejects.toMatchObject(
    refused("opens", "items_changed?n=1"),
  );
  expect(await listLibraries(other, ALL)).toEqual([]);
  const { roleId, facts } = await giveRole(owner, libraryId, { ...role, opens: 1 });
  expect(facts).toEqual({ opened: "1", closed: "1" });
  // What stays closed is not there: no row, and no number that counts it.
  const { library, items } = await readLibrary(other, libraryId);
  expect(items.map(({ state, title, callId }) => [state, title, callId])).toEqual([
    ["silent", "Renewal", mine.id],
  ]);
  expect([library.items, (await listLibraries(other, ALL))[0]?.items]).toEqual([1, 1]);
  expect(JSON.stringify(items)).not.toContain(theirs.id);
  // A curator sees that there is something, and not what.
  expect(await previewRole(owner, libraryId, { ...role, level: "curator" })).toMatchObject({
    ...{ before: "reader", readers: 0, opens: 0, stays: 1 },
  });
  await giveRole(owner, libraryId, { ...role, level: "curator" });
  const curated = await readLibrary(other, libraryId);
  expect(curated.items.map(({ state, title, place }) => [state, title, place])).toEqual([
    ["silent", "Renewal", 1],
    ["locked", null, 2],
  ]);
  expect((await listLibraries(other, ALL))[0]?.items).toBe(2);
  const hidden = curated.items[1];
  expect(hidden).toMatchObject({
    ...{ callId: null, why: "", addedBy: "", addedAt: null, strip: null, company: null },
    ...{ t0Ms: 0, t1Ms: 0, opened: 0, staleDays: null, isEnded: false },
  });
  expect(JSON.stringify(curated.items)).not.toContain(theirs.id);
  await takeBackRole(owner, libraryId, roleId);
  expect([await seers(mine.id), await grants()]).toEqual([["Admin", "Manager", "Mari", "Mate"], 0]);
  await expect(readLibrary(other, libraryId)).rejects.toMatchObject({ code: "not_found" });
});

test("a private call and another workspace's are there for nobody who may not know of them", async () => {
  const { owner, admin, manager } = people;
  const hidden = await aLongCall(owner, { visibility: "private" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const { id: libraryId } = await aLibrary(manager, { kind: "workspace" });
  for (const actor of [admin, manager])
    await expect(
      previewItem(actor, libraryId, { ...WHOLE, callId: hidden.id }),
    ).rejects.toMatchObject({ code: "not_found" });
  await expect(readLibrary(stranger, libraryId)).rejects.toMatchObject({ code: "not_found" });
  await expect(
    addItem(stranger, (await aLibrary(stranger)).id, giving(hidden.id, 0)),
  ).rejects.toMatchObject({ code: "not_found" });
  expect(await listLibraries(stranger, ALL)).toHaveLength(1);
  expect(await listLibraries(admin, ALL)).toHaveLength(1);
});

test("what disappeared stays as a stub that keeps its name for those who could read it", async () => {
  const { owner, other, manager } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(manager, { kind: "workspace" });
  await anItem({ id: libraryId, workspaceId }, call, manager);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  const stub = async (actor: SignedIn) =>
    (await readLibrary(actor, libraryId)).items.map(({ state, title, callId }) => [
      ...[state, title, callId],
    ]);
  expect(await stub(owner)).toEqual([["gone", "Renewal", null]]);
  expect(await stub(other)).toEqual([]);
  expect(await stub(manager)).toEqual([["gone", "Renewal", null]]);
});

test("items keep whole places through moves, removals and folders", async () => {
  const { owner } = people;
  const { id: libraryId } = await aLibrary(owner);
  const ids: string[] = [];
  for (const why of ["a", "b", "c", "d"]) {
    const { id: callId } = await aLongCall(owner);
    ids.push((await addItem(owner, libraryId, { ...giving(callId, 0), why })).itemId);
  }
  const [a = "", b = "", , d = ""] = ids;
  const order = async () =>
    (
      await db.libraryItem.findMany({
        where: { workspaceId, libraryId, deletedAt: null },
        orderBy: [{ folderId: { sort: "asc", nulls: "first" } }, { position: "asc" }],
      })
    ).map(({ why, position, folderId }) => `${folderId === null ? "" : "f"}${why}${position}`);
  await moveItem(owner, libraryId, { itemId: d, folderId: null, place: 1 });
  expect(await order()).toEqual(["d0", "a1", "b2", "c3"]);
  await moveItem(owner, libraryId, { itemId: d, folderId: null, place: 99 });
  expect(await order()).toEqual(["a0", "b1", "c2", "d3"]);
  const { folderId } = await makeFolder(owner, libraryId, { name: "Early", parentId: null });
  await moveItem(owner, libraryId, { itemId: b, folderId, place: 1 });
  await moveItem(owner, libraryId, { itemId: a, folderId, place: 1 });
  expect(await order()).toEqual(["c0", "d1", "fa0", "fb1"]);
  await Promise.all([
    removeItem(owner, libraryId, a),
    moveItem(owner, libraryId, { itemId: d, folderId: null, place: 1 }),
  ]);
  expect(await order()).toEqual(["d0", "c1", "fb0"]);
  await removeFolder(owner, libraryId, folderId);
  expect(await order()).toEqual(["d0", "c1", "b2"]);
});

test("a range lies within its call, and is another item than the call", async () => {
  const { owner } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(owner);
  const part = (t0Ms: number, t1Ms: number) => ({ ...giving(call.id, 0), t0Ms, t1Ms });
  await expect(addItem(owner, libraryId, part(9_000, 5_000))).rejects.toMatchObject(
    refused("t1Ms", "range_reversed"),
  );
  await expect(addItem(owner, libraryId, part(9_000, 60_001))).rejects.toMatchObject(
    refused("t1Ms", "range_outside"),
  );
  await addItem(owner, libraryId, giving(call.id, 0));
  await addItem(owner, libraryId, part(5_000, 9_000));
  expect((await readLibrary(owner, libraryId)).items).toMatchObject([
    { t0Ms: 0, t1Ms: 60_000, isRange: false },
    { t0Ms: 5_000, t1Ms: 9_000, isRange: true },
  ]);
});

test("an item goes on where it was left, is counted once a member, and stays heard to the end", async () => {
  const { owner, mate, other } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(owner, { kind: "team", teamId });
  const { id: itemId } = await anItem({ id: libraryId, workspaceId }, call, owner);
  const at = { libraryId, itemId };
  await expect(keepPlace(mate, at, { positionMs: 5_000, isEnded: false })).rejects.toMatchObject({
    code: "invalid_state",
  });
  expect(await openItem(mate, libraryId, itemId)).toMatchObject({ startMs: 0, t1Ms: 60_000 });
  await keepPlace(mate, at, { positionMs: 42_000, isEnded: false });
  expect(await openItem(mate, libraryId, itemId)).toMatchObject({ startMs: 42_000 });
  await openItem(owner, libraryId, itemId);
  await keepPlace(mate, at, { positionMs: 60_000, isEnded: true });
  await keepPlace(mate, at, { positionMs: 1_000, isEnded: false });
  const [view] = (await readLibrary(mate, libraryId)).items;
  expect(view).toMatchObject({ opened: 2, isEnded: true, positionMs: 1_000, staleDays: null });
  expect(await db.callView.count({ where: { workspaceId, memberId: mate.memberId } })).toBe(1);
  await expect(openItem(other, libraryId, itemId)).rejects.toMatchObject({ code: "not_found" });
});

test("followers hear of items they can open", async () => {
  const { owner, mate, other, manager } = people;
  const { id: libraryId } = await aLibrary(manager, { kind: "workspace" });
  for (const who of [mate, other, manager]) await followLibrary(who, libraryId, true);
  await followLibrary(other, libraryId, false);
  const call = await aLongCall(owner);
  await addItem(manager, libraryId, giving(call.id, 1));
  const told = await db.notification.findMany({ where: { workspaceId, kind: "library_item" } });
  expect(told.map(({ memberId }) => memberId)).toEqual([mate.memberId]);
});

test("a rep makes a personal library only, and a team's is of one's own teams", async () => {
  const { mate, manager, admin } = people;
  const wish = { name: "Good", description: "", teamId: null };
  for (const kind of ["team", "workspace"] as const)
    await expect(makeLibrary(mate, { ...wish, kind })).rejects.toMatchObject({ code: "forbidden" });
  const { id: away } = await aTeam({ id: workspaceId });
  const ofAnother = { ...wish, kind: "team" as const, teamId: away };
  await expect(makeLibrary(manager, ofAnother)).rejects.toMatchObject(
    refused("teamId", "invalid_choice"),
  );
  await makeLibrary(admin, ofAnother);
  await makeLibrary(mate, { ...wish, kind: "personal" });
  expect((await listLibraries(mate, ALL)).map(({ kind }) => kind)).toEqual(["personal"]);
});

test("folders lie in folders, five deep, never in themselves; a removed one leaves all where it lay", async () => {
  const { owner } = people;
  const { id: libraryId } = await aLibrary(owner);
  const make = async (name: string, parentId: string | null) =>
    (await makeFolder(owner, libraryId, { name, parentId })).folderId;
  const ids: string[] = [];
  for (const name of ["A", "B", "C", "D", "E"]) ids.push(await make(name, ids.at(-1) ?? null));
  const [a = "", b = "", c = "", , e = ""] = ids;
  await expect(make("F", e)).rejects.toMatchObject(refused("parentId", "too_deep?max=5"));
  const other = await make("Other", null);
  const change = (folderId: string, parentId: string | null) =>
    changeFolder(owner, libraryId, { folderId, name: "Moved", parentId });
  await expect(change(a, other)).rejects.toMatchObject(refused("parentId", "too_deep?max=5"));
  await expect(change(a, c)).rejects.toMatchObject(refused("parentId", "invalid_choice"));
  const foreign = await aLibrary(owner);
  const { folderId: elsewhere } = await makeFolder(owner, foreign.id, {
    ...{ name: "Elsewhere", parentId: null },
  });
  await expect(change(b, elsewhere)).rejects.toMatchObject(refused("parentId", "invalid_choice"));
  await change(c, other);
  const call = await aLongCall(owner);
  await addItem(owner, libraryId, { ...giving(call.id, 0), folderId: c });
  const paths = async () =>
    (await readLibrary(owner, libraryId)).folders.map(({ path, count }) => [path, count]);
  expect(await paths()).toEqual([
    ["A", 0],
    ["A / B", 0],
    ["Other", 1],
    ["Other / Moved", 1],
    ["Other / Moved / D", 0],
    ["Other / Moved / D / E", 0],
  ]);
  await removeFolder(owner, libraryId, c);
  expect(await paths()).toEqual([
    ["A", 0],
    ["A / B", 0],
    ["Other", 1],
    ["Other / D", 0],
    ["Other / D / E", 0],
  ]);
  expect((await readLibrary(owner, libraryId)).items).toMatchObject([{ folderId: other }]);
});

test("a personal library gives no access: who has a role in it sees what they can open anyway", async () => {
  const { owner, mate, other } = people;
  const [open, closed] = [
    await aLongCall(owner, { visibility: "workspace" }),
    await aLongCall(owner),
  ];
  const clip = await aClip(closed, owner, { visibility: "private" });
  const { id: libraryId } = await aLibrary(owner);
  expect(await previewRole(owner, libraryId, aReader(other))).toMatchObject({
    readers: 1,
    opens: 0,
  });
  await giveRole(owner, libraryId, aReader(other));
  for (const source of [{ callId: open.id }, { callId: closed.id }, { clipId: clip.id }]) {
    const wanted = { ...WHOLE, callId: null, ...source };
    expect(await previewItem(owner, libraryId, wanted)).toMatchObject({ gains: [] });
    await addItem(owner, libraryId, { ...wanted, gives: 0 });
  }
  expect(await grants()).toBe(0);
  expect((await readLibrary(other, libraryId)).items.map(({ callId }) => callId)).toEqual([
    open.id,
  ]);
  expect((await readLibrary(owner, libraryId)).items).toHaveLength(3);
  await expect(readLibrary(mate, libraryId)).rejects.toMatchObject({ code: "not_found" });
});

test("who asked hears the answer, and a wish that comes back asks again", async () => {
  const { owner, mate, other } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(mate, { kind: "team", teamId });
  await giveRole(mate, libraryId, aReader(other));
  const wish = { ...WHOLE, callId: call.id };
  const kinds = async ({ memberId }: SignedIn) =>
    (
      await db.notification.findMany({
        where: { memberId, readAt: null },
        orderBy: [{ createdAt: "asc" }, { kind: "asc" }],
      })
    ).map(({ kind }) => kind);
  const first = await askItem(mate, libraryId, wish);
  await declineItem(owner, first.itemId);
  expect([await kinds(mate), await kinds(owner)]).toEqual([["library_declined"], []]);
  const { itemId } = await askItem(mate, libraryId, wish);
  await acceptItem(owner, { itemId, gives: 1 });
  expect(await kinds(mate)).toEqual(["library_declined", "library_agreed"]);
  // Its curator took it out and wants it back: access is not theirs to give.
  await removeItem(mate, libraryId, itemId);
  await restoreItem(mate, libraryId, itemId);
  expect(await seers(call.id)).not.toContain("Aki");
  expect(await kinds(owner)).toEqual(["library_asked"]);
  expect(await listAsked(owner)).toMatchObject([{ itemId, by: "Mate" }]);
  // What waits is asked for again when it comes back, with its library or by itself.
  for (const [take, back] of [
    [() => removeItem(mate, libraryId, itemId), () => restoreItem(mate, libraryId, itemId)],
    [() => deleteLibrary(mate, libraryId), () => restoreLibrary(mate, libraryId)],
  ] as const) {
    await take();
    expect(await kinds(owner)).toEqual([]);
    await back();
    expect(await kinds(owner)).toEqual(["library_asked"]);
    expect(await listAsked(owner)).toMatchObject([{ itemId }]);
  }
  await removeItem(mate, libraryId, itemId);
  await askItem(mate, libraryId, wish);
  await expect(restoreItem(mate, libraryId, itemId)).rejects.toMatchObject(
    refused("itemId", "item_there"),
  );
});

test("of two who decide about a wish at once one does, and what was taken away meanwhile gives nothing", async () => {
  const { owner, mate, other, manager } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(mate, { kind: "team", teamId });
  const { roleId } = await giveRole(mate, libraryId, aReader(other));
  const wish = { ...WHOLE, callId: call.id };
  const outcome = async (...asked: Promise<unknown>[]) =>
    (await Promise.allSettled(asked)).map(({ status }) => status).toSorted();
  for (let round = 0; round < 3; round += 1) {
    const { itemId } = await askItem(mate, libraryId, wish);
    expect(
      await outcome(acceptItem(owner, { itemId, gives: 1 }), declineItem(manager, itemId)),
    ).toEqual(["fulfilled", "rejected"]);
    const item = await db.libraryItem.findFirstOrThrow({ where: { id: itemId } });
    expect(await grants()).toBe(item.deletedAt === null ? 3 : 0);
    if (item.deletedAt === null) await removeItem(mate, libraryId, itemId);
  }
  const { itemId } = await askItem(mate, libraryId, wish);
  await Promise.allSettled([
    takeBackRole(mate, libraryId, roleId),
    acceptItem(owner, { itemId, gives: 1 }),
  ]);
  expect(await seers(call.id)).not.toContain("Aki");
  const waiting = await askItem(mate, libraryId, { ...WHOLE, callId: (await aLongCall(owner)).id });
  await removeItem(mate, libraryId, waiting.itemId);
  const unread = { kind: "library_asked", readAt: null, memberId: owner.memberId };
  expect(
    await db.notification.count({
      where: { ...unread, values: { path: ["itemId"], equals: waiting.itemId } },
    }),
  ).toBe(0);
});

test("a role of one's own keeps open what a team's role opened before it, when that one is taken back", async () => {
  const { owner, other } = people;
  const call = await aLongCall(owner);
  const { id: libraryId } = await aLibrary(owner, { kind: "team", teamId });
  await addItem(owner, libraryId, giving(call.id, 0));
  const [awayId = ""] = other.teamIds;
  const ofTeam = { grantee: `team:${awayId}`, level: "reader" as const, opens: 1 };
  const { roleId } = await giveRole(owner, libraryId, ofTeam);
  const own = { grantee: `member:${other.memberId}`, level: "curator" as const, opens: 0 };
  expect(await previewRole(owner, libraryId, own)).toMatchObject({ opens: 0, stays: 0 });
  const mine = await giveRole(owner, libraryId, own);
  await takeBackRole(owner, libraryId, roleId);
  expect((await readLibrary(other, libraryId)).items).toMatchObject([{ title: "Renewal" }]);
  await takeBackRole(owner, libraryId, mine.roleId);
  expect([await seers(call.id), await grants()]).toEqual([["Admin", "Manager", "Mari", "Mate"], 0]);
});

test("a folder that is required viewing stays until that is ended", async () => {
  const { manager, mate } = people;
  const { id: libraryId } = await aLibrary(manager, { kind: "workspace" });
  const { folderId } = await makeFolder(manager, libraryId, { name: "First", parentId: null });
  const required = await db.requiredViewing.create({
    data: {
      ...{ id: newId(), workspaceId, libraryId, folderId, byId: manager.memberId },
      ...{ memberId: mate.memberId, dueOn: new Date(Date.now() + 86_400_000) },
      listeners: { create: { memberId: mate.memberId } },
    },
  });
  await expect(removeFolder(manager, libraryId, folderId)).rejects.toMatchObject(
    refused("folderId", "viewing_running"),
  );
  await db.requiredViewing.updateMany({
    where: { id: required.id },
    data: { deletedAt: new Date() },
  });
  await removeFolder(manager, libraryId, folderId);
  expect((await readLibrary(manager, libraryId)).folders).toEqual([]);
});
