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
import { pictureOutput, type VideoFile, videoFile } from "./picture.ts";

/** Which sound a lane holds: all channels as one, or one channel of a stereo file. */
export type LaneChannel = "all" | "left" | "right";

export type NormaliseRequest = {
  name: string;
  demuxer: Demuxer;
  audio: AudioStream;
  /** The moving picture, or null; it is kept where it need not be encoded. */
  video: VideoStream | null;
  lanes: "mixed" | "channel-per-speaker";
  /** Samples that are no numbers, and those beyond all loudness, become silence. */
  isMended: boolean;
  /** Sound behind this is not written, milliseconds. */
  maxDurationMs: number;
};

export type LaneFiles = { channel: LaneChannel; media: string; peakPcm: string };
export type NormalisePlan = FfmpegPlan & {
  lanes: LaneFiles[];
  mix: string;
  /** A picture that was packed anew. */
  video: VideoFile | null;
};

const PICK: Record<LaneChannel, (channels: number) => string> = {
  all: (channels) =>
    channels > MOST_WITH_LAYOUT ? `${mixOf(channels)},${ON_ONE_CLOCK}` : ON_ONE_CLOCK,
  left: () => `pan=mono|c0=c0,${ON_ONE_CLOCK}`,
  right: () => `pan=mono|c0=c1,${ON_ONE_CLOCK}`,
};
/** ffmpeg knows how to mix each number of channels up to this one; of a recorder with more it knows no layout. */
const MOST_WITH_LAYOUT = 8;
const mixOf = (channels: number) =>
  `pan=mono|c0<${Array.from({ length: channels }, (_, at) => `c${at}`).join("+")}`;
/** A million times full scale is 120 dB over it; the encoder gives up at far more. */
const ONLY_NUMBERS =
  "aeval=if(isnan(val(ch))+gt(abs(val(ch))\\,1e6)\\,0\\,val(ch)):channel_layout=same,";
/** Both sides at full level: each alone is a person. */
const BOTH = `aformat=sample_fmts=fltp,pan=mono|c0=c0+c1,${ON_ONE_CLOCK}`;

/**
 * One command that turns an upload into playable lanes (`lane-<n>.m4a`), their 8 kHz PCM for peaks
 * (`lane-<n>.p8`), the mix, and the picture where browsers show it as it is. With one lane the lane is the mix.
 */
export function normalisePlan(request: NormaliseRequest): NormalisePlan {
  const { audio, lanes: wanted, isMended, maxDurationMs } = request;
  const channels: LaneChannel[] = wanted === "mixed" ? ["all"] : ["left", "right"];
  const from = ["-map", `0:${audio.index}`];
  const cap = ["-t", seconds(maxDurationMs)];
  const lanes = channels.map((channel, at) => ({
    channel,
    media: `lane-${at}.m4a`,
    peakPcm: `lane-${at}.p8`,
  }));
  const through = (filter: string) => ["-af", `${isMended ? ONLY_NUMBERS : ""}${filter}`];
  const sound = (name: string, filter: string): FfmpegOutput => ({
    name,
    options: [...from, ...through(filter), ...AAC_MONO, ...cap, ...NO_TAGS],
  });
  const outputs = lanes.flatMap(({ channel, media, peakPcm }): FfmpegOutput[] => [
    sound(media, PICK[channel](audio.channels)),
    {
      name: peakPcm,
      options: [
        ...from,
        ...through(PICK[channel](audio.channels)),
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
  const file = request.video && videoFile(request.video);
  const video = file?.isRemuxed === true ? file : null;
  if (request.video && video) outputs.push(pictureOutput(request.video, video, audio, cap));
  return {
    inputs: [{ name: request.name, demuxer: request.demuxer, options: [] }],
    outputs,
    lanes,
    mix,
    video,
  };
}
