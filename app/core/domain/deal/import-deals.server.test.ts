import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aCompany,
  aDeal,
  aDealStage,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { writeCallIndex, writeStaleEntries } from "../search/index.server.ts";
import { deleteDeal, restoreDeal } from "./deal-writes.server.ts";
import { listDeals } from "./deal-list.server.ts";
import { checkDeals, importDeals } from "./import-deals.server.ts";

let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let stranger: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team], name: "Aki Tanaka" });
  mate = await aMember(workspace, { teams: [team], name: "Mari Sato" });
  stranger = await aMember(workspace, { name: "Otto Stranger" });
  await aDealStage(workspace, { name: "Proposal" });
  await aDealStage(workspace, { name: "Won", kind: "won" });
});
const deals = () =>
  db.deal.findMany({
    where: { workspaceId: workspace.id },
    orderBy: { name: "asc" },
    select: { name: true, source: true, ownerId: true, closedAt: true, companyId: true },
  });

test("a file is entered whole, and sent again it enters nothing", async () => {
  const text = "name,company,stage\nFleet,Acme,Proposal\nPilot,ACME,won\n";
  expect(await checkDeals(owner, text)).toMatchObject({ good: 2, bad: 0 });
  expect(await deals()).toEqual([]);
  expect(await importDeals(owner, text)).toMatchObject({ good: 2, bad: 0 });
  const [fleet, pilot] = await deals();
  expect(fleet).toMatchObject({ source: "csv", ownerId: owner.memberId, closedAt: null });
  expect(pilot?.closedAt).not.toBeNull();
  expect(pilot?.companyId).toBe(fleet?.companyId);
  const again = await importDeals(owner, text);
  expect(again).toMatchObject({ good: 0, bad: 2 });
  expect(again.rows.map(({ faults }) => faults)).toEqual([["already_here"], ["already_here"]]);
  expect(await deals()).toHaveLength(2);
});

test("one line that is wrong keeps the whole file out, companies too", async () => {
  const text = "name,company,owner\nFleet,Acme,\nPilot,Acme,mari sato\n";
  const { rows, bad } = await importDeals(owner, text);
  expect([bad, rows.map(({ line, faults }) => [line, faults])]).toEqual([
    1,
    [
      [2, []],
      [3, ["owner_not_yours"]],
    ],
  ]);
  expect(await deals()).toEqual([]);
  expect(await db.company.count({ where: { workspaceId: workspace.id } })).toBe(0);
});

test("two who send one file at once enter it once", async () => {
  const text = "name\nFleet\nPilot\n";
  await Promise.all([importDeals(owner, text), importDeals(owner, text)]);
  expect(await deals()).toHaveLength(2);
});

test("a deal that others keep to themselves is neither listed nor known by a file", async () => {
  await aDeal(stranger, { name: "Quetzalite" });
  await aDeal(mate, { name: "Of the team" });
  const { deals: listed } = await listDeals(owner, { show: "open", q: "" });
  expect(listed).toMatchObject([{ name: "Of the team", mayChange: false }]);
  const { rows } = await checkDeals(owner, "name\nQuetzalite\nOf the team\n");
  expect(rows.map(({ faults }) => faults)).toEqual([[], ["already_here"]]);
});

test("a deleted deal is linked to no call until it is restored", async () => {
  const { id: companyId } = await aCompany(workspace, { name: "Acme" });
  const call = await aCall(owner, { companyId, companyMatch: "hand" });
  const { id } = await aDeal(owner, { companyId });
  const ofCall = { workspaceId: workspace.id, callId: call.id };
  await db.$transaction((tx) => writeCallIndex(tx, ofCall));
  const linked = async () => {
    await writeStaleEntries();
    return db.callDeal.count({ where: { ...ofCall, dealId: id, isPrimary: true } });
  };
  expect(await linked()).toBe(1);
  await expect(deleteDeal(mate, id)).rejects.toMatchObject({ code: "forbidden" });
  await deleteDeal(owner, id);
  expect(await linked()).toBe(0);
  const gone = (await listDeals(owner, { show: "deleted", q: "" })).deals;
  expect(gone.map((deal) => deal.id)).toEqual([id]);
  expect((await listDeals(mate, { show: "deleted", q: "" })).deals).toEqual([]);
  await expect(restoreDeal(mate, id)).rejects.toMatchObject({ code: "not_found" });
  await restoreDeal(owner, id);
  expect(await linked()).toBe(1);
  // Days of its own: a call of a week before the deal was opened is about it, unless the workspace says otherwise.
  await db.deal.updateMany({ where: { id }, data: { openedAt: new Date() } });
  await db.call.updateMany({
    where: { id: call.id },
    data: { startedAt: new Date(Date.now() - 7 * 86_400_000) },
  });
  await db.$transaction((tx) => writeCallIndex(tx, ofCall));
  expect(await linked()).toBe(1);
  await db.workspace.updateMany({
    where: { id: workspace.id },
    data: { settings: { deals: { openedAfterDays: 3, closedBeforeDays: 14 } } },
  });
  await db.$transaction((tx) => writeCallIndex(tx, ofCall));
  expect(await linked()).toBe(0);
});
