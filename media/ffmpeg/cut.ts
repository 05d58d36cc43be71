import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { demuxerOf, HEAD_BYTES } from "./magic.ts";
import { type MadeFile, madeFile } from "./made-file.ts";
import { asMediaError, MediaError, refusal } from "./media-error.ts";
import { gainsOf, measure, MEASURED_RATE } from "./loudness.ts";
import { PEAK_BIN_MS, readPeaks } from "./peaks.ts";
import { cutPlan, type CutLane, type CutRange, levelPlan, MIX, RAW_MIX } from "./plan/cut.ts";
import { runFfmpeg } from "./run.ts";
import type { MediaTools } from "./tools.ts";

export type CutMediaJob = {
  jobDir: string;
  /** Files of the job folder, one for each voice that may leave; at least one. */
  lanes: readonly Omit<CutLane, "demuxer">[];
  /** Milliseconds of the call, in the order in which they are heard. */
  ranges: readonly CutRange[];
  tools: MediaTools;
  signal: AbortSignal;
};
export type CutMedia = { mix: MadeFile; peaks: Int8Array[] };

/**
 * Makes the sound of ranges of a call, and the waveform of each lane in them.
 * @throws MediaError `unreadable`, `timeout`, `no_space`, `aborted`, `sandbox_unavailable`; FfmpegError where ffmpeg itself died
 */
export async function cutMedia(job: CutMediaJob): Promise<CutMedia> {
  const { jobDir, ranges, tools, signal } = job;
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);
  try {
    const lanes = await Promise.all(
      job.lanes.map(async (lane) => ({ ...lane, demuxer: await demuxerOfFile(jobDir, lane.name) })),
    );
    const plan = cutPlan(lanes, ranges);
    const durationMs = ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
    const watch = { tools, cwd: jobDir, signal, durationMs };
    await runFfmpeg(plan, watch);
    const gains = plan.mix === RAW_MIX ? await gainsOfRanges(jobDir, ranges) : null;
    const [peaks] = await Promise.all([
      Promise.all(plan.peakPcm.map((name) => readPeaks(createReadStream(join(jobDir, name))))),
      gains && runFfmpeg(levelPlan(ranges, gains), watch),
    ]);
    return {
      mix: await madeFile(jobDir, MIX, "audio/mp4"),
      peaks: peaks.map((lane) => (gains ? asLoud(lane.peaks, ranges, gains) : lane.peaks)),
    };
  } catch (error) {
    throw asMediaError(error, signal);
  }
}

/** What ffmpeg writes before the samples ends with their length. */
const WAV_HEAD_BYTES = 512;

/** Ranges of one clip may be a whisper and a shout: each gets the gain that makes it as loud as the others. */
async function gainsOfRanges(jobDir: string, ranges: readonly CutRange[]): Promise<number[]> {
  const path = join(jobDir, RAW_MIX);
  const data = (await headOf(path)).indexOf("data");
  if (data < 0) throw refusal("unreadable");
  const lengths = ranges.map(({ t0Ms, t1Ms }) => ((t1Ms - t0Ms) * MEASURED_RATE) / 1_000);
  const samples = createReadStream(path, { start: data + 8, highWaterMark: 1 << 20 });
  return gainsOf(await measure(samples, lengths));
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(WAV_HEAD_BYTES), 0, WAV_HEAD_BYTES, 0)).buffer;
  } finally {
    await file.close();
  }
}

/** The waveform of what is heard. */
function asLoud(
  peaks: Int8Array,
  ranges: readonly CutRange[],
  gains: readonly number[],
): Int8Array {
  let end = 0;
  const ends = ranges.map(({ t0Ms, t1Ms }) => (end += t1Ms - t0Ms));
  return peaks.map((peak, bin) => {
    const at = ends.findIndex((to) => bin * PEAK_BIN_MS + PEAK_BIN_MS / 2 < to);
    return Math.min(127, Math.round(peak * (gains.at(at) ?? 1)));
  });
}

async function demuxerOfFile(jobDir: string, name: string) {
  const file = await open(join(jobDir, name));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const demuxer = demuxerOf(buffer.subarray(0, bytesRead));
    if (demuxer === null) throw refusal("unreadable");
    return demuxer;
  } finally {
    await file.close();
  }
}
