import { expect, test } from "vitest";
import { requeueOldNumbers } from "#app/core/domain/analysis/renew.server.ts";
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
  expect(new Set(rows.map(({ config }) => config))).toEqual(new Set(["metrics@1", "metrics@3"]));
  expect(rows.filter(({ config }) => config === "metrics@1")[0]?.talkRatio).toBe(0.125);
  expect(await sets(callId)).toBe(2);
  expect(await shown()).toBe("metrics@3");
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
