import { expect, test } from "vitest";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { importTranscript } from "./import.server.ts";
import { importForm } from "./upload.schema.ts";

await queueForFile();

const form = (text: string, more: object = {}) =>
  importForm.parse({ consent: true, name: "call.json", text, ...more });
const said = (text: string): string =>
  JSON.stringify([
    { speaker: "Ana", start: 0, end: 2, text },
    { speaker: "Bo", start: 2, end: 4, text: "Good morning." },
  ]);

test("an imported transcript is a call with people, words and stages, and nothing of it waits for media", async () => {
  const actor = await aMember(await aWorkspace());
  const { callId, recordingId } = await importTranscript(
    actor,
    form(said("Hello there."), { title: "Imported" }),
  );
  const call = await db.call.findFirstOrThrow({
    where: { id: callId },
    include: { participants: { orderBy: { lane: "asc" } }, transcripts: true },
  });
  expect(call).toMatchObject({
    title: "Imported",
    state: "available",
    durationMs: 4_000,
    quality: "B",
    ownerId: actor.memberId,
  });
  expect(call.participants).toMatchObject([
    { name: "Ana", side: "R" },
    { name: "Bo", side: "C" },
  ]);
  expect(call.transcripts).toMatchObject([{ number: 1, origin: "import", isCurrent: true }]);
  const stages = await db.stage.findMany({ where: { recordingId } });
  expect(Object.fromEntries(stages.map(({ name, state }) => [name, state]))).toEqual({
    upload: "done",
    inspect: "skipped",
    normalise: "skipped",
    transcribe: "skipped",
    metrics: "waiting",
    summary: "waiting",
  });
  expect(await queued(deriveTranscript)).toEqual([
    { v: 1, workspaceId: actor.workspaceId, callId, number: 1 },
  ]);
  expect(await queued(transcribeRecording)).toEqual([]);
});

test("faults are told with their lines, and nothing is made", async () => {
  const actor = await aMember(await aWorkspace());
  await expect(importTranscript(actor, form("{"))).rejects.toMatchObject({
    code: "validation_failed",
    fields: { text: [expect.stringMatching(/^transcript_/)] },
  });
  expect(await db.call.count({ where: { workspaceId: actor.workspaceId } })).toBe(0);
});

test("characters that the database cannot hold do not stop an import", async () => {
  const actor = await aMember(await aWorkspace());
  const { callId } = await importTranscript(actor, form(said("Hel\u0000lo \ud800 there.")));
  expect(await db.transcript.count({ where: { callId } })).toBe(1);
});
