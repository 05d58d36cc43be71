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
  /** Null: no MP4 is made. */
  mp4: {
    /** What is written in its picture, in which font; null: it has none, and is the sound alone. */
    picture: {
      /** Shown alone before the sound begins; null: the sound begins at once. */
      card: { lines: readonly string[]; lastsMs: number } | null;
      cues: readonly Cue[];
      font: Font;
    } | null;
  } | null;
  tools: MediaTools;
  signal: AbortSignal;
};
export type Outputs = { mp3: MadeFile; mp4: MadeFile | null };

const SUBTITLES = "written.ass";

/**
 * Makes the files that a clip is kept as: MP3, and MP4 with its title before the sound and its words in the picture.
 * Where neither is to be seen the MP4 has no picture.
 * @throws MediaError `timeout`, `no_space`, `aborted`, `sandbox_unavailable`; FfmpegError where ffmpeg itself died
 */
export async function makeOutputs(job: OutputJob): Promise<Outputs> {
  const { jobDir, name, durationMs, mp4, tools, signal } = job;
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);
  const picture = mp4?.picture ?? null;
  try {
    const beforeMs = picture?.card?.lastsMs ?? 0;
    const written = picture && { beforeMs, subtitles: await writeSubtitles(jobDir, picture) };
    const plan = outputPlan({ name, durationMs, mp4: mp4 && { picture: written } });
    await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs: beforeMs + durationMs });
    return {
      mp3: await madeFile(jobDir, MP3, "audio/mpeg"),
      mp4: mp4 && (await madeFile(jobDir, MP4, picture ? "video/mp4" : "audio/mp4")),
    };
  } catch (error) {
    throw asMediaError(error, signal);
  }
}

/** The sandbox has no list of fonts: the one that is used lies beside what is written. */
async function writeSubtitles(
  jobDir: string,
  { card, cues, font }: NonNullable<NonNullable<OutputJob["mp4"]>["picture"]>,
): Promise<string> {
  await mkdir(join(jobDir, "fonts"), { recursive: true });
  await copyFile(font.path, join(jobDir, "fonts", basename(font.path)));
  const text = subtitles({ card, cues, family: font.family });
  await writeFile(join(jobDir, SUBTITLES), text);
  return SUBTITLES;
}
