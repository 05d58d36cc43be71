import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserRun } from "#app/core/domain/recording/recorder-join.server.ts";
import { refusal } from "#media/ffmpeg/media-error.ts";
import { hasPackets, measureDuration } from "#media/ffmpeg/packets.ts";
import { type PictureRun, screenPlan } from "#media/ffmpeg/plan/run.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { bringRun, leaveOut } from "./join-runs.ts";
import type { JoinJob } from "./lanes.ts";

export type PictureJob = JoinJob & { tools: Pick<MediaTools, "ffmpeg" | "ffprobe"> };
export type ScreenRun = PictureRun & { lengthMs: number };
type Screens = {
  /** By start. */
  runs: ScreenRun[];
  isMp4: boolean;
  /** Every run can be read. */
  isWhole: boolean;
};

/**
 * Reads each run of a browser's screen by itself: one that cannot be read would end the picture in the middle.
 * @throws as `leaveOut`
 */
export async function readScreens(all: readonly BrowserRun[], job: PictureJob): Promise<Screens> {
  const screens = all.filter((run) => run.source === "screen");
  const isMp4 = screens[0]?.mime.includes("mp4") ?? false;
  const runs: ScreenRun[] = [];
  for (const [at, run] of screens.entries()) {
    // One browser records all of them, and in one way.
    const isAlike = run.mime.includes("mp4") === isMp4;
    const read = isAlike ? await readScreen(run, `screen-${at}`, isMp4, job) : null;
    if (read !== null) runs.push(read);
  }
  return { runs, isMp4, isWhole: runs.length === screens.length };
}

async function readScreen(
  run: BrowserRun,
  stem: string,
  isMp4: boolean,
  job: PictureJob,
): Promise<ScreenRun | null> {
  const { jobDir, tools, signal } = job;
  const [file, name] = [`${stem}.bin`, `${stem}.${isMp4 ? "mp4" : "mkv"}`];
  const demuxer = isMp4 ? "mov" : "matroska";
  await bringRun(run, join(jobDir, file), signal);
  try {
    const plan = screenPlan({ name: file, demuxer, output: name });
    await runFfmpeg(plan, { tools, cwd: jobDir, signal });
    const stream = { tools, jobDir, name, demuxer, index: 0, signal } as const;
    if (!(await hasPackets(stream))) throw refusal("unreadable");
    // A single frame has no length.
    const lengthMs = (await measureDuration(stream)) ?? 0;
    return { name, startMs: run.startMs, lengthMs };
  } catch (error) {
    leaveOut(run, error, signal);
    return null;
  } finally {
    await rm(join(jobDir, file), { force: true });
  }
}
