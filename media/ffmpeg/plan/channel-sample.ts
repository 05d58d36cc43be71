import type { Demuxer } from "../magic.ts";
import { type FfmpegPlan, ON_ONE_CLOCK, seconds } from "./plan.ts";

/** Samples per second and channel: enough for voice energy, a sixth of the bytes. */
export const CHANNEL_PCM_RATE = 4000;

/** From here on slices are listened to instead of the whole file. */
const SLICED_FROM_MS = 180_000;
const SLICES = 12;
const SLICE_MS = 15_000;

/** Containers whose index makes a jump cheap; Matroska from a browser has none. */
const JUMPS: ReadonlySet<Demuxer> = new Set(["mov", "wav", "flac", "ogg", "mp3"]);

type Track = { name: string; demuxer: Demuxer; audioIndex: number; durationMs: number | null };

const stereo = (from: string, name: string) => ({
  name,
  options: [
    ...["-map", from, "-af", ON_ONE_CLOCK],
    ...["-c:a", "pcm_s16le", "-ar", String(CHANNEL_PCM_RATE), "-ac", "2", "-f", "s16le"],
  ],
});

/** The whole track as s16le stereo. */
export const wholeChannelsPlan = (track: Track): FfmpegPlan => ({
  inputs: [{ name: track.name, demuxer: track.demuxer, options: [] }],
  outputs: [stereo(`0:${track.audioIndex}`, "channels.pcm")],
});

/** Twelve slices of 15 s spread over a long track, or null where the whole track is as cheap. */
export function slicedChannelsPlan(track: Track): FfmpegPlan | null {
  const { durationMs } = track;
  if (durationMs === null || durationMs < SLICED_FROM_MS || !JUMPS.has(track.demuxer)) return null;
  const starts = Array.from(
    { length: SLICES },
    (_, at) => ((at + 0.5) * durationMs) / SLICES - SLICE_MS / 2,
  );
  return {
    inputs: starts.map((start) => ({
      name: track.name,
      demuxer: track.demuxer,
      options: ["-ss", seconds(Math.max(0, start)), "-t", seconds(SLICE_MS)],
    })),
    outputs: starts.map((_, at) => stereo(`${at}:${track.audioIndex}`, `channels-${at}.pcm`)),
  };
}
