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

/** A sound track, and the channel of it that is taken where both would silence each other. */
export type SoundSource = { audio: AudioStream; only: "left" | "right" | null };

export type NormaliseRequest = {
  name: string;
  demuxer: Demuxer;
  audio: AudioStream;
  /** The moving picture, or null; it is kept where it need not be encoded. */
  video: VideoStream | null;
  lanes: "mixed" | "channel-per-speaker";
  /** Where the channels would silence each other: the one of which everybody's sound is taken. */
  only?: "left" | "right" | null;
  /** Further sound tracks of the file, which are mixed into the one lane, and the length of the longest of all. */
  mixedWith?: readonly SoundSource[];
  longestMs?: number;
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

/** All of a track as one channel. */
const wholeOf = ({ audio, only }: SoundSource): string => PICK[only ?? "all"](audio.channels);

/**
 * Several tracks summed, as the live mixer does, for the lane and for its peaks. Each is as long as the longest: `amix`
 * of ffmpeg 5.1 ends with the shorter one where both come from one file, whatever it is asked for.
 */
function mixGraph(sounds: readonly SoundSource[], mend: string, longestMs: number): string {
  const each = sounds.map(
    (sound, at) =>
      `[0:${sound.audio.index}]${mend}${wholeOf(sound)},aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=mono,apad=whole_dur=${seconds(longestMs)}[t${at}]`,
  );
  const labels = sounds.map((_, at) => `[t${at}]`).join("");
  return [
    ...each,
    `${labels}amix=inputs=${sounds.length}:duration=longest:normalize=0,asplit=2[sound][peaks]`,
  ].join(";");
}

/**
 * One command that turns an upload into playable lanes (`lane-<n>.m4a`), their 8 kHz PCM for peaks
 * (`lane-<n>.p8`), the mix, and the picture where browsers show it as it is. With one lane the lane is the mix.
 */
export function normalisePlan(request: NormaliseRequest): NormalisePlan {
  const { audio, lanes: wanted, only = null, mixedWith = [], isMended, maxDurationMs } = request;
  const channels: LaneChannel[] = wanted === "mixed" ? ["all"] : ["left", "right"];
  const from = ["-map", `0:${audio.index}`];
  const cap = ["-t", seconds(maxDurationMs)];
  const lanes = channels.map((channel, at) => ({
    channel,
    media: `lane-${at}.m4a`,
    peakPcm: `lane-${at}.p8`,
  }));
  const mend = isMended ? ONLY_NUMBERS : "";
  const through = (filter: string) => [...from, "-af", `${mend}${filter}`];
  const isMixed = mixedWith.length > 0 && wanted === "mixed";
  const graph = isMixed
    ? ["-filter_complex", mixGraph([{ audio, only }, ...mixedWith], mend, request.longestMs ?? 0)]
    : [];
  const soundOf = (channel: LaneChannel) =>
    through(channel === "all" ? wholeOf({ audio, only }) : PICK[channel](audio.channels));
  const sound = (name: string, source: readonly string[]): FfmpegOutput => ({
    name,
    options: [...source, ...AAC_MONO, ...cap, ...NO_TAGS],
  });
  const outputs = lanes.flatMap(({ channel, media, peakPcm }): FfmpegOutput[] => [
    sound(media, isMixed ? [...graph, "-map", "[sound]"] : soundOf(channel)),
    {
      name: peakPcm,
      options: [
        ...(isMixed ? ["-map", "[peaks]"] : soundOf(channel)),
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
  if (lanes.length > 1)
    outputs.push(sound(mix, through(only === null ? BOTH : wholeOf({ audio, only }))));
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
