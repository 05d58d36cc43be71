import { beforeEach, expect, test } from "vitest";
import { summariseCall } from "#app/core/jobs/call-summarise.job.ts";
import { makePicture } from "#app/core/jobs/recording-picture.job.ts";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aRecording, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { age, ago, aPipeline, recordingOf, publish, runTo, take } from "#tests/support/pipeline.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";
import { STAGES } from "./pipeline.ts";
import type { RecordingRef } from "./stages.server.ts";
import { markInterrupted, requeueLost } from "./sweep.server.ts";

await queueForFile();
let owner: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  await db.recording.updateMany({ where: {}, data: { state: "ready" } }); // what other tests left open
  owner = await aMember(await aWorkspace());
});

const callOf = ({ workspaceId, callId }: RecordingRef) =>
  db.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: callId } } });

test.each(["transcribe", "metrics", "summary"] as const)(
  "a recording whose %s failed for good plays, and is not left in processing",
  async (stage) => {
    const ref = await aPipeline(owner);
    for (const name of STAGES.slice(1, STAGES.indexOf(stage))) await publish(await take(ref, name));
    await (await take(ref, stage)).fail("engine_crashed", "x", false);
    expect(await recordingOf(ref)).toMatchObject({ state: "ready_partial", cause: null });
    expect((await callOf(ref)).state).toBe("available");
    expect(await requeueLost()).toBe(0);
  },
);

test("a lost picture is queued again, also beside words that failed", async () => {
  const ref = await aPipeline(owner, { picture: "waiting" });
  await runTo(ref, "normalise");
  await (await take(ref, "transcribe")).fail("engine_crashed", "x", false);
  await take(ref, "picture");
  await db.$executeRaw`DELETE FROM jobs.job`;
  await age(ref, "picture", 70);
  expect(await requeueLost()).toBe(1);
  expect(await queued(makePicture)).toHaveLength(1);
});

test("a running stage whose job is gone is queued again, once, and not before a minute has passed", async () => {
  const ref = await aPipeline(owner);
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
  const running = await aPipeline(owner);
  await take(running, "inspect");
  const later = await aPipeline(owner);
  await (await take(later, "inspect")).fail("media_crashed", "x", true);
  await db.$executeRaw`DELETE FROM jobs.job`;
  await age(later, "inspect", 70);
  const asked = await aPipeline(owner);
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
  const ref = await aPipeline(owner);
  await (await take(ref, "inspect")).wait("ffmpeg_missing");
  await saveComponentStatus("media", "test", "off", { why: "ffmpeg_missing" });
  expect(await requeueLost()).toBe(0);
  await saveComponentStatus("media", "test", "limited", { why: "level_1" });
  expect(await requeueLost()).toBe(1);
  await db.partState.deleteMany({});
});

test("a summary whose job was lost is found by its call", async () => {
  const ref = await aPipeline(owner);
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
