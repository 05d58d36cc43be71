import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ChannelVerdict } from "./channels.ts";
import type { MediaInfo } from "./inspect.ts";
import { type Heard, listen } from "./listen.ts";
import { type MadeFile, madeFile } from "./made-file.ts";
import { type MediaJob, watchOf } from "./media-job.ts";
import {
  asMediaError,
  FfmpegError,
  isAboutSamples,
  isFull,
  MediaError,
  refusal,
} from "./media-error.ts";
import { hasPackets } from "./packets.ts";
import { readPeaks } from "./peaks.ts";
import {
  type LaneChannel,
  type LaneKind,
  type NormalisePlan,
  normalisePlan,
} from "./plan/normalise.ts";
import { isTooLong, LONGEST_MS, runFfmpeg } from "./run.ts";
import { readTrackTitles } from "./track-titles.ts";

export type MadeLane = MadeFile & {
  channel: LaneChannel;
  /** What the file calls the track that is this lane; null of a lane that is no track of its own, or has no title. */
  title: string | null;
  /** Sound that decoded, exact to the millisecond. */
  durationMs: number;
  /** One int8 in 0..127 per 100 ms. */
  peaks: Int8Array;
};

export type NormalisedMedia = {
  lanes: MadeLane[];
  /** The lane itself where there is one. */
  mix: MadeFile;
  /** A picture that browsers show as it is, packed anew. One that must be encoded is made by `makePicture`. */
  video: MadeFile | null;
  durationMs: number;
  /** Less came out than the file promised (product §5.2). Samples that had to be silenced are not missing. */
  isPartial: boolean;
  /** What was heard when `lanes` was `auto` and the file has two channels. */
  channels: ChannelVerdict | null;
  /** How many sound tracks of the file are in one lane; 1 where each is its own, or one alone has sound. */
  mixedTracks: number;
  /** What one person's lane was made of; null where all are in one. */
  perSpeaker: "channel" | "track" | null;
};

/**
 * `per-speaker`: each sound track is one person, or each channel where one track alone has sound. `auto`: they are where
 * they sound like it.
 */
export type NormaliseMedia = MediaJob & { lanes: "auto" | "mixed" | "per-speaker" };

/** Containers round; a file that lost this much was cut. */
const MISSING_MS = 500;
const MISSING_PART = 0.005;

/** What demuxers say of a file that ends too early. */
const CUT_OFF =
  /partial file|ended prematurely|Truncat|Packet corrupt|Input buffer exhausted|decode_frame\(\) failed/i;

/**
 * Turns an upload into playable files in its job folder: one lane per speaker, the mix, peaks, and a
 * picture that need not be encoded, with one ffmpeg run. A damaged file gives what decodes, with silence for samples
 * that are no numbers.
 * @throws MediaError `unreadable` (nothing decodes), `cut_off`, `ends_early`, `invalid_samples` (silence alone is left),
 * `too_long`, `timeout`, `no_space`, `aborted`, `sandbox_unavailable`; FfmpegError where ffmpeg itself died
 */
export async function normaliseMedia(request: NormaliseMedia): Promise<NormalisedMedia> {
  const { info, tools, signal } = request;
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);
  try {
    const heard = await listen(request);
    const { sounds, channels, longestMs, lanes } = heard;
    const sound = sounds[0]?.audio ?? info.sound;
    const promisedMs = info.promisedMs === null ? null : (longestMs ?? info.promisedMs);
    const job = { ...request, info: { ...info, sound, promisedMs } };
    const made = await collect(job, await transcode(job, heard));
    return {
      ...made,
      lanes: lanes === "track-per-speaker" ? await titled(request, made.lanes, heard) : made.lanes,
      channels: request.lanes === "auto" ? channels : null,
      mixedTracks: lanes === "mixed" ? sounds.length : 1,
      perSpeaker: PER_SPEAKER[lanes],
    };
  } catch (error) {
    const told = asMediaError(error, signal);
    throw told instanceof MediaError && told.code === "unreadable"
      ? await whyUnreadable(request, told)
      : told;
  }
}

