import { expect, test } from "vitest";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { copyDeals } from "#app/core/domain/connection/mock-crm.server.ts";
import { matchInCrms } from "#app/core/domain/crm/match-live.server.ts";
import { refreshDueDeals } from "#app/core/domain/crm/refresh-deals.server.ts";
import { linkDeal } from "#app/core/domain/deal/link.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aDeal,
  aDealStage,
  aMember,
  aParticipant,
  aWorkspace,
} from "#tests/support/factories.ts";
import { aMockCrm, aMockFault, aMockRecord } from "#tests/support/mock-crm.ts";
import { queueForFile } from "#tests/support/queue.ts";

await queueForFile();

async function aHouse() {
  const workspace = await aWorkspace();
  const [admin, rep] = [await aMember(workspace, { role: "admin" }), await aMember(workspace)];
  await aMockCrm(admin);
  return { workspace, admin, rep, of: { workspaceId: workspace.id } };
}

test("deals that were copied into the demo's CRM come back as they were, and follow what is changed there", async () => {
  const { workspace, admin, rep, of } = await aHouse();
  const stage = await aDealStage(workspace, { name: "Proposal" });
  const won = await aDealStage(workspace, { name: "Won", kind: "won" });
  const facts = { amount: "84000.5", currency: "EUR", nextStep: "Send deck" };
  const deal = await aDeal(rep, { stageId: stage.id, ...facts });
  await aDeal(rep, { stageId: won.id, closedAt: new Date() });
  await copyDeals(admin);
  const call = await aCall(rep);
  await linkDeal(rep, call.id, deal.id);
  const known = () =>
    db.deal.findFirstOrThrow({ where: { id: deal.id }, include: { stage: true } });
  const before = await known();
  expect(await refreshDueDeals(VENDORS)).toBe(1);
  const { syncedAt, updatedAt: _, ...after } = await known();
  expect(syncedAt).not.toBeNull();
  expect({ ...after, syncedAt: null }).toEqual(
    Object.fromEntries(Object.entries(before).filter(([name]) => name !== "updatedAt")),
  );
  expect(await db.dealStage.count({ where: of })).toBe(2);
  await db.$executeRaw`UPDATE mock_record SET "values" = "values" || '{"StageName": "Lost", "Amount": 90000}' WHERE id = ${deal.id}`;
  await db.deal.updateMany({ where: { id: deal.id }, data: { syncedAt: null } });
  await aMockFault(of, "unavailable");
  expect(await refreshDueDeals(VENDORS)).toBe(0);
  expect(await refreshDueDeals(VENDORS)).toBe(1);
  const lost = await known();
  expect(lost).toMatchObject({
    ...{ ownerId: rep.memberId, currency: "EUR", version: before.version + 1 },
    stage: { name: "Lost", kind: "lost" },
  });
  expect(String(lost.amount)).toBe("90000");
  expect(lost.closedAt).not.toBeNull();
  await db.mockRecord.deleteMany({ where: { ...of, id: deal.id } });
});

test("a call is matched with people, companies and deals of the demo's CRM, and with none of another workspace", async () => {
  const { rep, of } = await aHouse();
  const elsewhere = await aHouse();
  for (const where of [of, elsewhere.of]) {
    await aMockRecord(where, {
      id: "acme",
      object: "company",
      values: { Name: "Acme", Website: "www.acme.example" },
    });
    await aMockRecord(where, {
      ...{ id: "maria", object: "contact" },
      values: {
        LastName: "Maria",
        Email: "Maria@acme.example",
        Phone: "+81 3 1234 5678",
        AccountId: "acme",
      },
    });
    await aMockRecord(where, {
      id: "fleet",
      values: { Name: "Fleet", StageName: "Proposal", AccountId: "acme" },
    });
    await aMockRecord(where, {
      id: "old",
      values: { Name: "Old", StageName: "Won", AccountId: "acme", CloseDate: "2024-01-31" },
    });
  }
  for (const person of [{ email: "maria@acme.example" }, { phone: "03-1234-5678" }]) {
    const call = await aCall(rep);
    await aParticipant(call, person);
    expect(await matchInCrms(VENDORS, { ...of, callId: call.id })).toEqual(new Map());
    const links = await db.callDeal.findMany({
      where: { callId: call.id },
      include: { deal: true },
    });
    expect(links).toMatchObject([{ isPrimary: true, deal: { external: "fleet", ...of } }]);
  }
  expect(await db.contact.count({ where: of })).toBe(1);
  expect(await db.deal.count({ where: elsewhere.of })).toBe(0);
});
