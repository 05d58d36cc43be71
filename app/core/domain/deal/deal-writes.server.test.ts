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
import { dealForm } from "./deal.schema.ts";
import { editDeal, makeDeal } from "./deal-writes.server.ts";

let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let stages: { open: string; won: string };
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  stages = {
    open: (await aDealStage(workspace)).id,
    won: (await aDealStage(workspace, { kind: "won" })).id,
  };
});
const form = (more: object = {}) =>
  dealForm.parse({ name: "Renewal", stageId: stages.open, ...more });
const dealOf = (id: string) => db.deal.findFirstOrThrow({ where: { id } });
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test("a deal that is entered is its maker's, and a change of it stands in its history", async () => {
  const id = await makeDeal(owner, form({ amount: "1200.50", currency: "eur", company: "Acme" }));
  expect(await dealOf(id)).toMatchObject({
    ...{ name: "Renewal", ownerId: owner.memberId, teamId: owner.teamIds[0], currency: "EUR" },
    closedAt: null,
  });
  const change = form({ stageId: stages.won, company: "Acme", closeDate: "2026-12-24" });
  await editDeal(owner, id, { ...change, version: 1 });
  expect((await dealOf(id)).closedAt).not.toBeNull();
  const history = await db.dealHistory.findMany({
    where: { dealId: id },
    select: { field: true, before: true, after: true },
    orderBy: { field: "asc" },
  });
  expect(history).toEqual([
    { field: "amount", before: "1200.5", after: null },
    { field: "closeDate", before: null, after: "2026-12-24" },
    { field: "currency", before: "EUR", after: null },
    { field: "stageId", before: stages.open, after: stages.won },
  ]);
  expect(await codeOf(editDeal(owner, id, { ...change, version: 1 }))).toBe("conflict");
  await editDeal(owner, id, { ...form(), version: 2 });
  expect((await dealOf(id)).closedAt).toBeNull();
});

test("who may not change a deal changes none, gives none away, and a CRM's is nobody's to edit here", async () => {
  const id = await makeDeal(owner, form());
  const change = { ...form({ name: "Mine" }), version: 1 };
  expect(await codeOf(editDeal(mate, id, change))).toBe("forbidden");
  const stranger = await aMember(workspace);
  expect(await codeOf(editDeal(stranger, id, change))).toBe("not_found");
  expect(await codeOf(makeDeal(owner, form({ ownerId: mate.memberId })))).toBe("forbidden");
  const elsewhere = await aDealStage(await aWorkspace());
  expect(await codeOf(makeDeal(owner, form({ stageId: elsewhere.id })))).toBe("validation_failed");
  const crm = await aDeal(owner, {
    ...{ source: "crm", connectionId: workspace.id, external: "006A" },
  });
  expect(await codeOf(editDeal(owner, crm.id, change))).toBe("invalid_state");
  expect(await dealOf(id)).toMatchObject({ name: "Renewal", version: 1 });
});

test("a call of its company gets a deal that is entered later, and loses one that goes to another company", async () => {
  const { id: companyId } = await aCompany(workspace, { name: "Acme" });
  const call = await aCall(owner, { companyId, companyMatch: "hand" });
  await db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId: call.id }));
  const linked = async () => {
    await writeStaleEntries();
    const found = await db.callDeal.findMany({ where: { callId: call.id, isPrimary: true } });
    return found.map(({ dealId }) => dealId);
  };
  const id = await makeDeal(owner, form({ company: "Acme" }));
  expect(await linked()).toEqual([id]);
  await editDeal(owner, id, { ...form({ company: "Other" }), version: 1 });
  expect(await linked()).toEqual([]);
});

test("money needs its currency", () => {
  expect(dealForm.safeParse({ name: "A", stageId: stages.open, amount: "5" }).success).toBe(false);
});
