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

/** Which sound a lane holds: all channels of its track or tracks as one, or one channel of a stereo file. */
export type LaneChannel = "all" | "left" | "right";

/** What becomes a lane: all sound, each channel of a stereo track, or each sound track. */
export type LaneKind = "mixed" | "channel-per-speaker" | "track-per-speaker";

/** A sound track, and the channel of it that is taken where both would silence each other. */
export type SoundSource = { audio: AudioStream; only: "left" | "right" | null };

export type NormaliseRequest = {
  name: string;
  demuxer: Demuxer;
  audio: AudioStream;
  /** The moving picture, or null; it is kept where it need not be encoded. */
  video: VideoStream | null;
  lanes: LaneKind;
  /** Where the channels would silence each other: the one of which everybody's sound is taken. */
  only?: "left" | "right" | null;
  /** Further sound tracks of the file: they are mixed into the one lane, or each is a lane of its own. */
  others?: readonly SoundSource[];
  /** Where the track that ends last does, from the file's beginning. */
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
export const wholeOf = ({ audio, only }: SoundSource): string =>
  PICK[only ?? "all"](audio.channels);

/**
 * Several tracks summed, as the live mixer does. Each is as long as the longest: `amix` of ffmpeg 5.1 ends with the
 * shorter one where both come from one file, whatever it is asked for.
 * @param output where the sum goes, as ffmpeg writes it
 */
function mixGraph(
  sounds: readonly SoundSource[],
  { mend, longestMs, output }: { mend: string; longestMs: number; output: string },
): string {
  const each = sounds.map(
    (sound, at) =>
      `[0:${sound.audio.index}]${mend}${wholeOf(sound)},aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=mono,apad=whole_dur=${seconds(longestMs)}[t${at}]`,
  );
  const labels = sounds.map((_, at) => `[t${at}]`).join("");
  return [
    ...each,
    `${labels}amix=inputs=${sounds.length}:duration=longest:normalize=0${output}`,
  ].join(";");
}

/**
 * One command that turns an upload into playable lanes (`lane-<n>.m4a`), their 8 kHz PCM for peaks
 * (`lane-<n>.p8`), the mix, and the picture where browsers show it as it is. With one lane the lane is the mix.
 */
export function normalisePlan(request: NormaliseRequest): NormalisePlan {
  const { audio } = request;
  const cap = ["-t", seconds(request.maxDurationMs)];
  const { lanes, mix } = soundsOf(request);
  const outputs = lanes.flatMap(({ media, peakPcm, sound, peaks }): FfmpegOutput[] => [
    { name: media, options: [...sound, ...AAC_MONO, ...cap, ...NO_TAGS] },
    { name: peakPcm, options: [...peaks, ...PEAK_PCM, ...cap] },
  ]);
  if (mix) outputs.push({ name: "mix.m4a", options: [...mix, ...AAC_MONO, ...cap, ...NO_TAGS] });
  const file = request.video && videoFile(request.video);
  const video = file?.isRemuxed === true ? file : null;
  if (request.video && video) outputs.push(pictureOutput(request.video, video, audio, cap));
  return {
    inputs: [{ name: request.name, demuxer: request.demuxer, options: [] }],
    outputs,
    lanes: lanes.map(({ channel, media, peakPcm }) => ({ channel, media, peakPcm })),
    mix: mix ? "mix.m4a" : "lane-0.m4a",
    video,
  };
}

const PEAK_PCM = ["-c:a", "pcm_s16le", "-ar", "8000", "-ac", "1", "-f", "s16le"];

/** The lanes, and where the sound of each and of its peaks comes from. */
type Sounds = {
  lanes: (LaneFiles & { sound: readonly string[]; peaks: readonly string[] })[];
  /** Where the mix comes from; null where the one lane is it. */
  mix: readonly string[] | null;
};

function soundsOf(request: NormaliseRequest): Sounds {
  const { audio, only = null, others = [], longestMs = 0 } = request;
  const mend = request.isMended ? ONLY_NUMBERS : "";
  const sounds = [{ audio, only }, ...others];
  const through = ({ index }: AudioStream, filter: string) => [
    ...["-map", `0:${index}`, "-af", `${mend}${filter}`],
  ];
  const summed = (output: string) => [
    ...["-filter_complex", mixGraph(sounds, { mend, longestMs, output }), "-map", "[sound]"],
  ];
  const lane = (channel: LaneChannel, at: number, sound: string[], peaks = sound) => ({
    ...{ channel, media: `lane-${at}.m4a`, peakPcm: `lane-${at}.p8` },
    ...{ sound, peaks },
  });
  switch (request.lanes) {
    case "mixed": {
      const whole =
        others.length === 0
          ? lane("all", 0, through(audio, wholeOf({ audio, only })))
          : lane("all", 0, summed(",asplit=2[sound][peaks]"), ["-map", "[peaks]"]);
      return { lanes: [whole], mix: null };
    }
    case "channel-per-speaker":
      return {
        lanes: (["left", "right"] as const).map((channel, at) =>
          lane(channel, at, through(audio, PICK[channel](audio.channels))),
        ),
        mix: through(audio, only === null ? BOTH : wholeOf({ audio, only })),
      };
    case "track-per-speaker":
      return {
        lanes: sounds.map((sound, at) => lane("all", at, through(sound.audio, wholeOf(sound)))),
        mix: summed("[sound]"),
      };
  }
}
