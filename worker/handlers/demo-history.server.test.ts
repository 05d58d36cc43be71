import { mkdirSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDemoWorkspace } from "#app/core/domain/account/demo.server.ts";
import { findMemberActor } from "#app/core/domain/account/member-actor.server.ts";
import { findSampleProgress } from "#app/core/domain/analysis/sample.server.ts";
import { bringDemoHistory } from "#app/core/jobs/demo-history.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { askForHistory } from "#scripts/demo/bring-history.ts";
import { writeDemo } from "#scripts/demo/note.ts";
import { aCall, aCompany, aDeal, aLabel, aRecording } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import type { WorkerContext } from "../context.ts";
import { demoHistory } from "./demo-history.ts";

await queueForFile();
const store: Record<symbol, unknown> = globalThis;
const before = env();
afterEach(() => {
  store[Symbol.for("parley.env")] = before;
});

const ROUND = 30;
let workspaceId = "";
beforeEach(async () => {
  store[Symbol.for("parley.env")] = Object.freeze({ ...before, DEMO: true });
  await db.workspace.updateMany({ where: { isDemo: true }, data: { deletedAt: new Date() } });
  await db.identity.deleteMany({ where: { email: { endsWith: "@demo.test" } } });
  ({ workspaceId } = await createDemoWorkspace());
  await db.$executeRaw`DELETE FROM jobs.job`;
  mkdirSync(env().dataDir, { recursive: true });
});

/** As the queue does it: takes the round that waits, and hands it over. */
async function takeRound(signal = new AbortController().signal): Promise<void> {
  const [payload] = await queued(bringDemoHistory);
  if (!payload) throw new Error("no round waits");
  await db.$executeRaw`DELETE FROM jobs.job`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this handler asks its worker for nothing
  await demoHistory(payload, { signal, context: {} as WorkerContext });
}
const rounds = async () => (await queued(bringDemoHistory)).length;
const brought = () => db.call.count({ where: { workspaceId, isSample: true } });
async function memberOf(email: string) {
  const { id } = await db.member.findFirstOrThrow({ where: { workspaceId, email } });
  return (await findMemberActor(workspaceId, id)) ?? expect.fail();
}

test("a week comes round by round, each call once; progress is said until it is whole", async () => {
  const rep = await memberOf("rep@demo.test");
  expect(await askForHistory(1)).toBe(false);
  expect(await askForHistory(1)).toBe(false); // a second start
  expect(await rounds()).toBe(1);
  const { total = 0, ...begun } = (await findSampleProgress(rep)) ?? {};
  expect(begun).toEqual({ done: 0 });
  expect(total).toBeGreaterThanOrEqual(60);
  await takeRound();
  expect(await brought()).toBe(ROUND);
  expect(await findSampleProgress(rep)).toEqual({ done: ROUND, total });
  expect(await findSampleProgress({ ...rep, isDemo: false })).toBeNull();
  // One that was cut off before its numbers is finished, and not brought again.
  const [cut = expect.fail()] = await db.metricSet.findMany({ where: { workspaceId }, take: 1 });
  await db.metricSet.deleteMany({ where: { workspaceId, id: cut.id } });
  while ((await rounds()) > 0) await takeRound();
  expect(await brought()).toBe(total);
  expect(await db.metricSet.count({ where: { workspaceId } })).toBe(total);
  expect(await db.call.count({ where: { workspaceId, isSample: true, isConnected: true } })).toBe(
    total,
  );
  expect(await findSampleProgress(rep)).toBeNull();
  expect(await askForHistory(1)).toBe(true);
  const owners = await db.call.groupBy({
    by: ["ownerId", "teamId"],
    where: { workspaceId },
    _count: true,
  });
  expect(owners).toHaveLength(12);
  expect(new Set(owners.map(({ teamId }) => teamId)).size).toBe(2);
  expect(Math.min(...owners.map(({ _count: n }) => n))).toBeGreaterThanOrEqual(5);
}, 120_000);

test("an invented call has its kind and its numbers; no notice, summary, deal, label or job is made of it", async () => {
  const rep = await memberOf("rep@demo.test");
  await aLabel({ id: workspaceId }, { rule: "depot" });
  for (const name of ["Volta Cycles", "Orchid Foods", "Helvetia Bank"]) {
    const { id: companyId } = await aCompany({ id: workspaceId }, { name });
    await aDeal(rep, { companyId });
  }
  await askForHistory(1);
  await takeRound();
  const where = { where: { workspaceId } };
  expect(
    await Promise.all([
      ...[db.notification.count(where), db.summaryRun.count(where), db.callDeal.count(where)],
      ...[db.callLabel.count(where), db.crmWrite.count(where), db.mailOutbox.count(where)],
    ]),
  ).toEqual([0, 0, 0, 0, 0, 0]);
  const jobs = await db.$queryRaw`SELECT DISTINCT name FROM jobs.job`;
  expect(jobs).toEqual([{ name: bringDemoHistory.name }]);
  const calls = await db.call.findMany({ ...where, select: { talkKind: true, state: true } });
  for (const { talkKind, state } of calls) expect([talkKind, state]).not.toContain(null);
  // Colleagues who sat in are members, and count for what they said.
  const ours = await db.participant.findMany({ where: { workspaceId, side: "R" } });
  expect(ours.map(({ memberId }) => memberId)).not.toContain(null);
}, 60_000);

test("people's recordings go first", async () => {
  await askForHistory(1);
  const recording = await aRecording(await aCall(await memberOf("rep@demo.test")), {
    state: "processing",
  });
  await takeRound();
  expect([await brought(), await rounds()]).toEqual([0, 1]);
  await db.recording.updateMany({ where: { id: recording.id }, data: { state: "ready" } });
  await takeRound();
  expect(await brought()).toBe(ROUND);
}, 60_000);

test("a round that is stopped is handed back; one of a demo that went ends quietly", async () => {
  await askForHistory(1);
  const stopping = new AbortController();
  stopping.abort(new DOMException("The worker stops", "AbortError"));
  await expect(takeRound(stopping.signal)).rejects.toMatchObject({ name: "AbortError" });
  await askForHistory(1);
  const none = { hasTalk: false, hasLibrary: false, hasHistory: false };
  writeDemo(env().dataDir, { state: "removed", signIns: [], calls: {}, ...none });
  await takeRound();
  rmSync(`${env().dataDir}/demo.json`);
  await askForHistory(1);
  await db.workspace.updateMany({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
  await takeRound();
  expect([await brought(), await rounds()]).toEqual([0, 0]);
});
