import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { FfmpegError, MediaError } from "./media-error.ts";
import type { Demuxer } from "./magic.ts";
import { CHANNEL_PCM_RATE, slicedChannelsPlan, wholeChannelsPlan } from "./plan/channel-sample.ts";
import type { FfmpegPlan } from "./plan/plan.ts";
import { runFfmpeg } from "./run.ts";
import type { MediaTools } from "./tools.ts";

export type ChannelVerdict = {
  /** Speech in both channels, and correlation below 0.5 (product §10.3). */
  isPerSpeaker: boolean;
  /** The larger of |correlation of samples| and correlation of loudness; 1 is one sound in both channels. */
  correlation: number;
  /** Time with voice-like loudness, left and right. */
  speechMs: [left: number, right: number];
  /** Where both together are far quieter than one of them, that one: one channel is the other upside down. */
  cancelled: "left" | "right" | null;
};

const MOST_CORRELATION = 0.5;
/** Of the power of the louder channel; two voices keep half of it, and one beside silence a quarter. */
const LEAST_OF_MIX = 1 / 8;
const FRAME_MS = 20;
const FRAME_SAMPLES = (CHANNEL_PCM_RATE * FRAME_MS) / 1000;
const LEAST_SPEECH_MS = 500;
/** Voice stands this far above the quietest tenth of its channel; hum, noise and a steady tone do not. */
const ABOVE_FLOOR_DB = 9;
const LEAST_DB = -55;
const BINS = 100; // one per decibel below full scale

/** Running sums of two series, enough for their Pearson correlation. */
function correlator() {
  let n = 0;
  let x = 0;
  let y = 0;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  return {
    add(a: number, b: number) {
      n++;
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    },
    /** Of the two series and of their mean. */
    powers() {
      const [one, other] = [xx - (x * x) / n, yy - (y * y) / n];
      return n > 0 ? { one, other, mean: (one + other + 2 * (xy - (x * y) / n)) / 4 } : null;
    },
    value() {
      const spread = (n * xx - x * x) * (n * yy - y * y);
      return n > 0 && spread > 0 ? (n * xy - x * y) / Math.sqrt(spread) : 0;
    },
  };
}

function voicedMs(histogram: Uint32Array): number {
  const frames = histogram.reduce((sum, count) => sum + count, 0);
  let floor = 0;
  for (let seen = 0; floor < BINS; floor++) {
    seen += histogram[floor] ?? 0;
    if (seen > frames / 10) break;
  }
  const from = Math.max(BINS + LEAST_DB, floor + ABOVE_FLOOR_DB);
  return histogram.reduce((sum, count, bin) => (bin >= from ? sum + count : sum), 0) * FRAME_MS;
}

/**
 * Decides whether a stereo recording holds one speaker per channel. Correlation is taken twice, of
 * samples and of loudness per 20 ms: two microphones in one room hear the same people with a delay, so
 * their samples differ while their loudness moves together. Memory does not grow with the recording.
 * @returns `push` takes s16le stereo at `CHANNEL_PCM_RATE`, in chunks of any length
 */
export function createChannelMeter(): {
  push: (pcm: Uint8Array) => void;
  verdict: () => ChannelVerdict;
} {
  const samples = correlator();
  const loudness = correlator();
  const histograms = [new Uint32Array(BINS), new Uint32Array(BINS)] as const;
  const sum = [0, 0];
  const square = [0, 0];
  let inFrame = 0;
  let rest = Buffer.alloc(0);

  const level = (channel: 0 | 1) => {
    const mean = (sum[channel] ?? 0) / FRAME_SAMPLES;
    const rms = Math.sqrt(Math.max(0, (square[channel] ?? 0) / FRAME_SAMPLES - mean * mean));
    const bin = rms > 0 ? Math.floor(BINS + 20 * Math.log10(rms)) : 0;
    const histogram = histograms[channel];
    const at = Math.max(0, Math.min(BINS - 1, bin));
    histogram[at] = (histogram[at] ?? 0) + 1;
    sum[channel] = 0;
    square[channel] = 0;
    return rms;
  };
  return {
    push(chunk) {
      const pcm =
        rest.length > 0
          ? Buffer.concat([rest, chunk])
          : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let at = 0;
      for (; at + 4 <= pcm.length; at += 4) {
        const left = pcm.readInt16LE(at) / 32768;
        const right = pcm.readInt16LE(at + 2) / 32768;
        samples.add(left, right);
        sum[0] = (sum[0] ?? 0) + left;
        sum[1] = (sum[1] ?? 0) + right;
        square[0] = (square[0] ?? 0) + left * left;
        square[1] = (square[1] ?? 0) + right * right;
        if (++inFrame === FRAME_SAMPLES) {
          inFrame = 0;
          loudness.add(level(0), level(1));
        }
      }
      rest = Buffer.from(pcm.subarray(at));
    },
    verdict() {
      const correlation = Math.max(Math.abs(samples.value()), loudness.value());
      const speechMs: [number, number] = [voicedMs(histograms[0]), voicedMs(histograms[1])];
      const hasBoth = speechMs[0] >= LEAST_SPEECH_MS && speechMs[1] >= LEAST_SPEECH_MS;
      const isPerSpeaker = hasBoth && correlation < MOST_CORRELATION;
      return { isPerSpeaker, correlation, speechMs, cancelled: cancelledOf(samples.powers()) };
    },
  };
}

function cancelledOf(
  powers: { one: number; other: number; mean: number } | null,
): ChannelVerdict["cancelled"] {
  if (!powers || powers.mean >= LEAST_OF_MIX * Math.max(powers.one, powers.other)) return null;
  return powers.one >= powers.other ? "left" : "right";
}

/**
 * Listens to a stereo track. A long one is heard in slices first; where a slice misses one of the
 * speakers, all of it is heard.
 * @throws MediaError `timeout`, FfmpegError, the signal's reason
 */
export async function measureChannels(track: {
  tools: MediaTools;
  jobDir: string;
  name: string;
  demuxer: Demuxer;
  audioIndex: number;
  durationMs: number | null;
  signal: AbortSignal;
}): Promise<ChannelVerdict> {
  const sliced = slicedChannelsPlan(track);
  if (sliced) {
    const heard = await hear(track, sliced).catch((error: unknown) => {
      if (error instanceof FfmpegError) return null; // a damaged index: slices cannot be reached
      throw error;
    });
    const isOneSound = heard !== null && heard.correlation >= MOST_CORRELATION;
    if (heard && (isOneSound || Math.min(...heard.speechMs) >= LEAST_SPEECH_MS)) return heard;
  }
  return hear(track, wholeChannelsPlan(track));
}

async function hear(
  { tools, jobDir, durationMs, signal }: Parameters<typeof measureChannels>[0],
  plan: FfmpegPlan,
): Promise<ChannelVerdict> {
  const meter = createChannelMeter();
  try {
    await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs });
    for (const { name } of plan.outputs) {
      const chunks = createReadStream(join(jobDir, name), { highWaterMark: 1 << 20 });
      for await (const chunk of chunks) {
        if (signal.aborted)
          throw new MediaError("aborted", "The work was called off", { cause: signal.reason });
        if (chunk instanceof Uint8Array) meter.push(chunk);
      }
    }
    return meter.verdict();
  } finally {
    await Promise.all(plan.outputs.map(({ name }) => rm(join(jobDir, name), { force: true })));
  }
}
