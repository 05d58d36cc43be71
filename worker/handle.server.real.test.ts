import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { spokenCall } from "#tests/faults/sounds.ts";
import { takeJobs } from "./handle.ts";
import { HANDLERS } from "./handlers/all.ts";
import { openWorkerContext, type WorkerContext } from "./context.ts";

let context: WorkerContext;
await queueForFile();
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(async () => {
  await context.close();
});
afterEach(() => void vi.restoreAllMocks());

test("a job that a stop of the worker breaks off is told as interrupted, and waits for the next worker", {
  timeout: 120_000,
}, async () => {
  const { wav } = await spokenCall(20); // long enough to be broken off in, on any machine
  const rep = await aMember(await aWorkspace());
  const { recordingId } = await uploaded(rep, [{ bytes: wav }], { channels: "no" });
  const [told, failed] = [vi.spyOn(log, "info"), vi.spyOn(log, "error")];
  const stopping = new AbortController();
  await takeJobs(HANDLERS, ["media", "speech"], context, stopping.signal);
  const stage = () => db.stage.findFirstOrThrow({ where: { recordingId, name: "transcribe" } });
  await vi.waitFor(
    async () => expect(await stage()).toMatchObject({ state: "running", unit: "ms" }),
    { timeout: 60_000, interval: 20 },
  );

  stopping.abort(new DOMException("The worker stops", "AbortError"));
  await vi.waitFor(
    async () => expect(await queued(transcribeRecording)).toMatchObject([{ recordingId }]),
    { timeout: 30_000, interval: 20 },
  );
  expect(told.mock.lastCall).toMatchObject([{ job: "recording.transcribe" }, "job interrupted"]);
  expect(failed.mock.calls).toEqual([]);
  expect((await stage()).state).toBe("running"); // until another worker claims it
});

test("a job that goes wrong while the worker stops is told as failed", async () => {
  const failed = vi.spyOn(log, "error");
  await takeJobs(
    HANDLERS,
    ["speech"],
    context,
    AbortSignal.abort(new DOMException("", "AbortError")),
  );
  await boss.send(transcribeRecording.name, { v: 1, workspaceId: "nobody's" }, { retryLimit: 0 });
  await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: 60_000, interval: 20 });
  expect(failed.mock.calls).toMatchObject([
    [{ job: "recording.transcribe", err: { name: "ZodError" } }, "job failed"],
  ]);
});
