import { beforeEach, expect, test } from "vitest";
import { summariseCall } from "#app/core/jobs/call-summarise.job.ts";
import { makePicture } from "#app/core/jobs/recording-picture.job.ts";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aRecording, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import type { StageName, StageState } from "./stage-views.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";
import { type PipelineStage, STAGES } from "./pipeline.ts";
import { retryRecording } from "./retry.server.ts";
import {
  type Claim,
  claimStage,
  failStage,
  publishStage,
  type RecordingRef,
  reportProgress,
  sendStage,
  skipStage,
  StageLost,
  waitFor,
} from "./stages.server.ts";
import { markInterrupted, requeueLost } from "./sweep.server.ts";

await queueForFile();
let owner: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  await db.recording.updateMany({ where: {}, data: { state: "ready" } }); // what other tests left open
  owner = await aMember(await aWorkspace());
});

type Wish = Partial<Record<PipelineStage, StageState>>;

/** A recording whose upload is done and whose other stages wait, unless said otherwise. */
async function aPipeline(
  wish: Wish = {},
  state: "uploaded" | "processing" | "failed" = "uploaded",
): Promise<RecordingRef> {
  const call = await aCall(owner, { state: "ended" });
  const recording = await aRecording(call, { state });
  const { workspaceId } = call;
  await db.stage.createMany({
    data: STAGES.filter((name) => name !== "picture" || wish.picture).map((name) => ({
      workspaceId,
      recordingId: recording.id,
      name,
      state: wish[name] ?? (name === "upload" ? ("done" as const) : ("waiting" as const)),
    })),
  });
  return { workspaceId, recordingId: recording.id, callId: call.id };
}
const stageOf = ({ workspaceId, recordingId }: RecordingRef, name: StageName) =>
  db.stage.findUniqueOrThrow({
    where: { workspaceId_recordingId_name: { workspaceId, recordingId, name } },
  });
const recordingOf = ({ workspaceId, recordingId }: RecordingRef) =>
  db.recording.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: recordingId } } });
const callOf = ({ workspaceId, callId }: RecordingRef) =>
  db.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: callId } } });
const eventsOf = async ({ workspaceId }: RecordingRef): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } })).map(
    ({ event }) => event,
  );
const publish = (claim: Claim) => db.$transaction((tx) => publishStage(tx, claim));

async function take(ref: RecordingRef, stage: PipelineStage): Promise<Claim> {
  return (await claimStage(ref, stage)) ?? expect.fail(`${stage} was not to be had`);
}
/** Ends a stage and everything before it. */
async function runTo(ref: RecordingRef, last: PipelineStage): Promise<void> {
  for (const stage of STAGES.slice(1, STAGES.indexOf(last) + 1))
    await publish(await take(ref, stage));
}

test("a claim starts the stage, counts the attempt and shows the recording as processing", async () => {
  const ref = await aPipeline();
  expect(await take(ref, "inspect")).toMatchObject({ ...ref, stage: "inspect", attempt: 1 });
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "running",
    attempt: 1,
    cause: null,
  });
  expect((await recordingOf(ref)).state).toBe("processing");
  expect(await db.stageLog.count({ where: { recordingId: ref.recordingId } })).toBe(1);
});

test.each(["done", "skipped", "failed"] as const)(
  "a stage that is %s is not claimed again",
  async (state) => {
    const ref = await aPipeline({ inspect: state });
    expect(await claimStage(ref, "inspect")).toBeNull();
    expect((await recordingOf(ref)).state).toBe("uploaded");
  },
);

test("a stage of a recording that is gone is not claimed", async () => {
  expect(
    await claimStage(
      { workspaceId: owner.workspaceId, recordingId: newId(), callId: newId() },
      "inspect",
    ),
  ).toBeNull();
});

