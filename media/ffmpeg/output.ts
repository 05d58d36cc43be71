import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Font } from "./fonts.ts";
import { type MadeFile, madeFile } from "./made-file.ts";
import { asMediaError, MediaError } from "./media-error.ts";
import { MP3, MP4, outputPlan } from "./plan/output.ts";
import { type Cue, subtitles } from "./plan/subtitles.ts";
import { runFfmpeg } from "./run.ts";
import type { MediaTools } from "./tools.ts";

export type OutputJob = {
  jobDir: string;
  /** Sound of the job folder as `cutMedia` makes it. */
  name: string;
  durationMs: number;
  /** Null: no video is made. */
  video: {
    /** Shown alone before the sound begins; null: the sound begins at once. */
    card: { lines: readonly string[]; lastsMs: number } | null;
    cues: readonly Cue[];
    /** Null only where nothing is written. */
    font: Font | null;
  } | null;
  tools: MediaTools;
  signal: AbortSignal;
};
export type Outputs = { mp3: MadeFile; mp4: MadeFile | null };

const SUBTITLES = "written.ass";

/**
 * Makes the files that a clip is kept as: MP3, and MP4 with its title before the sound and its words in the picture.
 * @throws MediaError `timeout`, `no_space`, `aborted`, `sandbox_unavailable`; FfmpegError where ffmpeg itself died
 */
export async function makeOutputs(job: OutputJob): Promise<Outputs> {
  const { jobDir, name, durationMs, video, tools, signal } = job;
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);
  try {
    const beforeMs = video?.card?.lastsMs ?? 0;
    const written = video && (await writeSubtitles(jobDir, video));
    const plan = outputPlan({
      ...{ name, durationMs },
      video: video && { beforeMs, subtitles: written },
    });
    const length = beforeMs + durationMs;
    await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs: length });
    return {
      mp3: await madeFile(jobDir, MP3, "audio/mpeg"),
      mp4: video && (await madeFile(jobDir, MP4, "video/mp4")),
    };
  } catch (error) {
    throw asMediaError(error, signal);
  }
}

/** The sandbox has no list of fonts: the one that is used lies beside what is written. */
async function writeSubtitles(
  jobDir: string,
  { card, cues, font }: NonNullable<OutputJob["video"]>,
): Promise<string | null> {
  if (font === null || (card === null && cues.length === 0)) return null;
  await mkdir(join(jobDir, "fonts"), { recursive: true });
  await copyFile(font.path, join(jobDir, "fonts", basename(font.path)));
  const text = subtitles({ card, cues, family: font.family });
  await writeFile(join(jobDir, SUBTITLES), text);
  return SUBTITLES;
}
