import { beforeEach, expect, test } from "vitest";
import { summariseCall } from "#app/core/jobs/call-summarise.job.ts";
import { makePicture } from "#app/core/jobs/recording-picture.job.ts";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aPipeline, recordingOf, publish, runTo, stageOf, take } from "#tests/support/pipeline.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { retryRecording } from "./retry.server.ts";
import type { RecordingRef } from "./stages.server.ts";

await queueForFile();
let owner: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  await db.recording.updateMany({ where: {}, data: { state: "ready" } }); // what other tests left open
  owner = await aMember(await aWorkspace());
});

const eventsOf = async ({ workspaceId }: RecordingRef): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } })).map(
    ({ event }) => event,
  );

test("retry starts at the first stage that failed, and leaves what was done before", async () => {
  const ref = await aPipeline(owner);
  await runTo(ref, "normalise");
  await (await take(ref, "transcribe")).fail("engine_crashed", "x", false);
  await retryRecording(owner, ref.recordingId);
  expect(await stageOf(ref, "normalise")).toMatchObject({ state: "done", attempt: 1 });
  expect(await stageOf(ref, "transcribe")).toMatchObject({
    state: "waiting",
    tries: 0,
    cause: null,
  });
  expect((await recordingOf(ref)).state).toBe("processing");
  expect(await queued(transcribeRecording)).toEqual([
    { v: 1, workspaceId: ref.workspaceId, recordingId: ref.recordingId },
  ]);
  expect(await eventsOf(ref)).toEqual(["recording.retried"]);
  await runTo({ ...ref }, "upload");
  for (const name of ["transcribe", "metrics", "summary"] as const)
    await publish(await take(ref, name));
  expect((await recordingOf(ref)).state).toBe("ready");
});

test("retry of a skipped recogniser does its numbers and its summary again too", async () => {
  const ref = await aPipeline(owner);
  await runTo(ref, "normalise");
  await db.stage.updateMany({
    where: { recordingId: ref.recordingId, name: { in: ["metrics", "summary"] } },
    data: { state: "skipped", cause: "no_transcript" },
  });
  await db.$transaction(async (tx) => (await take(ref, "transcribe")).skip(tx, "engine_missing"));
  expect((await recordingOf(ref)).state).toBe("ready");
  await retryRecording(owner, ref.recordingId);
  expect(await stageOf(ref, "summary")).toMatchObject({ state: "waiting", cause: null });
  expect(await queued(transcribeRecording)).toHaveLength(1);
});

test("retry of an imported transcript does not look for media that never was", async () => {
  const ref = await aPipeline(
    owner,
    { inspect: "skipped", normalise: "skipped", transcribe: "skipped" },
    "processing",
  );
  await db.stage.updateMany({
    where: { recordingId: ref.recordingId, state: "skipped" },
    data: { cause: "imported" },
  });
  await publish(await take(ref, "metrics"));
  await (await take(ref, "summary")).fail("unexpected", "x", false);
  await retryRecording(owner, ref.recordingId);
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "skipped", cause: "imported" });
  expect(await queued(transcodeRecording)).toEqual([]);
  expect(await queued(summariseCall)).toHaveLength(1);
});

test("a picture that failed is made again alone, and beside what else failed", async () => {
  const ref = await aPipeline(owner, { picture: "waiting" });
  await (await take(ref, "picture")).fail("media_crashed", "x", false);
  await runTo(ref, "summary");
  expect((await recordingOf(ref)).state).toBe("ready_partial");
  await retryRecording(owner, ref.recordingId);
  expect(await queued(makePicture)).toEqual([
    { v: 1, workspaceId: ref.workspaceId, recordingId: ref.recordingId },
  ]);
  expect((await stageOf(ref, "summary")).state).toBe("done");
  expect((await stageOf(ref, "picture")).state).toBe("waiting");

  const both = await aPipeline(owner, { picture: "waiting" });
  await db.$executeRaw`DELETE FROM jobs.job`;
  await runTo(both, "normalise");
  await (await take(both, "picture")).fail("media_crashed", "x", false);
  await (await take(both, "transcribe")).fail("engine_crashed", "x", false);
  await retryRecording(owner, both.recordingId);
  expect(await queued(makePicture)).toHaveLength(1);
  expect(await queued(transcribeRecording)).toHaveLength(1);

  const words = await aPipeline(owner, { picture: "done" });
  await runTo(words, "normalise");
  await (await take(words, "transcribe")).fail("engine_crashed", "x", false);
  await retryRecording(owner, words.recordingId);
  expect((await stageOf(words, "picture")).state).toBe("done");
});

test("there is nothing to retry where nothing failed, the question is open, or the upload was discarded", async () => {
  const fine = await aPipeline(owner);
  await expect(retryRecording(owner, fine.recordingId)).rejects.toMatchObject({
    code: "invalid_state",
  });
  const asked = await aPipeline(owner);
  await db.stage.updateMany({
    where: { recordingId: asked.recordingId, name: "inspect" },
    data: { cause: "duplicate" },
  });
  await expect(retryRecording(owner, asked.recordingId)).rejects.toMatchObject({
    code: "invalid_state",
  });
  const discarded = await aPipeline(owner, { inspect: "failed" });
  await db.recording.updateMany({
    where: { id: discarded.recordingId },
    data: { state: "discarded" },
  });
  await expect(retryRecording(owner, discarded.recordingId)).rejects.toMatchObject({
    code: "invalid_state",
  });
  expect((await recordingOf(discarded)).state).toBe("discarded");
  expect(await eventsOf(fine)).toEqual([]);
});

test("a colleague who sees the call may not retry it, and others do not learn of it", async () => {
  const ref = await aPipeline(owner, { inspect: "failed" }, "failed");
  await db.call.updateMany({ where: { id: ref.callId }, data: { visibility: "workspace" } });
  const colleague = await aMember({ id: owner.workspaceId });
  await expect(retryRecording(colleague, ref.recordingId)).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(
    retryRecording(await aMember(await aWorkspace(), { role: "admin" }), ref.recordingId),
  ).rejects.toMatchObject({ code: "not_found" });
  expect((await stageOf(ref, "inspect")).state).toBe("failed");
});