test("progress moves towards what there is to do, and a finished stage is whole", async () => {
  const ref = await aPipeline();
  const claim = await take(ref, "inspect");
  await reportProgress(claim, 1_500.4, 60_000, "ms");
  expect(await stageOf(ref, "inspect")).toMatchObject({ done: 1_500n, total: 60_000n, unit: "ms" });
  await publish(claim);
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "done",
    done: 60_000n,
    total: 60_000n,
  });
});

test("an attempt that was overtaken reports, publishes, skips, waits and fails nothing", async () => {
  const ref = await aPipeline();
  const stale = await take(ref, "inspect");
  const fresh = await take(ref, "inspect");
  expect([stale.attempt, fresh.attempt]).toEqual([1, 2]);
  await expect(reportProgress(stale, 1, 2, "ms")).rejects.toThrow(StageLost);
  await expect(publish(stale)).rejects.toThrow(StageLost);
  await expect(db.$transaction((tx) => skipStage(tx, stale, "engine_off"))).rejects.toThrow(
    StageLost,
  );
  await expect(waitFor(stale, "ffmpeg_missing")).rejects.toThrow(StageLost);
  await expect(failStage(stale, "unreadable", "x", false)).rejects.toThrow(StageLost);
  await expect(failStage(stale, "media_crashed", "x", true)).rejects.toThrow(StageLost);
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "running",
    attempt: 2,
    done: 0n,
    tries: 0,
    cause: null,
  });
  expect(await queued(transcodeRecording)).toEqual([]);
  await publish(fresh);
  expect((await stageOf(ref, "inspect")).state).toBe("done");
});

test("what an overtaken attempt wrote in its last transaction is rolled back with it", async () => {
  const ref = await aPipeline();
  const stale = await take(ref, "inspect");
  await take(ref, "inspect");
  const writing = db.$transaction(async (tx) => {
    await tx.file.create({
      data: {
        id: newId(),
        workspaceId: ref.workspaceId,
        recordingId: ref.recordingId,
        kind: "mix",
        key: `${ref.recordingId}/mix`,
        bytes: 1n,
        sha256: new Uint8Array(32),
        mime: "audio/mp4",
      },
    });
    await sendStage(tx, stale, "transcribe");
    await publishStage(tx, stale);
  });
  await expect(writing).rejects.toThrow(StageLost);
  expect(await db.file.count({ where: { recordingId: ref.recordingId } })).toBe(0);
  expect(await queued(transcribeRecording)).toEqual([]);
});

test("of twenty workers that take a stage at once, exactly one publishes", async () => {
  const ref = await aPipeline();
  const claims = (
    await Promise.all(Array.from({ length: 20 }, () => claimStage(ref, "inspect")))
  ).filter((claim) => claim !== null);
  expect(claims.map(({ attempt }) => attempt).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  const outcomes = await Promise.allSettled(claims.map(publish));
  const winners = claims.filter((_, at) => outcomes[at]?.status === "fulfilled");
  expect(winners.map(({ attempt }) => attempt)).toEqual([20]);
});

test("a stage is published once, however often it is asked for", async () => {
  const ref = await aPipeline();
  const claim = await take(ref, "inspect");
  const outcomes = await Promise.allSettled([publish(claim), publish(claim), publish(claim)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a transient failure is tried again after 30 s, 5 min and 30 min; then it stands", async () => {
  const ref = await aPipeline();
  for (const seconds of [30, 300, 1_800]) {
    const claim = await take(ref, "inspect");
    const before = Date.now();
    await failStage(claim, "media_crashed", "ffmpeg died", true);
    const stage = await stageOf(ref, "inspect");
    expect(stage).toMatchObject({
      state: "waiting",
      cause: "media_crashed",
      detail: "ffmpeg died",
    });
    expect(Math.abs((stage.retryAt?.getTime() ?? 0) - before - seconds * 1_000)).toBeLessThan(
      5_000,
    );
    const jobs = await rows<{ wait: number }>(
      Prisma.sql`SELECT extract(epoch FROM start_after - created_on)::int AS wait FROM jobs.job WHERE name = ${transcodeRecording.name} AND data->>'recordingId' = ${ref.recordingId} ORDER BY start_after DESC`,
    );
    expect(Math.abs((jobs[0]?.wait ?? 0) - seconds)).toBeLessThan(5);
    expect((await recordingOf(ref)).state).toBe("processing");
  }
  expect(await queued(transcodeRecording)).toHaveLength(3);
  await failStage(await take(ref, "inspect"), "media_crashed", "ffmpeg died", true);
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "failed",
    attempt: 4,
    retryAt: null,
  });
  expect(await recordingOf(ref)).toMatchObject({ state: "failed", cause: "media_crashed" });
  expect(await eventsOf(ref)).toEqual(["recording.failed"]);
});

test("a final failure is not tried again, and its detail is cut", async () => {
  const ref = await aPipeline();
  await failStage(await take(ref, "inspect"), "unreadable", "x".repeat(9_000), false);
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "failed", tries: 0 });
  expect((await stageOf(ref, "inspect")).detail).toHaveLength(2_000);
  expect(await queued(transcodeRecording)).toEqual([]);
});

