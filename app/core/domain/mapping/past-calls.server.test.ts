import { expect, test } from "vitest";
import * as z from "zod";
import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { mappingCommands } from "#app/core/pages/mapping-commands.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { aMapping } from "#tests/support/mappings.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { aHouse, type House, LINES, summarise } from "#tests/support/summaries.ts";
import { findBulkRun } from "../bulk/runs.server.ts";
import { countMappedPast } from "./past-calls.server.ts";

await queueForFile();

const ADDRESS = { templateId: 101, crm: "mock", connection: null } as const;
const begun = z.object({ runId: z.uuid() });
const runPast = async (actor: House["admin"], latest: number) =>
  begun.parse(
    await askCommand(
      mappingCommands,
      actor,
      { intent: "run_past", latest: String(latest) },
      ADDRESS,
    ),
  );

/** One more call of the house's rep that its template makes the summary of. @returns its id */
async function oneMore(house: House, more: Parameters<typeof aCall>[1] = {}): Promise<string> {
  const call = await aCall(house.rep, {
    ...{ language: "en", startedAt: new Date("2026-11-25T02:30:00Z") },
    ...more,
  });
  const them = await aParticipant(call, { side: "C", name: "Elena Duarte", lane: 1 });
  await aTranscript(call, [{ text: LINES[0] ?? "", participantId: them.id, t0Ms: 0, t1Ms: 9_000 }]);
  await summarise({ ...house, callId: call.id });
  return call.id;
}

test("a mapping is run on the newest past calls the admin may change, and on no others", async () => {
  const [house, stranger] = [await aHouse(), await aHouse()];
  await summarise(house);
  await summarise(stranger);
  const newest = await oneMore(house, { visibility: "workspace" });
  const secret = await oneMore(house, { visibility: "private" });
  const unmapped = await oneMore(house);
  await db.summaryRun.updateMany({ where: { callId: unmapped }, data: { templateId: 1 } });
  expect(await queued(proposeToCrm)).toEqual([]);
  await aMapping({ id: house.workspaceId }, { templateId: 101, rows: [{}] });

  expect(await countMappedPast(house.admin, 101)).toBe(2);
  const { runId } = await runPast(house.admin, 1);
  expect((await queued(proposeToCrm)).map(({ callId }) => callId)).toEqual([newest]);
  expect(await findBulkRun(house.admin, runId)).toMatchObject({
    ...{ kind: "propose", total: 1, canUndo: false, state: "done" },
    counts: { done: 1, unchanged: 0, refused: 0, left: 0 },
  });

  await runPast(house.admin, 50);
  const asked = (await queued(proposeToCrm)).map(({ callId }) => callId);
  expect(asked.toSorted()).toEqual([newest, newest, house.callId].toSorted());
  expect(asked).not.toContain(secret);
  expect(asked).not.toContain(stranger.callId);
});

test("without a mapping nothing changes, and who manages no templates runs none", async () => {
  const house = await aHouse();
  await summarise(house);
  const { runId } = await runPast(house.admin, 10);
  expect(await findBulkRun(house.admin, runId)).toMatchObject({
    counts: { done: 0, unchanged: 1, refused: 0, left: 0 },
  });
  const rep = await aMember({ id: house.workspaceId });
  await expect(runPast(rep, 10)).rejects.toMatchObject({ code: "forbidden" });
  const { admin: other } = await aHouse();
  await expect(runPast(other, 10)).rejects.toMatchObject({ code: "validation_failed" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(runPast(stranger, 10)).rejects.toMatchObject({ code: "not_found" });
});
