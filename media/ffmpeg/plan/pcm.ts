import type { Demuxer } from "../magic.ts";
import { type FfmpegPlan, NO_TAGS, ON_ONE_CLOCK } from "./plan.ts";

/**
 * A track as s16le mono for speech recognition.
 * @param output name in the job folder; 16 kHz unless `sampleRate` says otherwise
 */
export function pcmPlan(track: {
  name: string;
  demuxer: Demuxer;
  audioIndex: number;
  output: string;
  sampleRate?: number;
}): FfmpegPlan {
  return {
    inputs: [{ name: track.name, demuxer: track.demuxer, options: [] }],
    outputs: [
      {
        name: track.output,
        options: [
          ...["-map", `0:${track.audioIndex}`, "-af", ON_ONE_CLOCK],
          ...[
            "-c:a",
            "pcm_s16le",
            "-ar",
            String(track.sampleRate ?? 16_000),
            "-ac",
            "1",
            "-f",
            "s16le",
          ],
          ...NO_TAGS,
        ],
      },
    ],
  };
}
