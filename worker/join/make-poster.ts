import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import type { StoredFile } from "#app/core/domain/recording/transcode.server.ts";
import { asMediaError, FfmpegError, isFull } from "#media/ffmpeg/media-error.ts";
import { posterPlan } from "#media/ffmpeg/plan/picture.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { store } from "../stages/media-store.ts";
import type { JoinJob } from "./lanes.ts";

/** A share begins with a black frame, or with the dialog that chose it. */
const LOOK_MS = 3_000;

/** Where a poster is looked for in a picture of this length, ms from its first frame. */
export const posterAt = (lengthMs: number): number => Math.min(LOOK_MS, lengthMs / 2);

/**
 * One frame of a video, for a player to show before it plays.
 * @param video `name` in the job folder; the frame is at `atMs`, or the next behind it, or else the first of all
 * @returns a stored JPEG; null: no frame can be decoded, and the video is not in question
 * @throws MediaError `timeout`, `no_space`; the signal's reason
 */
export async function makePoster(
  video: { name: string; mime: string; atMs: number },
  attempt: AttemptRef,
  job: JoinJob,
): Promise<StoredFile | null> {
  const output = "poster.jpg";
  for (const atMs of [video.atMs, 0]) {
    const demuxer = video.mime.includes("mp4") ? "mov" : "matroska";
    if (await takeFrame({ name: video.name, demuxer, atMs, output }, job))
      return store(job.jobDir, attempt, output, "image/jpeg", null);
  }
  return null;
}

async function takeFrame(
  frame: Parameters<typeof posterPlan>[0],
  { jobDir, tools, signal }: JoinJob,
): Promise<boolean> {
  try {
    await runFfmpeg(posterPlan(frame), { tools, cwd: jobDir, signal });
    return (await stat(join(jobDir, frame.output))).size > 0;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FfmpegError && error.exitCode !== null && !isFull(error)) return false;
    throw asMediaError(error, signal);
  }
}
