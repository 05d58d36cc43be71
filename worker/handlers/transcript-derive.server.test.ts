import { expect, test } from "vitest";
import { requeueOldNumbers } from "#app/core/domain/analysis/renew.server.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { summariseCall } from "#app/core/jobs/call-summarise.job.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { importTranscript } from "#app/core/domain/recording/import.server.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { summarise } from "./call-summarise.ts";
import { derive } from "./transcript-derive.ts";

await queueForFile();

const { signal } = new AbortController();

async function anImport() {
  const actor = await aMember(await aWorkspace());
  const text = JSON.stringify([
    { speaker: "Ana", start: 0, end: 2, text: "What does the big plan cost?" },
    { speaker: "Bo", start: 2, end: 5, text: "I will send you the offer on Friday." },
  ]);
  const form = importForm.parse({ consent: true, name: "call.json", text });
  const made = await importTranscript(actor, form);
  return { ...made, actor, workspaceId: actor.workspaceId };
}
const stageOf = (recordingId: string, name: "metrics" | "transcribe") =>
  db.stage.findFirstOrThrow({ where: { recordingId, name } });
const sets = (callId: string) => db.metricSet.count({ where: { transcript: { callId } } });

test("an import's numbers are a stage of its recording; the summary is queued by it", async () => {
  const { workspaceId, callId, recordingId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await stageOf(recordingId, "metrics")).toMatchObject({ state: "done", cause: null });
  expect(await sets(callId)).toBe(1);
  expect((await queued(summariseCall)).filter((job) => job.callId === callId)).toHaveLength(1);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(0);
});

test("once they are there, a version that a person made takes numbers and Highlights with it", async () => {
  const { workspaceId, callId, recordingId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await stageOf(recordingId, "metrics")).toMatchObject({ state: "done", attempt: 1 });
  expect(await sets(callId)).toBe(1);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(1);
});

