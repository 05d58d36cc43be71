import type { Demuxer } from "../magic.ts";
import { AAC_MONO, type FfmpegPlan, NO_TAGS, seconds } from "./plan.ts";

/** A packet a page, so that each says where it lies. */
const OGG = ["-page_duration", "20000", "-f", "ogg"] as const;

/**
 * One run of a browser's recorder as Ogg/Opus: copied where it is Opus, encoded where it is not (Safari's AAC).
 * @param name and `output` in the job folder
 */
export function runPlan(run: {
  name: string;
  demuxer: Demuxer;
  isOpus: boolean;
  output: string;
}): FfmpegPlan {
  const codec = run.isOpus
    ? ["-c:a", "copy"]
    : ["-c:a", "libopus", "-b:a", "48k", "-ac", "1", "-ar", "48000"];
  return {
    inputs: [{ name: run.name, demuxer: run.demuxer, options: [] }],
    outputs: [{ name: run.output, options: ["-map", "0:a:0", ...codec, ...OGG, ...NO_TAGS] }],
  };
}

/** The 8 kHz sound that a waveform is read from. */
export const peaksPlan = (track: { name: string; output: string }): FfmpegPlan => ({
  inputs: [{ name: track.name, demuxer: "ogg", options: [] }],
  outputs: [
    {
      name: track.output,
      options: [
        ...["-map", "0:a:0", "-c:a", "pcm_s16le", "-ar", "8000", "-ac", "1", "-f", "s16le"],
        ...NO_TAGS,
      ],
    },
  ],
});

/**
 * One run of a screen, copied: what cannot be read of it ends it here, and not the picture it would be joined to. Half a
 * frame at its end would.
 */
export const screenPlan = (run: {
  name: string;
  demuxer: "mov" | "matroska";
  output: string;
}): FfmpegPlan => ({
  inputs: [{ name: run.name, demuxer: run.demuxer, options: ["-fflags", "+discardcorrupt"] }],
  outputs: [
    {
      name: run.output,
      options: [
        ...["-map", "0:v:0", "-c:v", "copy", "-f", run.demuxer === "mov" ? "mp4" : "matroska"],
        ...NO_TAGS,
      ],
    },
  ],
});

export type PictureRun = { name: string; startMs: number };

/**
 * The list by which the runs of one picture follow each other, each at its place: until the next begins the last frame
 * stands.
 */
export const pictureList = (runs: readonly PictureRun[], endMs: number): string =>
  [
    "ffconcat version 1.0",
    ...runs.flatMap(({ name, startMs }, at) => [
      `file '${name}'`,
      `duration ${seconds(Math.max(1, (runs[at + 1]?.startMs ?? endMs) - startMs))}`,
    ]),
    "",
  ].join("\n");

/**
 * The picture of a browser's recording with its sound beside it: both copied into WebM; H.264, which Safari records,
 * into MP4 with sound that plays there.
 * @param list by `pictureList`
 */
export const joinedPicturePlan = (joined: {
  list: string;
  startMs: number;
  sound: string;
  output: string;
  isMp4: boolean;
}): FfmpegPlan => ({
  inputs: [
    {
      name: joined.list,
      demuxer: "concat",
      options: ["-itsoffset", seconds(joined.startMs)],
    },
    { name: joined.sound, demuxer: "ogg", options: [] },
  ],
  outputs: [
    {
      name: joined.output,
      options: [
        ...["-map", "0:v:0", "-map", "1:a:0"],
        ...(joined.isMp4 ? ["-c:v", "copy", ...AAC_MONO] : ["-c", "copy", "-f", "webm"]),
        ...NO_TAGS,
      ],
    },
  ],
});
