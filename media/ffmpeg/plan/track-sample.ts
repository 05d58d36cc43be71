import type { Demuxer } from "../magic.ts";
import { CHANNEL_PCM_RATE } from "./channel-sample.ts";
import { type SoundSource, wholeOf } from "./normalise.ts";
import { type FfmpegPlan, seconds } from "./plan.ts";

/**
 * Each track as s16le mono at `CHANNEL_PCM_RATE`, on the file's clock, in the order of `sounds`.
 * @param maxDurationMs sound behind this is not written: one stamp far ahead is filled with silence up to it
 */
export const trackSamplesPlan = (
  file: { name: string; demuxer: Demuxer },
  sounds: readonly SoundSource[],
  maxDurationMs: number,
): FfmpegPlan => ({
  inputs: [{ ...file, options: [] }],
  outputs: sounds.map((sound, at) => ({
    name: `voice-of-${at}.pcm`,
    options: [
      ...["-map", `0:${sound.audio.index}`, "-af", wholeOf(sound)],
      ...["-c:a", "pcm_s16le", "-ar", String(CHANNEL_PCM_RATE), "-ac", "1", "-f", "s16le"],
      ...["-t", seconds(maxDurationMs)],
    ],
  })),
});
