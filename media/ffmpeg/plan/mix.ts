import type { Demuxer } from "../magic.ts";
import { AAC_MONO, type FfmpegPlan, NO_TAGS, ON_ONE_CLOCK } from "./plan.ts";

export type MixLane = {
  name: string;
  demuxer: Demuxer;
  audioIndex: number;
  /** Where the lane starts in the call, milliseconds ≥ 0. */
  offsetMs: number;
};

/**
 * One playable mix of several speakers' files; it is as long as the lane that ends last. Levels are
 * summed, as the live mixer does: halving them would make a call of two as quiet as a call of twenty.
 * @param sound how it is coded
 */
export function mixPlan(
  lanes: readonly MixLane[],
  output = "mix.m4a",
  sound: readonly string[] = AAC_MONO,
): FfmpegPlan {
  const late = lanes.map(({ audioIndex, offsetMs }, at) => {
    const delay = offsetMs > 0 ? `,adelay=${Math.round(offsetMs)}:all=1` : "";
    return `[${at}:${audioIndex}]${ON_ONE_CLOCK},aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=mono${delay}[lane${at}]`;
  });
  const labels = lanes.map((_, at) => `[lane${at}]`).join("");
  const graph = [
    ...late,
    `${labels}amix=inputs=${lanes.length}:duration=longest:normalize=0[mix]`,
  ].join(";");
  return {
    inputs: lanes.map(({ name, demuxer }) => ({ name, demuxer, options: [] })),
    outputs: [
      {
        name: output,
        options: ["-filter_complex", graph, "-map", "[mix]", ...sound, ...NO_TAGS],
      },
    ],
  };
}