test("a missing part is waited for without counting a try", async () => {
  const ref = await aPipeline();
  for (let n = 0; n < 6; n += 1) await waitFor(await take(ref, "inspect"), "ffmpeg_missing");
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "waiting",
    cause: "ffmpeg_missing",
    tries: 0,
    attempt: 6,
  });
  await failStage(await take(ref, "inspect"), "media_crashed", "x", true);
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "waiting", tries: 1 });
});

test("a recording is ready when every stage is done or skipped, and its call is available from then", async () => {
  const ref = await aPipeline();
  await runTo(ref, "metrics");
  expect((await recordingOf(ref)).state).toBe("processing");
  const summary = await take(ref, "summary");
  await db.$transaction((tx) => skipStage(tx, summary, "no_transcript"));
  expect((await recordingOf(ref)).state).toBe("ready");
  expect((await callOf(ref)).state).toBe("available");
  expect(await eventsOf(ref)).toEqual(["recording.ready"]);
});

test.each(["inspect", "normalise"] as const)(
  "a recording whose %s failed for good failed",
  async (stage) => {
    const ref = await aPipeline();
    for (const name of STAGES.slice(1, STAGES.indexOf(stage))) await publish(await take(ref, name));
    await failStage(await take(ref, stage), "no_sound", "x", false);
    expect(await recordingOf(ref)).toMatchObject({ state: "failed", cause: "no_sound" });
    expect((await callOf(ref)).state).toBe("ended");
  },
);

test.each(["transcribe", "metrics", "summary"] as const)(
  "a recording whose %s failed for good plays, and is not left in processing",
  async (stage) => {
    const ref = await aPipeline();
    for (const name of STAGES.slice(1, STAGES.indexOf(stage))) await publish(await take(ref, name));
    await failStage(await take(ref, stage), "engine_crashed", "x", false);
    expect(await recordingOf(ref)).toMatchObject({ state: "ready_partial", cause: null });
    expect((await callOf(ref)).state).toBe("available");
    expect(await requeueLost()).toBe(0);
  },
);

test("retry starts at the first stage that failed, and leaves what was done before", async () => {
  const ref = await aPipeline();
  await runTo(ref, "normalise");
  await failStage(await take(ref, "transcribe"), "engine_crashed", "x", false);
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
  const ref = await aPipeline();
  await runTo(ref, "normalise");
  await db.stage.updateMany({
    where: { recordingId: ref.recordingId, name: { in: ["metrics", "summary"] } },
    data: { state: "skipped", cause: "no_transcript" },
  });
  await db.$transaction(async (tx) =>
    skipStage(tx, await take(ref, "transcribe"), "engine_missing"),
  );
  expect((await recordingOf(ref)).state).toBe("ready");
  await retryRecording(owner, ref.recordingId);
  expect(await stageOf(ref, "summary")).toMatchObject({ state: "waiting", cause: null });
  expect(await queued(transcribeRecording)).toHaveLength(1);
});

