import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createChannelMeter } from "./channels.ts";
import type { MediaInfo } from "./inspect.ts";
import { asMediaError, FfmpegError, MediaError } from "./media-error.ts";
import type { SoundSource } from "./plan/normalise.ts";
import { trackSamplesPlan } from "./plan/track-sample.ts";
import { LONGEST_MS, runFfmpeg } from "./run.ts";
import type { MediaTools } from "./tools.ts";

/** Each is compared with each: of four there are six pairs. */
const MOST_COMPARED = 4;
/** Of one track, at a time. */
const CHUNK_BYTES = 1 << 20;
const SAMPLE_BYTES = 2;

type File = {
  jobDir: string;
  name: string;
  info: Pick<MediaInfo, "demuxer" | "durationMs">;
  tools: MediaTools;
  signal: AbortSignal;
  maxDurationMs?: number;
};

/**
 * Whether each track of a file is the voice of one person: every pair of them passes what the two channels of a stereo
 * file must pass. A track that is the sum of others resembles them, so such a file is not.
 * @param sounds the tracks in which there is sound; one alone, or more than four, are not compared
 * @returns false too where a track cannot be decoded
 * @throws MediaError `timeout`, `aborted`, `no_space`, `sandbox_unavailable`
 */
export async function areVoicesApart(file: File, sounds: readonly SoundSource[]): Promise<boolean> {
  if (sounds.length < 2 || sounds.length > MOST_COMPARED) return false;
  const { jobDir, name, info, tools, signal, maxDurationMs = LONGEST_MS } = file;
  const plan = trackSamplesPlan({ name, demuxer: info.demuxer }, sounds, maxDurationMs + 2000);
  const paths = plan.outputs.map((output) => join(jobDir, output.name));
  try {
    await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs: info.durationMs });
    for (const [at, one] of paths.entries())
      for (const other of paths.slice(at + 1))
        if (!(await isPairPerSpeaker(one, other, signal))) return false;
    return true;
  } catch (error) {
    const known = asMediaError(error, signal);
    const isAboutFile = known instanceof MediaError && known.code === "unreadable";
    if (isAboutFile || known instanceof FfmpegError) return false;
    throw known;
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}

/** The two tracks are measured as the two channels of one stereo sound; the shorter one is silent behind its end. */
async function isPairPerSpeaker(one: string, other: string, signal: AbortSignal): Promise<boolean> {
  const files = [await open(one), await open(other)] as const;
  const meter = createChannelMeter();
  try {
    for (let at = 0; ; at += CHUNK_BYTES) {
      if (signal.aborted)
        throw new MediaError("aborted", "The work was called off", { cause: signal.reason });
      const [left, right] = [await chunkAt(files[0], at), await chunkAt(files[1], at)];
      if (left.length === 0 && right.length === 0) return meter.verdict().isPerSpeaker;
      meter.push(interleaved(left, right));
    }
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

async function chunkAt(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at);
  return buffer.subarray(0, bytesRead - (bytesRead % SAMPLE_BYTES));
}

/** Two s16le mono sounds as one in stereo. */
function interleaved(left: Buffer, right: Buffer): Buffer {
  const stereo = Buffer.alloc(2 * Math.max(left.length, right.length));
  for (let at = 0; at < left.length; at += SAMPLE_BYTES) left.copy(stereo, 2 * at, at, at + 2);
  for (let at = 0; at < right.length; at += SAMPLE_BYTES)
    right.copy(stereo, 2 * at + SAMPLE_BYTES, at, at + SAMPLE_BYTES);
  return stereo;
}
