import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aLabel,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { startBulk, countClipsOfMany, undoBulk } from "../bulk/start.server.ts";
import { restoreCall, trashCall } from "../call/call-writes.server.ts";
import { LIMITS } from "../limits.ts";
import { clipFacets, listClips } from "./clip-list.server.ts";
import type { ClipsQuery } from "./clip-list-views.ts";
import { deleteClips, labelClips, restoreClips, undoDeletion } from "./clip-many.server.ts";
import { deleteClip, restoreClip } from "./clip-writes.server.ts";

await queueForFile();
const DELETED: ClipsQuery = {
  ...{ q: "", by: [], team: [], label: [], deal: [], library: [], call: null, days: null },
  ...{ state: "deleted", sort: "newest", after: null, limit: 24 },
};
let owner: SignedIn;
let mate: SignedIn;
let manager: SignedIn;
let call: Awaited<ReturnType<typeof aCall>>;

beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team], name: "Mari" });
  mate = await aMember(workspace, { teams: [team], name: "Aki" });
  manager = await aMember(workspace, { role: "manager", teams: [team], name: "Jo" });
  call = await aCall(owner, { visibility: "team", teamId: team.id, title: "Renewal" });
});

const clipOf = (by: SignedIn, title: string, more: Parameters<typeof aClip>[2] = {}) =>
  aClip(call, by, { title, visibility: "team", teamId: call.teamId, ...more });
/** Titles of those that are not deleted, by title. */
const there = async (): Promise<string[]> =>
  (
    await db.clip.findMany({
      where: { workspaceId: owner.workspaceId, deletedAt: null },
      orderBy: { title: "asc" },
    })
  ).map(({ title }) => title);
const inTrash = async (actor: SignedIn, more: Partial<ClipsQuery> = {}) =>
  (await listClips(actor, { ...DELETED, ...more })).clips;
const entries = async (event: string) =>
  (await db.auditEntry.findMany({ where: { workspaceId: owner.workspaceId, event } })).map(
    ({ target, after }) => ({ target, after }),
  );

test("undoing a deletion of several brings back these and no others", async () => {
  const [a, b, c, theirs] = [
    await clipOf(owner, "A"),
    await clipOf(owner, "B"),
    await clipOf(owner, "C"),
    await clipOf(mate, "Theirs"),
  ];
  await deleteClip(owner, c.id);
  const { facts } = await deleteClips(owner, [a.id, b.id, c.id, theirs.id, newId()]);
  expect(facts).toMatchObject({ count: "2" });
  expect(await there()).toEqual(["Theirs"]);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  for (const actor of [mate, stranger])
    await expect(undoDeletion(actor, facts.deletionId)).rejects.toMatchObject({
      code: "not_found",
    });
  expect(await undoDeletion(owner, facts.deletionId)).toEqual({ facts: { count: "2" } });
  expect(await there()).toEqual(["A", "B", "Theirs"]);
  expect(await entries("clip.restored")).toHaveLength(2);
  await expect(undoDeletion(owner, facts.deletionId)).rejects.toMatchObject({ code: "not_found" });
});

