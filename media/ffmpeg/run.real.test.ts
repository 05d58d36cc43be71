import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, ffmpegPids, openRoom, type Room } from "#media/fixtures/room.ts";
import { mixPlan } from "./plan/mix.ts";
import { pcmPlan } from "./plan/pcm.ts";
import type { FfmpegPlan } from "./plan/plan.ts";
import { runTool } from "./probe.ts";
import { runFfmpeg } from "./run.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const never = new AbortController().signal;

/** Reads a minute of sound in real time, so that there is something to stop. */
async function slowJob(marker: string): Promise<{ cwd: string; plan: FfmpegPlan }> {
  const cwd = await room.job();
  await room.make(cwd, ["-f", "lavfi", "-i", "sine=d=60:r=8000", `${marker}.wav`]);
  const plan = pcmPlan({ name: `${marker}.wav`, demuxer: "wav", audioIndex: 0, output: "out.pcm" });
  return {
    cwd,
    plan: { ...plan, inputs: plan.inputs.map((input) => ({ ...input, options: ["-re"] })) },
  };
}

const isGone = (marker: string) => async () => (await ffmpegPids(marker)).length === 0;
const isRunning = (marker: string) => async () => (await ffmpegPids(marker)).length === 1;

test("an abort kills ffmpeg before the promise settles, and its reason comes back", async () => {
  const { cwd, plan } = await slowJob("abortme");
  const stop = new AbortController();
  const run = runFfmpeg(plan, { tools: room.tools, cwd, signal: stop.signal });
  const failure = run.catch((error: unknown) => error);
  await eventually(isRunning("abortme"));
  const reason = new Error("the worker stops");
  stop.abort(reason);
  expect(await failure).toBe(reason);
  expect(await ffmpegPids("abortme")).toEqual([]);
  await expect(runFfmpeg(plan, { tools: room.tools, cwd, signal: stop.signal })).rejects.toBe(
    reason,
  );
});

test("a frozen ffmpeg is killed when nothing moves any more", async () => {
  const { cwd, plan } = await slowJob("freezeme");
  const run = runFfmpeg(plan, { tools: room.tools, cwd, signal: never, limits: { stallMs: 1500 } });
  const failure = run.catch((error: unknown) => error);
  await eventually(isRunning("freezeme"));
  await new Promise((resolve) => setTimeout(resolve, 2500)); // longer than the limit: progress keeps it alive
  const [pid] = await ffmpegPids("freezeme");
  process.kill(pid ?? 0, "SIGSTOP");
  expect(await failure).toMatchObject({
    code: "timeout",
    message: "ffmpeg stopped making progress",
    isPermanent: false,
  });
  expect(await ffmpegPids("freezeme")).toEqual([]);
});

test("a run ends at its wall limit", async () => {
  const { cwd, plan } = await slowJob("wallme");
  const run = runFfmpeg(plan, { tools: room.tools, cwd, signal: never, limits: { wallMs: 800 } });
  await expect(run).rejects.toMatchObject({ code: "timeout", message: "ffmpeg took too long" });
  expect(await ffmpegPids("wallme")).toEqual([]);
});

test("a run ends at its CPU limit", async () => {
  const cwd = await room.job();
  await room.make(cwd, [
    "-f",
    "lavfi",
    "-i",
    "anoisesrc=d=600:r=48000",
    "-c:a",
    "flac",
    "cpu.flac",
  ]);
  const plan = mixPlan([{ name: "cpu.flac", demuxer: "flac", audioIndex: 0, offsetMs: 0 }]);
  const run = runFfmpeg(plan, { tools: room.tools, cwd, signal: never, limits: { cpuSeconds: 1 } });
  await expect(run).rejects.toMatchObject({
    code: "timeout",
    message: "ffmpeg went over a limit of this machine",
  });
});

test("ffmpeg dies with a worker that is killed", async () => {
  const { cwd, plan } = await slowJob("orphan");
  const script = `import { runFfmpeg } from ${JSON.stringify(new URL("./run.ts", import.meta.url))};
    await runFfmpeg(${JSON.stringify(plan)}, { tools: ${JSON.stringify(room.tools)}, cwd: ${JSON.stringify(cwd)}, signal: new AbortController().signal });`;
  const kill = new AbortController();
  const worker = runTool(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: process.cwd(),
    timeoutMs: 30_000,
    signal: kill.signal,
  });
  const failure = worker.catch((error: unknown) => error);
  await eventually(isRunning("orphan"), 15_000);
  kill.abort(); // SIGKILL: the worker gets no word
  await failure;
  await eventually(isGone("orphan"), 3000);
});
