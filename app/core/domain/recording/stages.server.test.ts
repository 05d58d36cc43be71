import { beforeEach, expect, test } from "vitest";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aPipeline, recordingOf, publish, runTo, stageOf, take } from "#tests/support/pipeline.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { STAGES } from "./pipeline.ts";
import { claimStage, type RecordingRef, sendStage, StageLost } from "./stages.server.ts";

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

test("a claim starts the stage, counts the attempt and shows the recording as processing", async () => {
  const ref = await aPipeline(owner);
  expect(await take(ref, "inspect")).toMatchObject({ ...ref, stage: "inspect", number: 1 });
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
    const ref = await aPipeline(owner, { inspect: state });
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

test.each(["discarded", "media_removed"] as const)(
  "a stage of a recording that is %s is not claimed, and stays as it was",
  async (state) => {
    const ref = await aPipeline(owner);
    await db.recording.updateMany({ where: { id: ref.recordingId }, data: { state } });
    expect(await claimStage(ref, "inspect")).toBeNull();
    expect(await stageOf(ref, "inspect")).toMatchObject({ state: "waiting", attempt: 0 });
    expect((await recordingOf(ref)).state).toBe(state);
    expect(await db.stageLog.count({ where: { recordingId: ref.recordingId } })).toBe(0);
  },
);

test("a claim that meets a recording while it is discarded waits, and takes nothing", async () => {
  const ref = await aPipeline(owner);
  const { promise: isClaiming, resolve: startClaim } = Promise.withResolvers<undefined>();
  const discarding = db.$transaction(async (tx) => {
    await tx.recording.updateMany({
      where: { id: ref.recordingId, state: "uploaded" },
      data: { state: "discarded" },
    });
    startClaim(undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await isClaiming;
  const claimed = claimStage(ref, "inspect");
  await discarding;
  expect(await claimed).toBeNull();
  expect((await recordingOf(ref)).state).toBe("discarded");
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "waiting", attempt: 0 });
});

test("progress moves towards what there is to do, and a finished stage is whole", async () => {
  const ref = await aPipeline(owner);
  const attempt = await take(ref, "inspect");
  await attempt.progress(1_500.4, 60_000, "ms");
  expect(await stageOf(ref, "inspect")).toMatchObject({ done: 1_500n, total: 60_000n, unit: "ms" });
  await publish(attempt);
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "done",
    done: 60_000n,
    total: 60_000n,
  });
});

test("an attempt that was overtaken reports, publishes, skips, waits and fails nothing", async () => {
  const ref = await aPipeline(owner);
  const stale = await take(ref, "inspect");
  const fresh = await take(ref, "inspect");
  expect([stale.number, fresh.number]).toEqual([1, 2]);
  await expect(stale.progress(1, 2, "ms")).rejects.toThrow(StageLost);
  await expect(publish(stale)).rejects.toThrow(StageLost);
  await expect(db.$transaction((tx) => stale.skip(tx, "engine_off"))).rejects.toThrow(StageLost);
  await expect(stale.wait("ffmpeg_missing")).rejects.toThrow(StageLost);
  await expect(stale.fail("unreadable", "x", false)).rejects.toThrow(StageLost);
  await expect(stale.fail("media_crashed", "x", true)).rejects.toThrow(StageLost);
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
  const ref = await aPipeline(owner);
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
    await stale.publish(tx);
  });
  await expect(writing).rejects.toThrow(StageLost);
  expect(await db.file.count({ where: { recordingId: ref.recordingId } })).toBe(0);
  expect(await queued(transcribeRecording)).toEqual([]);
});