test("a clip that is deleted twice at once has one entry", async () => {
  const { id } = await clipOf(owner, "A");
  const both = await Promise.allSettled([deleteClip(owner, id), deleteClip(manager, id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await entries("clip.deleted")).toHaveLength(1);
});

test("deleted clips are listed to who may put them back, the newest deletion first, with their end", async () => {
  const [old, young] = [await clipOf(owner, "Old"), await clipOf(owner, "Young")];
  const secret = await clipOf(owner, "Secret", { visibility: "private" });
  await clipOf(owner, "Here");
  await deleteClip(owner, young.id);
  await deleteClip(manager, old.id);
  await deleteClip(owner, secret.id);
  const titles = async (actor: SignedIn, more: Partial<ClipsQuery> = {}) =>
    (await inTrash(actor, more)).map(({ title }) => title);
  expect(await titles(owner)).toEqual(["Secret", "Old", "Young"]);
  expect(await titles(manager)).toEqual(["Old", "Young"]);
  expect(await titles(mate)).toEqual([]);
  expect(await titles(owner, { q: "young" })).toEqual(["Young"]);
  const { clips: all } = await listClips(owner, { ...DELETED, state: null });
  expect(all).toMatchObject([{ title: "Here", deleted: null }]);
  expect(await clipFacets(manager, DELETED)).toMatchObject({ by: [{ name: "Mari", n: 2 }] });
  expect(await clipFacets(mate, DELETED)).toMatchObject({ by: [] });
  const [, shown] = await inTrash(owner);
  const at = new Date(shown?.deleted?.at ?? 0).getTime();
  expect(shown).toMatchObject({
    ...{ mixId: null, mayChange: false },
    deleted: { by: "Jo", endsAt: new Date(at + 30 * 86_400_000).toISOString() },
  });
  const first = await listClips(owner, { ...DELETED, limit: 2 });
  expect(first.count).toBe(3);
  expect(await titles(owner, { limit: 2, after: first.next })).toEqual(["Young"]);
  expect(await restoreClips(owner, [old.id, young.id])).toEqual({ facts: { count: "2" } });
  expect(await titles(owner)).toEqual(["Secret"]);
  // What is removed for good is in no list.
  await db.clip.updateMany({
    where: { id: secret.id },
    data: { removedAt: new Date(), title: "", folded: "" },
  });
  expect(await inTrash(owner)).toEqual([]);
  await expect(restoreClip(owner, secret.id)).rejects.toMatchObject({ code: "not_found" });
});

test("clips that go with their call come back with it, whose they are, and by nothing else", async () => {
  const [mine, theirs] = [
    await clipOf(owner, "Mine"),
    await clipOf(mate, "Theirs", { visibility: "private" }),
  ];
  const before = await clipOf(owner, "Before");
  await deleteClip(owner, before.id);
  const other = await aClip(await aCall(owner), owner, { title: "Of another call" });
  await trashCall(owner, call.id, { withClips: true });
  expect(await there()).toEqual(["Of another call"]);
  const gone = [mine, theirs].map(({ id }) => ({
    target: id,
    after: JSON.stringify({ call: call.id }),
  }));
  const said = await entries("clip.deleted");
  for (const entry of gone) expect(said).toContainEqual(entry);
  expect(await inTrash(mate)).toMatchObject([
    { title: "Theirs", isCallTrashed: true, deleted: { by: "Mari", endsAt: null } },
  ]);
  await expect(restoreClip(mate, theirs.id)).rejects.toMatchObject({ code: "invalid_state" });
  const { deletionId } = await db.clip.findFirstOrThrow({ where: { id: theirs.id } });
  await expect(undoDeletion(mate, deletionId ?? "")).rejects.toMatchObject({ code: "not_found" });
  await restoreCall(owner, call.id);
  expect(await there()).toEqual(["Mine", "Of another call", "Theirs"]);
  expect(await db.clip.count({ where: { id: other.id, version: 1 } })).toBe(1);
  expect((await entries("clip.restored")).map(({ target }) => target).toSorted()).toEqual(
    [mine.id, theirs.id].toSorted(),
  );
  expect(await inTrash(owner)).toMatchObject([{ title: "Before" }]);
});

test("a call that goes alone leaves its clips as they are", async () => {
  await clipOf(owner, "Mine");
  await trashCall(owner, call.id);
  expect(await there()).toEqual(["Mine"]);
  await restoreCall(owner, call.id);
  expect(await entries("clip.restored")).toEqual([]);
});

test("many calls take their clips along, are counted before, and bring them back", async () => {
  await clipOf(owner, "Mine");
  await clipOf(mate, "Theirs", { visibility: "private" });
  const second = await aCall(owner, { visibility: "team", teamId: call.teamId });
  await aClip(second, owner, { title: "Of the second" });
  const foreign = await aCall(mate, { visibility: "team", teamId: call.teamId });
  await aClip(foreign, mate, { title: "Of Aki’s call" });
  const callIds = [call.id, second.id, foreign.id];
  expect(await countClipsOfMany(owner, { callIds })).toEqual({ clips: 3, others: 1 });
  await expect(countClipsOfMany(owner, { callIds: [foreign.id] })).rejects.toMatchObject({
    code: "forbidden",
  });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(countClipsOfMany(stranger, { callIds })).rejects.toMatchObject({
    code: "not_found",
  });
  const { runId } = await startBulk(owner, { kind: "delete", withClips: true }, { callIds });
  expect(await there()).toEqual(["Of Aki’s call"]);
  await undoBulk(owner, runId);
  expect(await there()).toEqual(["Mine", "Of Aki’s call", "Of the second", "Theirs"]);
  await startBulk(owner, { kind: "delete", withClips: false }, { callIds });
  expect(await there()).toHaveLength(4);
});

test("a clip with as many labels as there may be takes no other, and is not counted", async () => {
  const workspace = { id: owner.workspaceId };
  const [full, free] = [await clipOf(owner, "Full"), await clipOf(owner, "Free")];
  for (let n = 0; n < LIMITS.labelsOnClip; n += 1) {
    const { id: labelId } = await aLabel(workspace);
    await db.clipLabel.create({
      data: { workspaceId: owner.workspaceId, clipId: full.id, labelId },
    });
  }
  const label = await aLabel(workspace, { name: "Pricing" });
  expect(await labelClips(owner, [full.id, free.id], label.id)).toEqual({
    facts: { count: "1", label: "Pricing", full: "1" },
  });
  await expect(labelClips(owner, [full.id], label.id)).rejects.toMatchObject({
    code: "limit_reached",
  });
  expect(await labelClips(owner, [free.id], label.id)).toMatchObject({ facts: { count: "1" } });
});
