import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findSound, type JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import {
  type AttemptRef,
  claimStage,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import { publishPicture, type StoredFile } from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { MediaError } from "#media/ffmpeg/media-error.ts";
import { joinedPicturePlan, pictureList, type PictureRun } from "#media/ffmpeg/plan/run.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { WorkerContext } from "../context.ts";
import { guarded } from "../stages/guarded.ts";
import { folderOf, store } from "../stages/media-store.ts";
import { bringRun } from "./join-runs.ts";

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
    const work = async (): Promise<StoredFile | null> => {
      const { isUsable, reason, ffmpeg } = context.tools();
      if (!isUsable) throw new MediaError("sandbox_unavailable", reason);
      return joinRuns(source, attempt, { jobDir, tools: { ffmpeg }, signal });
    };
    await guarded(attempt, signal, work, (video) => publishPicture(attempt, video));
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    await blobs().deleteFolder(folderOf(attempt)); // no row will ever name it
  } finally {
    await rm(jobDir, { recursive: true, force: true });
  }
}

type Job = { jobDir: string; tools: { ffmpeg: string }; signal: AbortSignal };

/** @returns null where there is no picture */
async function joinRuns(
  source: JoinSource,
  attempt: AttemptRef,
  { jobDir, tools, signal }: Job,
): Promise<StoredFile | null> {
  const sound = await findSound(source.ref);
  const screens = source.runs.filter((run) => run.source === "screen");
  const isMp4 = screens[0]?.mime.includes("mp4") ?? false;
  // One browser records all of them, and in one way.
  const own = screens.filter((run) => run.mime.includes("mp4") === isMp4);
  if (sound === null || own.length === 0) return null;
  const ending = isMp4 ? "mp4" : "webm";
  await blobs().getFile(sound, join(jobDir, "sound.ogg"));
  const runs: PictureRun[] = [];
  for (const [at, run] of own.entries()) {
    const name = `screen-${at}.${ending}`;
    await bringRun(run, join(jobDir, name), signal);
    runs.push({ name, startMs: run.startMs });
  }
  const endMs = Math.max(source.lengthMs, ...runs.map(({ startMs }) => startMs + 1));
  await writeFile(join(jobDir, "list.txt"), pictureList(runs, endMs));
  const startMs = runs[0]?.startMs ?? 0;
  const output = `video.${ending}`;
  const list = "list.txt";
  const plan = joinedPicturePlan({ list, startMs, sound: "sound.ogg", output, isMp4 });
  await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs: source.lengthMs });
  return store(jobDir, attempt, output, `video/${ending}`, source.lengthMs);
}
