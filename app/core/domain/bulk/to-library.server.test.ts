import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aLibrary,
  aMember,
  anItem,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { callAccess, can } from "../access/access.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { deleteLibrary, makeLibrary } from "../library/library-writes.server.ts";
import { agreeToMany, listCurated, previewCalls } from "../library/many.server.ts";
import { makeFolder } from "../library/folders.server.ts";
import { listAsked } from "../library/wishes.server.ts";
import type { BulkOrder } from "./bulk-views.ts";
import { findBulkRun } from "./runs.server.ts";
import { startBulk, undoBulk } from "./start.server.ts";

await queueForFile();

let people: Record<"mari" | "mate" | "aki" | "manager", SignedIn>;
let teamId: string;
beforeEach(async () => {
  const workspace = await aWorkspace();
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  teamId = team.id;
  people = {
    mari: await aMember(workspace, { teams: [team], name: "Mari" }),
    mate: await aMember(workspace, { teams: [team], name: "Mate" }),
    aki: await aMember(workspace, { teams: [away], name: "Aki" }),
    manager: await aMember(workspace, { role: "manager", teams: [team], name: "Manager" }),
  };
});

const shared = async (by: SignedIn): Promise<string> => {
  const wanted = { name: "Good", description: "", kind: "workspace" as const, teamId: null };
  return (await makeLibrary(by, wanted)).libraryId;
};
const calls = async (owner: SignedIn, n: number, more: Parameters<typeof aCall>[1] = {}) => {
  const made: string[] = [];
  for (let at = 0; at < n; at += 1)
    made.push(
      (await aCall(owner, { teamId, visibility: "team", title: `Call ${at}`, ...more })).id,
    );
  return made;
};
async function seers({ workspaceId }: SignedIn, id: string): Promise<string[]> {
  const call = await db.call.findFirstOrThrow({ where: { workspaceId, id }, select: callAccess });
  const members = await listMemberActors(workspaceId);
  return members.filter((one) => can(one, "call.read", call)).map(({ name }) => name);
}
const itemsOf = ({ workspaceId }: SignedIn, libraryId: string) =>
  db.libraryItem.findMany({
    where: { workspaceId, libraryId, deletedAt: null },
    orderBy: { position: "asc" },
    select: { callId: true, position: true, folderId: true, isAsked: true },
  });

test("who gains access to many calls is exactly who was named, and undo takes it back", async () => {
  const { mari, manager } = people;
  const [a = "", b = "", c = ""] = await calls(mari, 3);
  const libraryId = await shared(manager);
  const { folderId } = await makeFolder(manager, libraryId, { name: "Openings", parentId: null });
  await anItem(
    { id: libraryId, workspaceId: mari.workspaceId },
    { id: c, workspaceId: mari.workspaceId, title: "Call 2" },
    manager,
    {},
  );
  const seen = await previewCalls(manager, libraryId, [a, b, c]);
  expect(seen).toMatchObject({ count: 2, there: 1, asks: 0 });
  expect(seen.gains.map(({ name }) => name)).toEqual(["Aki"]);
  await expect(agreeToMany(manager, libraryId, [a, b, c], 0)).rejects.toMatchObject({
    fields: { gives: ["audience_changed?n=1"] },
  });
  const before = await seers(mari, a);
  const agreed = await agreeToMany(manager, libraryId, [a, b, c], 1);
  const order: BulkOrder = { kind: "add_to_library", libraryId, folderId, agreed };
  const { runId } = await startBulk(manager, order, { callIds: [a, b, c] });
  expect(await findBulkRun(manager, runId)).toMatchObject({
    library: "Good",
    counts: { done: 2, unchanged: 1, refused: 0 },
    canUndo: true,
  });
  const items = await itemsOf(manager, libraryId);
  expect(items.filter((one) => one.folderId === folderId)).toEqual([
    { callId: a, position: 0, folderId, isAsked: false },
    { callId: b, position: 1, folderId, isAsked: false },
  ]);
  expect((await seers(mari, a)).filter((name) => !before.includes(name))).toEqual(["Aki"]);
  await undoBulk(manager, runId);
  expect(await seers(mari, a)).toEqual(before);
  expect(await itemsOf(manager, libraryId)).toMatchObject([{ callId: c }]);
});

test("calls that are not the actor's to give wait for their owners, and so does whoever nobody spoke of", async () => {
  const { mari, mate, aki } = people;
  const [theirs = ""] = await calls(mari, 1);
  const [own = ""] = await calls(mate, 1);
  const { id: libraryId } = await aLibrary(mate, { kind: "team", teamId: mate.teamIds[0] ?? "" });
  await db.libraryRole.create({
    data: {
      ...{ workspaceId: mate.workspaceId, libraryId, memberId: aki.memberId, level: "reader" },
      id: crypto.randomUUID(),
    },
  });
  const seen = await previewCalls(mate, libraryId, [theirs, own]);
  expect(seen).toMatchObject({ count: 2, there: 0, asks: 1, gains: [{ name: "Aki" }] });
  // Aki was not spoken of when this began: nothing is given behind the actor's back.
  const order: BulkOrder = { kind: "add_to_library", libraryId, folderId: null, agreed: [] };
  await startBulk(mate, order, { callIds: [theirs, own] });
  expect(await itemsOf(mate, libraryId)).toMatchObject([{ isAsked: true }, { isAsked: true }]);
  expect([await seers(mate, theirs), await seers(mate, own)].flat()).not.toContain("Aki");
  expect(await listAsked(mari)).toMatchObject([{ by: "Mate" }]);
});

test("a library that is gone, or whose curator one is no longer, is told of as that; nobody else's is there", async () => {
  const { mari, manager, aki } = people;
  const [a = ""] = await calls(mari, 1);
  const libraryId = await shared(manager);
  const order: BulkOrder = { kind: "add_to_library", libraryId, folderId: null, agreed: [] };
  await expect(startBulk(mari, order, { callIds: [a] })).rejects.toMatchObject({
    code: "forbidden",
  });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(previewCalls(stranger, libraryId, [a])).rejects.toMatchObject({
    code: "not_found",
  });
  // What aki can't see is neither counted nor added.
  const { id: ofAki } = await aLibrary(aki);
  await expect(previewCalls(aki, ofAki, [a])).rejects.toMatchObject({ code: "not_found" });
  const [own = ""] = await calls(aki, 1, { teamId: null });
  expect(await previewCalls(aki, ofAki, [a, own])).toMatchObject({ count: 1, gains: [] });
  const agreed = await agreeToMany(manager, libraryId, [a], 1);
  const { runId } = await startBulk(manager, { ...order, agreed }, { callIds: [a] });
  await deleteLibrary(manager, libraryId);
  const undo = await undoBulk(manager, runId);
  expect(await findBulkRun(manager, undo.runId)).toMatchObject({
    counts: { refused: 1 },
    rows: [{ outcome: "library_gone" }],
  });
  expect(await listCurated(mari)).toEqual([]);
});