const PER_SPEAKER = {
  ...{ mixed: null, "channel-per-speaker": "channel", "track-per-speaker": "track" },
} as const satisfies Record<LaneKind, NormalisedMedia["perSpeaker"]>;

/** Lanes of which each is a track, with what the file calls it. */
async function titled(
  { info: { demuxer }, jobDir, name, tools, signal }: NormaliseMedia,
  lanes: readonly MadeLane[],
  { sounds }: Heard,
): Promise<MadeLane[]> {
  const titles = await readTrackTitles({ demuxer, jobDir, name, tools, signal });
  return lanes.map((lane, at) => ({
    ...lane,
    title: titles.get(sounds[at]?.audio.index ?? -1) ?? null,
  }));
}

/** A file from which nothing decodes is cut off, or holds nothing behind its header, or is damaged. */
async function whyUnreadable({ info, ...file }: NormaliseMedia, error: MediaError) {
  const told = { cause: error, stderrTail: error.stderrTail };
  if (info.isTruncated) return refusal("cut_off", told);
  const { demuxer, sound } = info;
  const { tools, jobDir, name, signal } = file;
  const hasAny = await hasPackets({ tools, jobDir, name, signal, demuxer, index: sound.index });
  return hasAny ? error : refusal("ends_early", told);
}

/** Neither a picture that fails nor samples that are no numbers take the sound with them: it is made again without. */
async function transcode(
  request: NormaliseMedia,
  { sounds: [first, ...others], longestMs, lanes }: Heard,
) {
  const { jobDir, name, info } = request;
  const maxDurationMs = request.maxDurationMs ?? LONGEST_MS;
  const run = async (video: MediaInfo["picture"], isMended: boolean) => {
    const plan = normalisePlan({
      name,
      demuxer: info.demuxer,
      audio: info.sound,
      video,
      lanes,
      only: first?.only ?? null,
      others,
      longestMs: longestMs ?? 0,
      isMended,
      maxDurationMs: maxDurationMs + 2000,
    });
    const { stderrTail } = await runFfmpeg(plan, watchOf(request));
    return { plan, stderrTail, isMended };
  };
  try {
    return await run(info.picture, false);
  } catch (error) {
    const isMended = isAboutSamples(error);
    if (
      !(info.picture || isMended) ||
      !(error instanceof FfmpegError) ||
      error.exitCode === null ||
      isFull(error)
    )
      throw error;
    await Promise.all(
      ["video.mp4", "video.webm"].map((file) => rm(join(jobDir, file), { force: true })),
    );
    return run(null, isMended);
  }
}

async function collect(
  { jobDir, info, maxDurationMs = LONGEST_MS }: NormaliseMedia,
  { plan, stderrTail, isMended }: { plan: NormalisePlan; stderrTail: string; isMended: boolean },
) {
  const lanes: MadeLane[] = [];
  for (const { channel, media, peakPcm } of plan.lanes) {
    const pcm = createReadStream(join(jobDir, peakPcm), { highWaterMark: 1 << 20 });
    const { peaks, durationMs } = await readPeaks(pcm);
    await rm(join(jobDir, peakPcm), { force: true });
    lanes.push({
      ...(await madeFile(jobDir, media, "audio/mp4")),
      channel,
      title: null,
      durationMs,
      peaks,
    });
  }
  const durationMs = Math.max(...lanes.map((lane) => lane.durationMs));
  if (durationMs === 0) throw refusal("unreadable", { stderrTail });
  if (isTooLong(durationMs, maxDurationMs)) throw refusal("too_long");
  if (isMended && lanes.every(({ peaks }) => peaks.every((peak) => peak === 0)))
    throw refusal("invalid_samples", { stderrTail });

  const promisedMs = info.promisedMs ?? 0;
  const isShort = promisedMs - durationMs > Math.max(MISSING_MS, promisedMs * MISSING_PART);
  const video =
    plan.video && (await madeFile(jobDir, plan.video.name, plan.video.mime).catch(() => null));
  return {
    lanes,
    mix: await madeFile(jobDir, plan.mix, "audio/mp4"),
    video: video && video.sizeBytes > 0 ? video : null,
    durationMs,
    isPartial: info.isTruncated || isShort || CUT_OFF.test(stderrTail),
  };
}
