import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { MediaInfo } from "./inspect.ts";
import type { MadeFile } from "./made-file.ts";
import { asMediaError, FfmpegError, isFull, MediaError } from "./media-error.ts";
import { picturePlan, videoFile } from "./plan/picture.ts";
import { LONGEST_MS, runFfmpeg, type RunLimits } from "./run.ts";
import type { MediaTools } from "./tools.ts";

/** Whether the picture takes an encoder: then it is made by `makePicture`, after the sound can be heard. */
export const mustEncode = ({ picture }: Pick<MediaInfo, "picture">): boolean =>
  picture !== null && videoFile(picture)?.isRemuxed === false;

export type MakePicture = {
  jobDir: string;
  name: string;
  /** From `inspectMedia` of the same file. */
  info: MediaInfo;
  tools: MediaTools;
  signal: AbortSignal;
  maxDurationMs?: number;
  onProgressMs?: (positionMs: number) => void;
  limits?: Partial<RunLimits>;
};

/**
 * Encodes the picture of an upload to 480p, its sound beside it.
 * @returns null where there is none, or none that can be decoded: the sound is not in question
 * @throws MediaError `timeout`, `no_space`, `aborted`, `sandbox_unavailable`; FfmpegError where ffmpeg itself died
 */
export async function makePicture(request: MakePicture): Promise<MadeFile | null> {
  const { jobDir, name, info, tools, signal, onProgressMs, limits } = request;
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);
  const file = info.picture && videoFile(info.picture);
  if (!info.picture || !file) return null;
  const { demuxer, sound: audio, picture: video } = info;
  const maxDurationMs = (request.maxDurationMs ?? LONGEST_MS) + 2000;
  const path = join(jobDir, file.name);
  try {
    await runFfmpeg(picturePlan({ name, demuxer, audio, video, maxDurationMs }, file), {
      tools,
      cwd: jobDir,
      signal,
      durationMs: info.durationMs,
      ...(onProgressMs && { onProgressMs }),
      ...(limits && { limits }),
    });
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
