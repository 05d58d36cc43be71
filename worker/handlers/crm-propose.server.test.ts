import { beforeEach, expect, test } from "vitest";
import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { aHouse, summarise } from "#tests/support/summaries.ts";
import { crmPropose } from "./crm-propose.ts";

await queueForFile();
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it needs nothing of its worker
  await crmPropose(job, {} as Parameters<typeof crmPropose>[1]);
  expect(await stageOf(job)).toEqual({ state: "done", cause: null });
});
