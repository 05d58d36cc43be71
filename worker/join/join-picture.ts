import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findSound, type JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import {
  type AttemptRef,
  claimStage,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import { type NewPicture, publishPicture } from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { asMediaError, MediaError } from "#media/ffmpeg/media-error.ts";
import { measureDuration } from "#media/ffmpeg/packets.ts";
import { joinedPicturePlan, pictureList } from "#media/ffmpeg/plan/run.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { WorkerContext } from "../context.ts";
import { guarded } from "../stages/guarded.ts";
import { store } from "../stages/media-store.ts";
import { dropAttempt } from "./drop-attempt.ts";
import { makePoster, posterAt } from "./make-poster.ts";
import { type PictureJob, readScreens, type ScreenRun } from "./read-screens.ts";

/** The picture of a browser's recording, after its sound can be heard: its runs at their places, by stream copy. */
export async function joinPicture(
  source: JoinSource,
  { signal, context }: { signal: AbortSignal; context: WorkerContext },
): Promise<void> {
  const { ref } = source;
  const attempt = await claimStage(ref, "picture");
  if (!attempt) return;
  const jobDir = await context.jobFolder(`${ref.recordingId}-picture-${attempt.number}`);
  try {
    const work = async (): Promise<NewPicture | null> => {
      const { isUsable, reason, ffmpeg, ffprobe } = context.tools();
      if (!isUsable) throw new MediaError("sandbox_unavailable", reason);
      return joinScreens(source, attempt, { jobDir, tools: { ffmpeg, ffprobe }, signal });
    };
    const publish = (made: NewPicture | null) => publishPicture(attempt, made);
    if (!(await guarded(attempt, signal, work, publish))) await dropAttempt(attempt);
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    await dropAttempt(attempt);
  } finally {
    await rm(jobDir, { recursive: true, force: true });
  }
}

/** @returns null where there is no picture */
async function joinScreens(
  source: JoinSource,
  attempt: AttemptRef,
  job: PictureJob,
): Promise<NewPicture | null> {
  const { jobDir, tools, signal } = job;
  const sound = await findSound(source.ref);
  if (sound === null) return null;
  const { runs, isMp4, isWhole } = await readScreens(source.runs, job);
  const [first] = runs;
  if (!first) return null;
  await blobs().getFile(sound.key, join(jobDir, "sound.ogg"));
  const durationMs = sound.durationMs ?? source.lengthMs;
  const endMs = Math.max(durationMs, ...runs.map(({ startMs }) => startMs + 1));
  const list = "list.txt";
  await writeFile(join(jobDir, list), pictureList(runs, endMs));
  const [ending, startMs] = [isMp4 ? "mp4" : "webm", first.startMs];
  const [output, mime] = [`video.${ending}`, `video/${ending}`];
  const plan = joinedPicturePlan({ list, startMs, sound: "sound.ogg", output, isMp4 });
  await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw asMediaError(error, signal);
  });
  const isComplete = await endsWell(output, runs, isMp4, job);
  const atMs = startMs + posterAt(first.lengthMs);
  return {
    poster: await makePoster({ name: output, mime, atMs }, attempt, job),
    video: await store(jobDir, attempt, output, mime, durationMs),
    isPartial: !isWhole || !isComplete,
  };
}

/** A last frame may have lost its length. */
const SHORT_MS = 1_000;

/** Whether a joined picture reaches the end of its last run: ffmpeg ends well where it gives up a list in the middle. */
async function endsWell(
  name: string,
  runs: readonly ScreenRun[],
  isMp4: boolean,
  { jobDir, tools, signal }: PictureJob,
): Promise<boolean> {
  const demuxer = isMp4 ? "mov" : "matroska";
  const stream = { tools, jobDir, name, demuxer, index: 0, signal } as const;
  const madeMs = (await measureDuration(stream)) ?? 0;
  const startMs = runs[0]?.startMs ?? 0;
  const dueMs = Math.max(...runs.map((run) => run.startMs + run.lengthMs)) - startMs;
  if (madeMs >= dueMs - SHORT_MS) return true;
  log.warn({ madeMs, dueMs, runs: runs.length }, "a joined picture ends early");
  return false;
}