test("retry of an imported transcript does not look for media that never was", async () => {
  const ref = await aPipeline(
    { inspect: "skipped", normalise: "skipped", transcribe: "skipped" },
    "processing",
  );
  await db.stage.updateMany({
    where: { recordingId: ref.recordingId, state: "skipped" },
    data: { cause: "imported" },
  });
  await publish(await take(ref, "metrics"));
  await failStage(await take(ref, "summary"), "unexpected", "x", false);
  await retryRecording(owner, ref.recordingId);
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "skipped", cause: "imported" });
  expect(await queued(transcodeRecording)).toEqual([]);
  expect(await queued(summariseCall)).toHaveLength(1);
});

test("a picture that is still being made keeps a recording at work, whatever became of its words", async () => {
  const ref = await aPipeline({ picture: "waiting" });
  await runTo(ref, "summary");
  expect((await recordingOf(ref)).state).toBe("processing");
  await publish(await take(ref, "picture"));
  expect((await recordingOf(ref)).state).toBe("ready");
  const wordless = await aPipeline({ picture: "waiting" });
  await runTo(wordless, "normalise");
  await failStage(await take(wordless, "transcribe"), "engine_crashed", "x", false);
  expect((await recordingOf(wordless)).state).toBe("processing");
  await publish(await take(wordless, "picture"));
  expect((await recordingOf(wordless)).state).toBe("ready_partial");
});

test("a picture that failed is made again alone, and beside what else failed", async () => {
  const ref = await aPipeline({ picture: "waiting" });
  await failStage(await take(ref, "picture"), "media_crashed", "x", false);
  await runTo(ref, "summary");
  expect((await recordingOf(ref)).state).toBe("ready_partial");
  await retryRecording(owner, ref.recordingId);
  expect(await queued(makePicture)).toEqual([
    { v: 1, workspaceId: ref.workspaceId, recordingId: ref.recordingId },
  ]);
  expect((await stageOf(ref, "summary")).state).toBe("done");
  expect((await stageOf(ref, "picture")).state).toBe("waiting");

  const both = await aPipeline({ picture: "waiting" });
  await db.$executeRaw`DELETE FROM jobs.job`;
  await runTo(both, "normalise");
  await failStage(await take(both, "picture"), "media_crashed", "x", false);
  await failStage(await take(both, "transcribe"), "engine_crashed", "x", false);
  await retryRecording(owner, both.recordingId);
  expect(await queued(makePicture)).toHaveLength(1);
  expect(await queued(transcribeRecording)).toHaveLength(1);

  const words = await aPipeline({ picture: "done" });
  await runTo(words, "normalise");
  await failStage(await take(words, "transcribe"), "engine_crashed", "x", false);
  await retryRecording(owner, words.recordingId);
  expect((await stageOf(words, "picture")).state).toBe("done");
});

test("a lost picture is queued again, also beside words that failed", async () => {
  const ref = await aPipeline({ picture: "waiting" });
  await runTo(ref, "normalise");
  await failStage(await take(ref, "transcribe"), "engine_crashed", "x", false);
  await take(ref, "picture");
  await db.$executeRaw`DELETE FROM jobs.job`;
  await age(ref, "picture", 70);
  expect(await requeueLost()).toBe(1);
  expect(await queued(makePicture)).toHaveLength(1);
});

