import { beforeEach, expect, test } from "vitest";
import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { matchCall } from "#app/core/domain/match/match-call.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { editSection } from "#app/core/domain/analysis/edit-summary.server.ts";
import { aCompany, aDeal, aDealStage } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { aTemplate } from "#tests/support/templates.ts";
import { aHouse, summarise } from "#tests/support/summaries.ts";
import { crmPropose } from "./crm-propose.ts";

await queueForFile();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler needs nothing of its worker
const NO_WORKER = {} as Parameters<typeof crmPropose>[1];
beforeEach(() => db.$executeRaw`DELETE FROM jobs.job`);

async function aMappedHouse() {
  const house = await aHouse();
  const { workspaceId } = house;
  await db.mapping.create({
    data: { workspaceId, id: newId(), templateId: 101, crm: "mock", dryRunLeft: 0 },
  });
  return house;
}

test("a call without a mapping skips its stage, one with a mapping ends it, and neither is held back", async () => {
  const without = await aHouse();
  const stageOf = async ({ workspaceId, callId }: { workspaceId: string; callId: string }) =>
    (
      await db.stage.findMany({
        where: { workspaceId, recording: { callId }, name: "crm" },
        select: { state: true, cause: true },
      })
    ).at(0);
  for (const house of [without, await aMappedHouse()]) {
    await db.recording.create({
      data: {
        ...{ id: newId(), workspaceId: house.workspaceId, callId: house.callId },
        ...{ method: "upload", state: "ready", isPrimary: true },
      },
    });
    await summarise(house);
  }
  expect(await stageOf(without)).toEqual({ state: "skipped", cause: "no_mapping" });
  const mapped = await queued(proposeToCrm);
  expect(mapped).toHaveLength(1);
  const [job] = mapped;
  if (!job) return;
  expect(await stageOf(job)).toEqual({ state: "waiting", cause: null });
  await crmPropose(job, NO_WORKER);
  expect(await stageOf(job)).toEqual({ state: "done", cause: null });
});

test("a call whose deal came after its summary gets the template of the deal's stage, once", async () => {
  const house = await aHouse();
  const { workspaceId, callId, rep } = house;
  const { id: stageId } = await aDealStage({ id: workspaceId });
  const byStage = await aTemplate(
    { id: workspaceId },
    {
      position: -1,
      content: { appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [stageId] } },
    },
  );
  await summarise(house);
  const templates = async () =>
    (
      await db.summaryRun.findMany({
        where: { workspaceId, callId },
        orderBy: { createdAt: "asc" },
      })
    ).map(({ templateId }) => templateId);
  const again = () => crmPropose({ v: 1, workspaceId, callId }, NO_WORKER);
  await again();
  expect(await templates()).toEqual([101]);
  const { id: companyId } = await aCompany({ id: workspaceId });
  await aDeal(rep, { stageId, companyId });
  await db.call.updateMany({ where: { id: callId }, data: { companyId, companyMatch: "hand" } });
  await db.$transaction((tx) => matchCall(tx, { workspaceId, callId }));
  await again();
  await again();
  expect(await templates()).toEqual([101, byStage]);
});

test("what somebody edited of a summary keeps its template", async () => {
  const house = await aHouse();
  const { workspaceId, callId, rep } = house;
  const { id: stageId } = await aDealStage({ id: workspaceId });
  await aTemplate(
    { id: workspaceId },
    {
      position: -1,
      content: { appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [stageId] } },
    },
  );
  await summarise(house);
  await editSection(rep, callId, {
    ...{ intent: "edit_summary", templateId: 101, section: "pain" },
    items: [{ type: "bullets", value: { text: "The slot is lost" } }],
  });
  const { id: companyId } = await aCompany({ id: workspaceId });
  await aDeal(rep, { stageId, companyId });
  await db.call.updateMany({ where: { id: callId }, data: { companyId, companyMatch: "hand" } });
  await db.$transaction((tx) => matchCall(tx, { workspaceId, callId }));
  await crmPropose({ v: 1, workspaceId, callId }, NO_WORKER);
  expect(await db.summaryRun.count({ where: { workspaceId, callId } })).toBe(1);
});
