import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { MediaInfo } from "./inspect.ts";
import type { MadeFile } from "./made-file.ts";
import { type MediaJob, watchOf } from "./media-job.ts";
import { asMediaError, FfmpegError, isFull, MediaError } from "./media-error.ts";
import { picturePlan, videoFile } from "./plan/picture.ts";
import { LONGEST_MS, runFfmpeg } from "./run.ts";

/** Whether the picture takes an encoder: then it is made by `makePicture`, after the sound can be heard. */
export const mustEncode = ({ picture }: Pick<MediaInfo, "picture">): boolean =>
  picture !== null && videoFile(picture)?.isRemuxed === false;

/**
 * Encodes the picture of an upload to 480p, its sound beside it.
 * @returns null where there is none, or none that can be decoded: the sound is not in question
 * @throws MediaError `timeout`, `no_space`, `aborted`, `sandbox_unavailable`; FfmpegError where ffmpeg itself died
 */
export async function makePicture(job: MediaJob): Promise<MadeFile | null> {
  const { jobDir, name, info, tools, signal } = job;
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);
  const file = info.picture && videoFile(info.picture);
  if (!info.picture || !file) return null;
  const { demuxer, sound: audio, picture: video } = info;
  const maxDurationMs = (job.maxDurationMs ?? LONGEST_MS) + 2000;
  const path = join(jobDir, file.name);
  try {
    const plan = picturePlan({ name, demuxer, audio, video, maxDurationMs }, file);
    await runFfmpeg(plan, watchOf(job));
    const { size: sizeBytes } = await stat(path);
    return sizeBytes > 0 ? { name: file.name, mime: file.mime, sizeBytes } : null;
  } catch (error) {
    if (error instanceof FfmpegError && error.exitCode !== null && !isFull(error)) {
      await rm(path, { force: true });
      return null;
    }
    throw asMediaError(error, signal);
  }
}