test("there is nothing to retry where nothing failed, the question is open, or the upload was discarded", async () => {
  const fine = await aPipeline();
  await expect(retryRecording(owner, fine.recordingId)).rejects.toMatchObject({
    code: "invalid_state",
  });
  const asked = await aPipeline();
  await db.stage.updateMany({
    where: { recordingId: asked.recordingId, name: "inspect" },
    data: { cause: "duplicate" },
  });
  await expect(retryRecording(owner, asked.recordingId)).rejects.toMatchObject({
    code: "invalid_state",
  });
  const discarded = await aPipeline({ inspect: "failed" });
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
  const ref = await aPipeline({ inspect: "failed" }, "failed");
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

const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
const age = ({ recordingId }: RecordingRef, name: PipelineStage, seconds: number) =>
  db.stage.updateMany({ where: { recordingId, name }, data: { startedAt: ago(seconds) } });

test("a running stage whose job is gone is queued again, once, and not before a minute has passed", async () => {
  const ref = await aPipeline();
  await take(ref, "inspect");
  await age(ref, "inspect", 50);
  expect(await requeueLost()).toBe(0);
  await age(ref, "inspect", 70);
  expect(await requeueLost()).toBe(1);
  expect(await requeueLost()).toBe(0);
  expect(await queued(transcodeRecording)).toEqual([
    { v: 1, workspaceId: ref.workspaceId, recordingId: ref.recordingId },
  ]);
});

test("a stage that waits for one before it, for its next try or for an answer is left alone", async () => {
  const running = await aPipeline();
  await take(running, "inspect");
  const later = await aPipeline();
  await failStage(await take(later, "inspect"), "media_crashed", "x", true);
  await db.$executeRaw`DELETE FROM jobs.job`;
  await age(later, "inspect", 70);
  const asked = await aPipeline();
  await db.stage.updateMany({
    where: { recordingId: asked.recordingId, name: "inspect" },
    data: { cause: "duplicate", startedAt: ago(700) },
  });
  expect(await requeueLost()).toBe(0);
  await db.stage.updateMany({
    where: { recordingId: later.recordingId, name: "inspect" },
    data: { retryAt: ago(1) },
  });
  expect(await requeueLost()).toBe(1);
  expect(await queued(transcodeRecording)).toMatchObject([{ recordingId: later.recordingId }]);
});

test("a stage that waits for a missing part is queued as soon as the part is there, and not before", async () => {
  const ref = await aPipeline();
  await waitFor(await take(ref, "inspect"), "ffmpeg_missing");
  await saveComponentStatus("media", "test", "off", { why: "ffmpeg_missing" });
  expect(await requeueLost()).toBe(0);
  await saveComponentStatus("media", "test", "limited", { why: "level_1" });
  expect(await requeueLost()).toBe(1);
  await db.partState.deleteMany({});
});

test("a summary whose job was lost is found by its call", async () => {
  const ref = await aPipeline();
  await runTo(ref, "metrics");
  await db.$executeRaw`DELETE FROM jobs.job`;
  await age(ref, "summary", 70);
  expect(await requeueLost()).toBe(1);
  expect(await queued(summariseCall)).toMatchObject([{ callId: ref.callId }]);
  expect(await requeueLost()).toBe(0);
});

test("an upload that sends nothing for two minutes is shown as interrupted; others are not", async () => {
  const make = async (state: "receiving" | "uploaded", method: "upload" | "room") =>
    (await aRecording(await aCall(owner), { state, method })).id;
  const [quiet, busy, whole, room] = [
    await make("receiving", "upload"),
    await make("receiving", "upload"),
    await make("uploaded", "upload"),
    await make("receiving", "room"),
  ];
  const states = async () =>
    Object.fromEntries(
      (await db.recording.findMany({ where: { id: { in: [quiet, busy, whole, room] } } })).map(
        ({ id, state }) => [id, state],
      ),
    );
  await db.recording.updateMany({ where: { id: { not: busy } }, data: { updatedAt: ago(121) } });
  await db.recording.updateMany({ where: { id: busy }, data: { updatedAt: ago(110) } });
  expect(await markInterrupted()).toBe(1);
  expect(await markInterrupted()).toBe(0);
  expect(await states()).toEqual({
    [quiet]: "interrupted",
    [busy]: "receiving",
    [whole]: "uploaded",
    [room]: "receiving",
  });
});