test("a job that is delivered twice, before and after its summary, writes Highlights once", async () => {
  const { workspaceId, callId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  await derive({ workspaceId, callId, number: 1 }, signal);
  await summarise({ workspaceId, callId }, signal);
  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(1);
  const summary = await db.stage.findFirstOrThrow({
    where: { recording: { callId }, name: "summary" },
  });
  expect(summary.state).toBe("done");
});

test("what comes late of an older version does not take the place of the current one's", async () => {
  const { actor, workspaceId, callId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  await summarise({ workspaceId, callId }, signal);
  const made = async () => ({
    rows: await db.metricRow.findMany({
      where: { callId, side: "R" },
      select: { subject: true, speed: true, createdAt: true },
      orderBy: { subject: "asc" },
    }),
    strip: (await db.call.findFirstOrThrow({ where: { id: callId } })).strip,
    shown: await db.summaryRun.findFirstOrThrow({
      where: { callId },
      orderBy: { createdAt: "desc" },
      select: { transcript: { select: { number: true } } },
    }),
  });
  const place = { number: 1, segment: 0, firstWord: 0, lastWord: 0, addTerm: false } as const;
  const words = { before: "What", after: "In the end and all things taken together what" };
  await correctWords(actor, callId, {
    ...{ intent: "correct_words", scope: "here", ...place },
    ...words,
  });
  await derive({ workspaceId, callId, number: 2 }, signal);
  const second = await made();
  expect(second.shown.transcript.number).toBe(2);

  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await made()).toEqual(second);
  expect(await sets(callId)).toBe(2);
});

test("numbers of an older rule set stay, and the newest are made beside them and shown", async () => {
  const { actor, workspaceId, callId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  await summarise({ workspaceId, callId }, signal);
  const old = { config: "metrics@1", createdAt: new Date("2026-01-01T00:00:00Z") };
  await db.metricSet.updateMany({ where: { callId }, data: old });
  await db.metricRow.updateMany({ where: { callId }, data: { ...old, talkRatio: 0.125 } });
  const jobs = async () =>
    (await queued(deriveTranscript)).filter((job) => job.callId === callId).length;
  await db.$executeRaw`DELETE FROM jobs.job WHERE data->>'callId' = ${callId}`;
  while ((await requeueOldNumbers()) > 0);
  expect(await jobs()).toBe(1);

  const shown = async () => (await getPlayback(actor, callId)).metrics?.config;
  expect(await shown()).toBe("metrics@1");
  await derive({ workspaceId, callId, number: 1 }, signal);
  const rows = await db.metricRow.findMany({ where: { callId, side: "R" } });
  expect(new Set(rows.map(({ config }) => config))).toEqual(new Set(["metrics@1", "metrics@5"]));
  expect(rows.filter(({ config }) => config === "metrics@1")[0]?.talkRatio).toBe(0.125);
  expect(await sets(callId)).toBe(2);
  expect(await shown()).toBe("metrics@5");
});

test("rows of older rules that were made of other words go when the words that replace them are counted", async () => {
  const { actor, workspaceId, callId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  const configs = async () => {
    const rows = await db.metricRow.findMany({ where: { callId }, select: { config: true } });
    return [...new Set(rows.map(({ config }) => config))].toSorted();
  };
  const copies = async (config: string) => {
    await db.metricSet.updateMany({ where: { callId }, data: { config } });
    await db.metricRow.updateMany({ where: { callId }, data: { config } });
    await derive({ workspaceId, callId, number: 1 }, signal);
  };
  await copies("metrics@2");
  expect(await configs()).toEqual(["metrics@2", METRICS_CONFIG]);
  const place = { number: 1, segment: 0, firstWord: 0, lastWord: 0, addTerm: false } as const;
  await correctWords(actor, callId, {
    ...{ intent: "correct_words", scope: "here", ...place, before: "What", after: "How much" },
  });
  await derive({ workspaceId, callId, number: 2 }, signal);
  expect(await configs()).toEqual([METRICS_CONFIG]);
  // Numbers of the older version are kept with it, and no row is made of them.
  expect(await sets(callId)).toBe(3);
  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await configs()).toEqual([METRICS_CONFIG]);
});

test("old numbers wait behind what people do, and no more of them than there is room for", async () => {
  const { workspaceId, callId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  await db.metricSet.updateMany({ where: { callId }, data: { config: "metrics@3" } });
  await db.$executeRaw`DELETE FROM jobs.job`;
  const waiting = async () => {
    const found = await db.$queryRaw<{ priority: number }[]>`
      SELECT priority FROM jobs.job WHERE name = 'transcript.derive' AND data->>'callId' = ${callId}`;
    return found.map(({ priority }) => priority);
  };
  const fill = Array.from({ length: 600 }, (_, at) => `filler:${at}`);
  const payload = { v: 1, workspaceId, callId: workspaceId, number: 1 } as const;
  await db.$transaction(
    async (tx) => {
      for (const key of fill) await enqueue(tx, deriveTranscript, key, payload, { priority: -1 });
    },
    { timeout: 60_000 },
  );
  expect(await requeueOldNumbers()).toBe(0);
  expect(await waiting()).toEqual([]);
  await db.$executeRaw`DELETE FROM jobs.job`;
  while ((await requeueOldNumbers()) > 0);
  expect(await waiting()).toEqual([-1]);
  await db.$executeRaw`DELETE FROM jobs.job`;
});

test("the numbers of a demo's invented history are made again, and no summary is written", async () => {
  const { workspaceId, callId } = await anImport();
  await derive({ workspaceId, callId, number: 1 }, signal);
  await db.call.updateMany({ where: { id: callId }, data: { isSample: true } });
  await db.summaryRun.deleteMany({ where: { callId } });
  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await sets(callId)).toBe(1);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(0);
});

test("a stage whose words are still being recognised is left to its own job", async () => {
  const { workspaceId, callId, recordingId } = await anImport();
  await db.stage.updateMany({
    where: { recordingId, name: "transcribe" },
    data: { state: "running" },
  });
  await derive({ workspaceId, callId, number: 1 }, signal);
  expect(await stageOf(recordingId, "metrics")).toMatchObject({ state: "waiting", attempt: 0 });
});