test("of twenty workers that take a stage at once, exactly one publishes", async () => {
  const ref = await aPipeline(owner);
  const attempts = (
    await Promise.all(Array.from({ length: 20 }, () => claimStage(ref, "inspect")))
  ).filter((attempt) => attempt !== null);
  expect(attempts.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  const outcomes = await Promise.allSettled(attempts.map(publish));
  const winners = attempts.filter((_, at) => outcomes[at]?.status === "fulfilled");
  expect(winners.map(({ number }) => number)).toEqual([20]);
});

test("a stage is published once, however often it is asked for", async () => {
  const ref = await aPipeline(owner);
  const attempt = await take(ref, "inspect");
  const outcomes = await Promise.allSettled([publish(attempt), publish(attempt), publish(attempt)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a transient failure is tried again after 30 s, 5 min and 30 min; then it stands", async () => {
  const ref = await aPipeline(owner);
  for (const seconds of [30, 300, 1_800]) {
    const attempt = await take(ref, "inspect");
    const before = Date.now();
    await attempt.fail("media_crashed", "ffmpeg died", true);
    const after = Date.now();
    const stage = await stageOf(ref, "inspect");
    expect(stage).toMatchObject({
      state: "waiting",
      cause: "media_crashed",
      detail: "ffmpeg died",
    });
    const retryMs = (stage.retryAt?.getTime() ?? 0) - seconds * 1_000;
    expect(retryMs).toBeGreaterThanOrEqual(before);
    expect(retryMs).toBeLessThanOrEqual(after);
    const jobs = await rows<{ wait: number }>(
      Prisma.sql`SELECT extract(epoch FROM start_after - created_on)::int AS wait FROM jobs.job WHERE name = ${transcodeRecording.name} AND data->>'recordingId' = ${ref.recordingId} ORDER BY start_after DESC`,
    );
    expect(jobs[0]?.wait).toBe(seconds);
    expect((await recordingOf(ref)).state).toBe("processing");
  }
  expect(await queued(transcodeRecording)).toHaveLength(3);
  await (await take(ref, "inspect")).fail("media_crashed", "ffmpeg died", true);
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "failed",
    attempt: 4,
    retryAt: null,
  });
  expect(await recordingOf(ref)).toMatchObject({ state: "failed", cause: "media_crashed" });
  expect(await eventsOf(ref)).toEqual(["recording.failed"]);
});

test("a final failure is not tried again, and its detail is cut", async () => {
  const ref = await aPipeline(owner);
  await (await take(ref, "inspect")).fail("unreadable", "x".repeat(9_000), false);
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "failed", tries: 0 });
  expect((await stageOf(ref, "inspect")).detail).toHaveLength(2_000);
  expect(await queued(transcodeRecording)).toEqual([]);
});

test("a missing part is waited for without counting a try", async () => {
  const ref = await aPipeline(owner);
  for (let n = 0; n < 6; n += 1) await (await take(ref, "inspect")).wait("ffmpeg_missing");
  expect(await stageOf(ref, "inspect")).toMatchObject({
    state: "waiting",
    cause: "ffmpeg_missing",
    tries: 0,
    attempt: 6,
  });
  await (await take(ref, "inspect")).fail("media_crashed", "x", true);
  expect(await stageOf(ref, "inspect")).toMatchObject({ state: "waiting", tries: 1 });
});

test("a recording is ready when every stage is done or skipped, and its call is available from then", async () => {
  const ref = await aPipeline(owner);
  await runTo(ref, "metrics");
  expect((await recordingOf(ref)).state).toBe("processing");
  const summary = await take(ref, "summary");
  await db.$transaction((tx) => summary.skip(tx, "no_transcript"));
  expect((await recordingOf(ref)).state).toBe("ready");
  expect((await callOf(ref)).state).toBe("available");
  expect(await eventsOf(ref)).toEqual(["recording.ready"]);
});

test.each(["inspect", "normalise"] as const)(
  "a recording whose %s failed for good failed",
  async (stage) => {
    const ref = await aPipeline(owner);
    for (const name of STAGES.slice(1, STAGES.indexOf(stage))) await publish(await take(ref, name));
    await (await take(ref, stage)).fail("no_sound", "x", false);
    expect(await recordingOf(ref)).toMatchObject({ state: "failed", cause: "no_sound" });
    expect((await callOf(ref)).state).toBe("ended");
  },
);

test("a picture that is still being made keeps a recording at work, whatever became of its words", async () => {
  const ref = await aPipeline(owner, { picture: "waiting" });
  await runTo(ref, "summary");
  expect((await recordingOf(ref)).state).toBe("processing");
  await publish(await take(ref, "picture"));
  expect((await recordingOf(ref)).state).toBe("ready");
  const wordless = await aPipeline(owner, { picture: "waiting" });
  await runTo(wordless, "normalise");
  await (await take(wordless, "transcribe")).fail("engine_crashed", "x", false);
  expect((await recordingOf(wordless)).state).toBe("processing");
  await publish(await take(wordless, "picture"));
  expect((await recordingOf(wordless)).state).toBe("ready_partial");
});

test("the owner is told that a recording is ready, or that its processing failed, once for each", async () => {
  const whole = await aPipeline(owner);
  for (const stage of STAGES.filter((name) => name !== "upload" && name !== "picture")) {
    const attempt = await take(whole, stage);
    await db.$transaction((tx) => attempt.publish(tx));
  }
  expect(await toldOf(whole)).toEqual([["recording_ready", false]]);
  const broken = await aPipeline(owner);
  await (await take(broken, "inspect")).fail("unreadable", "x", false);
  expect(await toldOf(broken)).toEqual([["recording_failed", true]]);
});

test("a stage that waits for room on the disk is told the admins, once a day", async () => {
  const admin = await aMember({ id: owner.workspaceId }, { role: "admin" });
  for (const ref of [await aPipeline(owner), await aPipeline(owner)])
    await (await take(ref, "inspect")).wait("storage_full");
  await (await take(await aPipeline(owner), "inspect")).wait("ffmpeg_missing");
  const told = await db.notification.findMany({ where: { memberId: admin.memberId } });
  expect(told.map(({ kind }) => kind)).toEqual(["storage_full"]);
});
