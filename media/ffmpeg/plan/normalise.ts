import { VIDEO_CODECS } from "../guard.ts";
import type { Demuxer } from "../magic.ts";
import type { AudioStream, VideoStream } from "../probe.ts";
import {
  AAC_MONO,
  type FfmpegOutput,
  type FfmpegPlan,
  NO_TAGS,
  ON_ONE_CLOCK,
  seconds,
} from "./plan.ts";

/** Which sound a lane holds: all channels as one, or one channel of a stereo file. */
export type LaneChannel = "all" | "left" | "right";

export type NormaliseRequest = {
  name: string;
  demuxer: Demuxer;
  audio: AudioStream;
  /** The moving picture to keep, or null. */
  video: VideoStream | null;
  lanes: "mixed" | "channel-per-speaker";
  /** Sound behind this is not written, milliseconds. */
  maxDurationMs: number;
};

export type LaneFiles = { channel: LaneChannel; media: string; peakPcm: string };
export type VideoFile = {
  name: "video.mp4" | "video.webm";
  mime: "video/mp4" | "video/webm";
  isRemuxed: boolean;
};
export type NormalisePlan = FfmpegPlan & {
  lanes: LaneFiles[];
  mix: string;
  video: VideoFile | null;
};

const PICK: Record<LaneChannel, string> = {
  all: ON_ONE_CLOCK,
  left: `pan=mono|c0=c0,${ON_ONE_CLOCK}`,
  right: `pan=mono|c0=c1,${ON_ONE_CLOCK}`,
};
/** Both sides at full level: each alone is a person. */
const BOTH = `aformat=sample_fmts=fltp,pan=mono|c0=c0+c1,${ON_ONE_CLOCK}`;

/**
 * One command that turns an upload into playable lanes (`lane-<n>.m4a`), their 8 kHz PCM for peaks
 * (`lane-<n>.p8`), the mix, and a picture browsers show. With one lane the lane is the mix.
 */
export function normalisePlan(request: NormaliseRequest): NormalisePlan {
  const { audio, lanes: wanted, maxDurationMs } = request;
  const channels: LaneChannel[] = wanted === "mixed" ? ["all"] : ["left", "right"];
  const from = ["-map", `0:${audio.index}`];
  const cap = ["-t", seconds(maxDurationMs)];
  const lanes = channels.map((channel, at) => ({
    channel,
    media: `lane-${at}.m4a`,
    peakPcm: `lane-${at}.p8`,
  }));
  const sound = (name: string, filter: string): FfmpegOutput => ({
    name,
    options: [...from, "-af", filter, ...AAC_MONO, ...cap, ...NO_TAGS],
  });
  const outputs = lanes.flatMap(({ channel, media, peakPcm }): FfmpegOutput[] => [
    sound(media, PICK[channel]),
    {
      name: peakPcm,
      options: [
        ...from,
        "-af",
        PICK[channel],
        "-c:a",
        "pcm_s16le",
        "-ar",
        "8000",
        "-ac",
        "1",
        "-f",
        "s16le",
        ...cap,
      ],
    },
  ]);
  const mix = lanes.length === 1 ? "lane-0.m4a" : "mix.m4a";
  if (lanes.length > 1) outputs.push(sound(mix, BOTH));
  const video = request.video && videoFile(request.video);
  if (request.video && video) outputs.push(picture(request.video, video, audio, cap));
  return {
    inputs: [{ name: request.name, demuxer: request.demuxer, options: [] }],
    outputs,
    lanes,
    mix,
    video,
  };
}

const isEightBit420 = (video: VideoStream) =>
  video.pixelFormat === "yuv420p" || video.pixelFormat === "yuvj420p";

/** How a picture is kept: copied where every browser shows it, else made 480p; null where we decode no such codec. */
export function videoFile(video: VideoStream): VideoFile | null {
  if (!VIDEO_CODECS.has(video.codec)) return null;
  if (isEightBit420(video) && video.codec === "h264")
    return { name: "video.mp4", mime: "video/mp4", isRemuxed: true };
  if (isEightBit420(video) && (video.codec === "vp8" || video.codec === "vp9")) {
    return { name: "video.webm", mime: "video/webm", isRemuxed: true };
  }
  return { name: "video.mp4", mime: "video/mp4", isRemuxed: false };
}

/** The container's own sound is copied where it fits; encoding it again would cost what a lane costs. */
function soundBeside(file: VideoFile, audio: AudioStream): string[] {
  const fits =
    file.name === "video.mp4"
      ? audio.codec === "aac"
      : audio.codec === "opus" || audio.codec === "vorbis";
  if (fits && file.isRemuxed) return ["-c:a", "copy"];
  const encoder = file.name === "video.mp4" ? "aac" : "libopus";
  return ["-af", ON_ONE_CLOCK, "-c:a", encoder, "-b:a", "96k", "-ar", "48000", "-ac", "2"];
}

const TO_480P = [
  ...["-vf", "scale=-2:'trunc(min(480,ih)/2)*2',format=yuv420p"],
  ...[
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "26",
    "-force_key_frames",
    "expr:gte(t,n_forced*4)",
  ],
];

function picture(
  video: VideoStream,
  file: VideoFile,
  audio: AudioStream,
  cap: readonly string[],
): FfmpegOutput {
  return {
    name: file.name,
    options: [
      ...["-map", `0:${video.index}`, "-map", `0:${audio.index}`],
      ...(file.isRemuxed ? ["-c:v", "copy"] : TO_480P),
      ...soundBeside(file, audio),
      ...(file.name === "video.mp4" ? ["-f", "mp4", "-movflags", "+faststart"] : ["-f", "webm"]),
      ...cap,
      ...NO_TAGS,
    ],
  };
}
