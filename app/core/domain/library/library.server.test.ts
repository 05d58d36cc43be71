import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { callAccess, can } from "../access/access.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import {
  aCall,
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
import { giveRole, takeBackRole } from "./roles.server.ts";
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
  const { id: libraryId } = await aLibrary(mate);
  await giveRole(mate, libraryId, { grantee: `member:${other.memberId}`, level: "reader" });
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
  const { id: libraryId } = await aLibrary(owner);
  for (const call of [mine, theirs]) await addItem(owner, libraryId, giving(call.id, 0));
  const { roleId, facts } = await giveRole(owner, libraryId, {
    ...{ grantee: `member:${other.memberId}`, level: "reader" },
  });
  expect(facts).toEqual({ opened: "1", closed: "1" });
  const { items } = await readLibrary(other, libraryId);
  expect(items.map(({ state, title, callId }) => [state, title, callId])).toEqual([
    ["silent", "Renewal", mine.id],
    ["locked", null, null],
  ]);
  expect(JSON.stringify(items)).not.toContain(theirs.id);
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
  expect(await listLibraries(stranger, { kind: null, q: "" })).toHaveLength(1);
  expect(await listLibraries(admin, { kind: null, q: "" })).toHaveLength(1);
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
  expect(await stub(other)).toEqual([["gone", null, null]]);
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
  expect((await listLibraries(mate, { kind: null, q: "" })).map(({ kind }) => kind)).toEqual([
    "personal",
  ]);
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
