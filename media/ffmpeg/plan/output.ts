import { type FfmpegPlan, NO_TAGS, ON_ONE_CLOCK, seconds } from "./plan.ts";
import { PICTURE } from "./subtitles.ts";

export type OutputRequest = {
  /** Sound that was cut: AAC in MP4. */
  name: string;
  durationMs: number;
  /** Null: no MP4 is made. */
  mp4: {
    /** Null: the sound alone, as it was cut. */
    picture: {
      /** How long the picture stays before the sound begins. */
      beforeMs: number;
      /** File of the job folder with what is written into the picture. Its font lies in `fonts`. */
      subtitles: string;
    } | null;
  } | null;
};

export const MP3 = "clip.mp3";
export const MP4 = "clip.mp4";
/** A line comes with the picture that follows its first sound: at most 40 ms later. */
const FRAMES = 25;
/** It plays from its first bytes on. */
const AS_MP4 = ["-f", "mp4", "-movflags", "+faststart", ...NO_TAGS];

/** One command that makes the files a clip is kept as: sound, and sound with what is written in its picture. */
export function outputPlan({ name, durationMs, mp4 }: OutputRequest): FfmpegPlan {
  const sound = {
    name: MP3,
    options: ["-map", "[mp3]", "-c:a", "libmp3lame", "-b:a", "96k", "-f", "mp3", ...NO_TAGS],
  };
  const inputs = [{ name, demuxer: "mov" as const, options: [] }];
  const source = `[0:a:0]${ON_ONE_CLOCK},aformat=sample_rates=48000:channel_layouts=mono`;
  if (!mp4?.picture) {
    const copy = ["-map", "0:a:0", "-c:a", "copy", ...AS_MP4];
    return {
      inputs,
      outputs: [
        { ...sound, options: ["-filter_complex", `${source}[mp3]`, ...sound.options] },
        ...(mp4 ? [{ name: MP4, options: copy }] : []),
      ],
    };
  }
  const { beforeMs, subtitles } = mp4.picture;
  const whole = seconds(beforeMs + durationMs);
  const { width, height, background } = PICTURE;
  const written = `ass=${subtitles}:fontsdir=fonts`;
  const graph = [
    `${source},asplit=2[mp3][after]`,
    `[after]adelay=${Math.round(beforeMs)}:all=1[sound]`,
    `color=c=${background}:s=${width}x${height}:r=${FRAMES}:d=${whole},${written},format=yuv420p[picture]`,
  ];
  return {
    inputs,
    outputs: [
      { ...sound, options: ["-filter_complex", graph.join(";"), ...sound.options] },
      {
        name: MP4,
        options: [
          ...["-map", "[picture]", "-map", "[sound]"],
          // On a plain ground the fastest makes no larger file, in two thirds of the time.
          ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "stillimage", "-crf", "26"],
          ...["-g", String(FRAMES * 10), "-c:a", "aac", "-b:a", "96k", "-t", whole],
          ...AS_MP4,
        ],
      },
    ],
  };
}
