import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { AUDIO_CODECS, MOST_CHANNELS } from "./guard.ts";
import type { MediaInfo } from "./inspect.ts";
import { asMediaError, FfmpegError, MediaError } from "./media-error.ts";
import { type FfmpegPlan, ON_ONE_CLOCK, seconds } from "./plan/plan.ts";
import type { AudioStream } from "./probe.ts";
import { LONGEST_MS, runFfmpeg } from "./run.ts";
import type { MediaTools } from "./tools.ts";

/** Enough for the energy of a voice and of a tone. */
const RATE = 4000;
const FRAME_SAMPLES = (RATE * 2 * 20) / 1000;
/** Under this, 20 ms are silence: what a channel without a microphone hisses. */
const LEAST_DB = -55;
const LEAST_POWER = (32_768 * 10 ** (LEAST_DB / 20)) ** 2;
const LEAST_FRAMES = 10; // 200 ms in all

type File = {
  jobDir: string;
  name: string;
  info: MediaInfo;
  tools: MediaTools;
  signal: AbortSignal;
  maxDurationMs?: number;
};

/**
 * The sound tracks of a file in which something can be heard, in its order. One that is silent hides no other: a screen
 * recorder writes the microphone and the computer's sound apart, and one of them is often empty.
 * @returns at least one: the first that can be decoded where all are silent, or none can be read
 * @throws MediaError `timeout`, `aborted`
 */
export async function findSounding(file: File): Promise<AudioStream[]> {
  const { audio, sound } = file.info;
  const usable = audio.filter(
    ({ isEncrypted, codec, channels }) =>
      !isEncrypted && AUDIO_CODECS.has(codec) && channels <= MOST_CHANNELS,
  );
  if (usable.length < 2) return [sound];
  const heard: AudioStream[] = [];
  for (const track of usable) if (await isHeard(file, track)) heard.push(track);
  return heard.length === 0 ? [sound] : heard;
}

async function isHeard(file: File, { index }: AudioStream) {
  const { jobDir, name, info, tools, signal, maxDurationMs = LONGEST_MS } = file;
  const output = `track-${index}.pcm`;
  const plan: FfmpegPlan = {
    inputs: [{ name, demuxer: info.demuxer, options: [] }],
    outputs: [
      {
        name: output,
        options: [
          ...["-map", `0:${index}`, "-af", ON_ONE_CLOCK],
          // Two channels: one upside down would silence the other.
          ...["-c:a", "pcm_s16le", "-ar", String(RATE), "-ac", "2", "-f", "s16le"],
          ...["-t", seconds(maxDurationMs + 2000)], // one stamp far ahead is filled with silence
        ],
      },
    ],
  };
  try {
    await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs: info.durationMs });
    return await hasSound(join(jobDir, output), signal);
  } catch (error) {
    if (asMediaError(error, signal) instanceof FfmpegError) return false; // this track is damaged
    throw error;
  } finally {
    await rm(join(jobDir, output), { force: true });
  }
}

async function hasSound(path: string, signal: AbortSignal): Promise<boolean> {
  let [power, samples, frames] = [0, 0, 0];
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    if (signal.aborted)
      throw new MediaError("aborted", "The work was called off", { cause: signal.reason });
    if (!(chunk instanceof Uint8Array)) continue;
    const pcm = Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + 2 <= pcm.length; at += 2) {
      power += pcm.readInt16LE(at) ** 2;
      if (++samples < FRAME_SAMPLES) continue;
      if (power / samples > LEAST_POWER && ++frames === LEAST_FRAMES) return true;
      [power, samples] = [0, 0];
    }
    rest = Buffer.from(pcm.subarray(at));
  }
  return false;
}
