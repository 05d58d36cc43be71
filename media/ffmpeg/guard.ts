import type { PlanDemuxer } from "./plan/plan.ts";

/**
 * Decoders that uploads may reach (reliability §4.1.8), and the plain PCM tables of telephone
 * exchanges and QuickTime, which parse nothing.
 */
export const DECODERS = [
  "h264,hevc,vp8,vp9,libdav1d,aac,mp3float,mp3,opus,libopus,vorbis,flac,alac",
  "pcm_s16le,pcm_s24le,pcm_f32le,pcm_u8,pcm_s32le,pcm_s16be,pcm_s24be,pcm_mulaw,pcm_alaw",
].join(",");

/** Audio codecs (ffprobe's names) that `DECODERS` can decode. */
export const AUDIO_CODECS: ReadonlySet<string> = new Set([
  "aac",
  "mp3",
  "opus",
  "vorbis",
  "flac",
  "alac",
  ...DECODERS.split(",").filter((name) => name.startsWith("pcm_")),
]);

/** Tracks of all kinds that a file may have; ffmpeg ends at one more. */
export const MOST_TRACKS = 16;

/** Channels that one sound may have; `plan/normalise.ts` mixes as many. */
export const MOST_CHANNELS = 16;

/** Samples a second: below speech is no sound, and minutes become hours; above is no sound card. */
export const SAMPLE_RATES = { least: 4_000, most: 768_000 } as const;

/** Video codecs that `DECODERS` can decode. */
export const VIDEO_CODECS: ReadonlySet<string> = new Set(["h264", "hevc", "vp8", "vp9", "av1"]);

/**
 * Input options that let one container be opened and nothing else: an upload named .mp4 may be a
 * playlist that makes ffmpeg open other files (reliability §1.2).
 */
export function inputGuard(demuxer: PlanDemuxer): string[] {
  return [
    ...["-protocol_whitelist", "file"],
    ...["-format_whitelist", demuxer === "concat" ? "concat,ogg,matroska,mov" : demuxer], // a list of our own parts
    ...["-codec_whitelist", DECODERS],
    ...["-max_streams", String(MOST_TRACKS), "-max_pixels", "16777216"],
  ];
}
