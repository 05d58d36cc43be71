import { expect, test } from "vitest";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { bringSample } from "./sample.server.ts";

await queueForFile();

/** Twelve turns a side, of six seconds each, word by word. */
const segments = Array.from({ length: 24 }, (_, turn) => {
  const startMs = turn * 7_000;
  const words = Array.from({ length: 15 }, (__, at) => ({
    ...{ text: "word", startMs: startMs + at * 400, endMs: startMs + at * 400 + 390 },
  }));
  return { speaker: turn % 2 === 0 ? "Ana" : "Bo", startMs, endMs: startMs + 6_000, words };
});
const form = (startedAt: string) =>
  importForm.parse({
    ...{ startedAt, consent: true, name: "history.json", text: JSON.stringify(segments) },
    speakers: [
      { name: "Ana", side: "R" },
      { name: "Bo", side: "C" },
    ],
  });

test("invented history is marked, has its numbers at once, and waits for no job and no summary", async () => {
  const actor = await aMember(await aWorkspace());
  await bringSample(actor, form("2026-08-03T09:00:00Z"), { talkKind: "demo", members: new Map() });
  const [call = expect.fail()] = await db.call.findMany({
    where: { workspaceId: actor.workspaceId },
  });
  expect(call).toMatchObject({ isSample: true, talkKind: "demo", state: "available" });
  expect(call.isConnected).toBe(true);
  const row = await db.metricRow.findFirst({
    where: { callId: call.id, side: "R", subject: call.id },
  });
  expect(row?.talkRatio).toBeCloseTo(0.5, 2);
  expect(row?.patienceMs).not.toBeNull();
  const stages = await db.stage.findMany({ where: { recording: { callId: call.id } } });
  expect(new Set(stages.map(({ state }) => state))).toEqual(new Set(["done", "skipped"]));
  expect((await queued(deriveTranscript)).filter(({ callId }) => callId === call.id)).toEqual([]);
  expect(await db.summaryRun.count({ where: { callId: call.id } })).toBe(0);
});

test("what was brought before stays; one that was cut off before its numbers gets them", async () => {
  const actor = await aMember(await aWorkspace());
  const { workspaceId } = actor;
  const begins = "2026-08-03T09:00:00Z";
  await bringSample(actor, form(begins), { talkKind: "demo", members: new Map() });
  await db.metricSet.deleteMany({ where: { workspaceId } });
  await db.metricRow.deleteMany({ where: { workspaceId } });
  await bringSample(actor, form(begins), { talkKind: "demo", members: new Map() });
  expect(await db.call.count({ where: { workspaceId } })).toBe(1);
  expect(await db.metricSet.count({ where: { workspaceId } })).toBe(1);
  await bringSample(actor, form("2026-08-03T11:00:00Z"), { talkKind: "other", members: new Map() });
  expect(await db.call.count({ where: { workspaceId } })).toBe(2);
});
