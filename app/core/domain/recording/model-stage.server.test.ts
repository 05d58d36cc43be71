import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTranscript, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import {
  age,
  aPipeline,
  recordingOf,
  publish,
  runTo,
  stageOf,
  take,
} from "#tests/support/pipeline.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { claimStage, type RecordingRef, StageLost } from "./stages.server.ts";
import { requeueLostRuns } from "../analysis/runs-upkeep.server.ts";
import { endModelStage } from "./model-stage.server.ts";
import { requeueLost } from "./sweep.server.ts";

await queueForFile();
let owner: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  await db.recording.updateMany({ where: {}, data: { state: "ready" } }); // what other tests left open
  owner = await aMember(await aWorkspace());
});

const callOf = ({ workspaceId, callId }: RecordingRef) =>
  db.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: callId } } });
const eventsOf = async ({ workspaceId }: RecordingRef): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } })).map(
    ({ event }) => event,
  );
const toldOf = async ({ recordingId }: RecordingRef) =>
  (
    await db.notification.findMany({
      where: { memberId: owner.memberId, values: { path: ["recordingId"], equals: recordingId } },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ kind, mailDueAt }) => [kind, mailDueAt !== null]);

/** A summary stage with its Highlights, for which a model writes in a run of its own. */
async function leave(ref: RecordingRef) {
  const { workspaceId, callId } = ref;
  const { id: transcriptId } = await aTranscript({ id: callId, workspaceId }, []);
  const runId = newId();
  await db.summaryRun.create({
    data: {
      ...{ id: runId, workspaceId, callId, transcriptId },
      ...{ engine: "llm@1", state: "queued", purpose: "live" },
    },
  });
  const attempt = await take(ref, "summary");
  await db.$transaction((tx) => attempt.leaveToModel(tx));
  const endRun = (state: "done" | "failed" = "done") =>
    db.summaryRun.updateMany({ where: { id: runId }, data: { state } });
  return { attempt, endRun };
}

const endModel = (ref: RecordingRef, note: string | null = null) =>
  db.$transaction((tx) => endModelStage(tx, ref, note));

test("a model that still writes keeps no recording at work, and its end settles nothing again", async () => {
  const ref = await aPipeline(owner);
  await runTo(ref, "metrics");
  const { attempt, endRun } = await leave(ref);
  expect(await stageOf(ref, "summary")).toMatchObject({ state: "running", cause: "model_writes" });
  expect((await recordingOf(ref)).state).toBe("ready");
  expect((await callOf(ref)).state).toBe("available");

  // A second delivery finds nothing to do, and whoever had it publishes it once more in vain.
  expect(await claimStage(ref, "summary")).toBeNull();
  expect(await endModel(ref)).toBe(false);
  await endRun();
  expect(await endModel(ref)).toBe(true);
  expect(await endModel(ref)).toBe(false);
  await expect(publish(attempt)).rejects.toThrow(StageLost);
  expect(await stageOf(ref, "summary")).toMatchObject({ state: "done", attempt: 1, cause: null });
  expect(await eventsOf(ref)).toEqual(["recording.ready"]);
  expect(await toldOf(ref)).toEqual([["recording_ready", false]]);
});

test("a model that had nothing to give ends the stage with a note", async () => {
  const ref = await aPipeline(owner);
  await runTo(ref, "metrics");
  const { endRun } = await leave(ref);
  await endRun();
  await endModel(ref, "timeout");
  expect(await stageOf(ref, "summary")).toMatchObject({
    ...{ state: "done", cause: "model_gave_up", detail: "timeout" },
  });
  expect((await recordingOf(ref)).state).toBe("ready");
});

test("no sweep does a stage again that is left to a model, beside a picture that is still being made", async () => {
  const ref = await aPipeline(owner, { picture: "waiting" });
  await runTo(ref, "metrics");
  const { endRun } = await leave(ref);
  const picture = await take(ref, "picture");
  expect((await recordingOf(ref)).state).toBe("processing");
  await db.$executeRaw`DELETE FROM jobs.job`;
  await age(ref, "summary", 3_600);
  expect(await requeueLost()).toBe(0);
  await publish(picture);
  expect((await recordingOf(ref)).state).toBe("ready");

  // The run is still there, and is what is queued again; one that was given up takes its stage with it.
  await requeueLostRuns();
  expect((await stageOf(ref, "summary")).state).toBe("running");
  await endRun("failed");
  await requeueLostRuns();
  expect(await stageOf(ref, "summary")).toMatchObject({ state: "done", cause: "model_gave_up" });
  expect(await eventsOf(ref)).toEqual(["recording.ready"]);
});
