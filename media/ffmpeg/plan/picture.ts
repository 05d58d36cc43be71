import { VIDEO_CODECS } from "../guard.ts";
import type { Demuxer } from "../magic.ts";
import type { AudioStream, VideoStream } from "../probe.ts";
import { type FfmpegOutput, type FfmpegPlan, NO_TAGS, ON_ONE_CLOCK, seconds } from "./plan.ts";

export type VideoFile = {
  name: "video.mp4" | "video.webm";
  mime: "video/mp4" | "video/webm";
  isRemuxed: boolean;
};

export type PictureRequest = {
  name: string;
  demuxer: Demuxer;
  audio: AudioStream;
  video: VideoStream;
  /** Picture behind this is not written, milliseconds. */
  maxDurationMs: number;
};

/** One command that makes the file in which a browser shows the picture, its sound beside it. */
export function picturePlan(request: PictureRequest, file: VideoFile): FfmpegPlan {
  const { name, demuxer, audio, video, maxDurationMs } = request;
  return {
    inputs: [{ name, demuxer, options: [] }],
    outputs: [pictureOutput(video, file, audio, ["-t", seconds(maxDurationMs)])],
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

/** Frames of which the most usual is taken. */
const POSTER_FRAMES = 24;

/** One frame of a video as JPEG, at most 1280 wide: of those from `atMs` on one that is like its neighbours. */
export const posterPlan = (poster: {
  name: string;
  demuxer: Demuxer;
  atMs: number;
  output: string;
}): FfmpegPlan => ({
  inputs: [{ name: poster.name, demuxer: poster.demuxer, options: ["-ss", seconds(poster.atMs)] }],
  outputs: [
    {
      name: poster.output,
      options: [
        ...["-map", "0:v:0", "-frames:v", "1"],
        ...[
          "-vf",
          `thumbnail=n=${POSTER_FRAMES},scale='min(1280,iw)':-2:out_range=full,format=yuvj420p`,
        ],
        ...["-c:v", "mjpeg", "-q:v", "4", "-f", "mjpeg", ...NO_TAGS],
      ],
    },
  ],
});

/** @param cap options that end the file at the longest call */
export function pictureOutput(
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
