import { beforeEach, expect, test } from "vitest";
import { startBulk } from "#app/core/domain/bulk/start.server.ts";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTranscript, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aPipeline, recordingOf, runTo, stageOf } from "#tests/support/pipeline.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { findRecognisable } from "./recognise-anew.server.ts";
import type { RecordingRef } from "./stages.server.ts";

await queueForFile();
let admin: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  admin = await aMember(await aWorkspace(), { role: "admin" });
  await installed("a-model");
});

const installed = (model: string | null) =>
  saveComponentStatus("speech", "test", "on", {
    ...(model === null ? { "en.engine": "pocketsphinx" } : { "en.engine": "sherpa-onnx" }),
    "en.model": model ?? "",
  });

/** A call that was recognised to its end; words of whom and where from, as wished. */
async function recognised(
  words: {
    engine?: string;
    model?: string;
    origin?: "engine" | "import" | "edit";
    language?: string;
  } = {},
): Promise<RecordingRef> {
  const ref = await aPipeline(admin);
  await runTo(ref, "summary");
  const { workspaceId, recordingId, callId } = ref;
  await db.call.updateMany({ where: { id: callId }, data: { state: "available" } });
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, kind: "track", key: newId() },
      ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/mp4" },
    },
  });
  await aTranscript({ workspaceId, id: callId }, [], {
    ...{ recordingId, engine: "pocketsphinx", model: "en-us", ...words },
  });
  return ref;
}

test("calls that an installed model would hear better are found, and nobody's corrections", async () => {
  const basic = await recognised();
  const older = await recognised({ engine: "sherpa-onnx", model: "another", language: "en-US" });
  await recognised({ engine: "sherpa-onnx", model: "a-model" });
  await recognised({ origin: "edit" });
  await recognised({ origin: "import" });
  await recognised({ language: "ja" });
  const { callIds, isCut } = await findRecognisable(admin);
  expect(new Set(callIds)).toEqual(new Set([basic.callId, older.callId]));
  expect(isCut).toBe(false);
  // Without a model there is nothing better.
  await installed(null);
  expect((await findRecognisable(admin)).callIds).toEqual([]);
  // Somebody else's calls are not theirs to work on.
  await installed("a-model");
  const rep = await aMember({ id: admin.workspaceId });
  expect((await findRecognisable(rep)).callIds).toEqual([]);
});

test("a run over them queues each again behind new calls, once, and leaves its words until then", async () => {
  const ref = await recognised();
  const same = await recognised({ engine: "sherpa-onnx", model: "a-model" });
  const { runId } = await startBulk(
    admin,
    { kind: "recognise", isBetterOnly: true },
    { callIds: [ref.callId, same.callId], isAll: true },
  );
  const outcomes = await db.bulkRow.findMany({ where: { runId }, orderBy: { ord: "asc" } });
  expect(outcomes.map(({ callId, outcome }) => [callId, outcome])).toEqual([
    [ref.callId, "done"],
    [same.callId, "unchanged"],
  ]);
  const { workspaceId, recordingId } = ref;
  expect(await queued(transcribeRecording)).toEqual([{ v: 1, workspaceId, recordingId }]);
  const jobs = await db.$queryRaw<{ priority: number }[]>`
    SELECT priority FROM jobs.job WHERE name = 'recording.transcribe'`;
  expect(jobs).toEqual([{ priority: -1 }]);
  for (const name of ["transcribe", "metrics", "summary"] as const)
    expect(await stageOf(ref, name)).toMatchObject({ state: "waiting", cause: null });
  expect(await stageOf(ref, "normalise")).toMatchObject({ state: "done" });
  expect((await recordingOf(ref)).state).toBe("processing");
  expect(await db.transcript.count({ where: { callId: ref.callId, isCurrent: true } })).toBe(1);
  // While it is under way, it is not begun again.
  expect((await findRecognisable(admin)).callIds).not.toContain(ref.callId);
  const events = await db.auditEntry.findMany({ where: { workspaceId, target: recordingId } });
  expect(events.map(({ event }) => event)).toContain("recording.retried");
});

test("asked for by hand, the same engine recognises again, and each call that stays says why", async () => {
  const same = await recognised({ engine: "sherpa-onnx", model: "a-model" });
  const edited = await recognised({ origin: "edit" });
  const imported = await recognised({ origin: "import" });
  const german = await recognised({ language: "de" });
  const silent = await recognised();
  await db.file.deleteMany({ where: { recordingId: silent.recordingId } });
  const underWay = await recognised();
  await db.recording.updateMany({
    where: { id: underWay.recordingId },
    data: { state: "processing" },
  });
  const failed = await recognised();
  await db.transcript.deleteMany({ where: { callId: failed.callId } });
  await db.recording.updateMany({ where: { id: failed.recordingId }, data: { state: "failed" } });
  await db.stage.updateMany({
    where: { recordingId: failed.recordingId, name: "transcribe" },
    data: { state: "failed" },
  });
  const all = [same, edited, imported, german, silent, underWay, failed];
  const order = { kind: "recognise", isBetterOnly: false } as const;
  const callIds = all.map(({ callId }) => callId);
  const { runId } = await startBulk(admin, order, { callIds });
  const outcomes = await db.bulkRow.findMany({ where: { runId }, orderBy: { ord: "asc" } });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    ...["done", "words_corrected", "words_imported", "no_engine", "no_sound", "in_work", "done"],
  ]);
  expect((await queued(transcribeRecording)).map(({ recordingId }) => recordingId)).toEqual([
    ...[same.recordingId, failed.recordingId],
  ]);
  expect((await recordingOf(failed)).state).toBe("processing");
  // A second time they are under way.
  const second = await startBulk(admin, order, { callIds: [same.callId, failed.callId] });
  const again = await db.bulkRow.findMany({ where: { runId: second.runId } });
  expect(again.map(({ outcome }) => outcome)).toEqual(["in_work", "in_work"]);
  // Who may not recognise a call again may not in a run either.
  const rep = await aMember({ id: admin.workspaceId });
  await db.call.updateMany({ where: { id: same.callId }, data: { visibility: "workspace" } });
  await expect(startBulk(rep, order, { callIds: [same.callId] })).rejects.toMatchObject({
    code: "forbidden",
  });
});
