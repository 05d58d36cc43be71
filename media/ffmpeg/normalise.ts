import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type ChannelVerdict, measureChannels } from "./channels.ts";
import type { MediaInfo } from "./inspect.ts";
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
import { hasPackets, measureDuration } from "./packets.ts";
import { readPeaks } from "./peaks.ts";
import {
  type LaneChannel,
  type NormalisePlan,
  normalisePlan,
  type SoundSource,
} from "./plan/normalise.ts";
import { isTooLong, LONGEST_MS, runFfmpeg } from "./run.ts";
import { findSounding } from "./sound-tracks.ts";

export type MadeLane = MadeFile & {
  channel: LaneChannel;
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
  /** Less came out than the file promised (product §5.2), or some of it had to be silenced. */
  isPartial: boolean;
  /** What was heard when `lanes` was `auto` and the file has two channels. */
  channels: ChannelVerdict | null;
  /** How many sound tracks of the file are in the one lane; 1 where it has one in which something is heard. */
  mixedTracks: number;
};

export type NormaliseMedia = MediaJob & { lanes: "auto" | "mixed" | "channel-per-speaker" };

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
    const { sounds, channels } = await listen(request);
    const [first] = sounds;
    const sound = first?.audio ?? info.sound;
    const isSplit =
      sounds.length === 1 &&
      sound.channels === 2 &&
      (request.lanes === "channel-per-speaker" ||
        (request.lanes === "auto" && channels?.isPerSpeaker === true));
    const longestMs = await longestOf(request, sounds);
    const promisedMs = info.promisedMs === null ? null : (longestMs ?? info.promisedMs);
    const heard = { ...request, info: { ...info, sound, promisedMs } };
    const made = await transcode(heard, {
      ...{ sounds, longestMs: longestMs ?? 0 },
      lanes: isSplit ? "channel-per-speaker" : "mixed",
    });
    return {
      ...(await collect(heard, made)),
      channels: request.lanes === "auto" ? channels : null,
      mixedTracks: sounds.length,
    };
  } catch (error) {
    const told = asMediaError(error, signal);
    throw told instanceof MediaError && told.code === "unreadable"
      ? await whyUnreadable(request, told)
      : told;
  }
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

/** Which tracks have sound, and what the two channels of each hold; of several the first one's. */
async function listen(
  request: NormaliseMedia,
): Promise<{ sounds: SoundSource[]; channels: ChannelVerdict | null }> {
  const { jobDir, name, info, tools, signal } = request;
  const { demuxer, durationMs } = info;
  const sounds: SoundSource[] = [];
  let first: ChannelVerdict | null = null;
  for (const audio of await findSounding(request)) {
    const file = { jobDir, name, tools, signal, demuxer, durationMs, audioIndex: audio.index };
    const verdict = audio.channels === 2 ? await measureChannels(file) : null;
    if (sounds.length === 0) first = verdict;
    sounds.push({ audio, only: verdict?.cancelled ?? null });
  }
  return { sounds, channels: first };
}

/**
 * The length of the longest track whose sound is made, of a file that has several. A container's own length may be that
 * of a track that is left out, or of its picture, whose end is no damage.
 * @returns null for a file with one track, which the container's length is of
 */
async function longestOf(
  { info, jobDir, name, tools, signal }: NormaliseMedia,
  sounds: readonly SoundSource[],
): Promise<number | null> {
  if (info.audio.length < 2) return null;
  const { demuxer } = info;
  const file = { tools, jobDir, name, demuxer, signal };
  let longest = 0;
  for (const { audio } of sounds) {
    const lengthMs =
      audio.durationMs ?? (await measureDuration({ ...file, index: audio.index })) ?? 0;
    longest = Math.max(longest, lengthMs);
  }
  return longest;
}

/** Neither a picture that fails nor samples that are no numbers take the sound with them: it is made again without. */
async function transcode(
  request: NormaliseMedia,
  {
    sounds: [first, ...mixedWith],
    longestMs,
    lanes,
  }: {
    sounds: readonly SoundSource[];
    longestMs: number;
    lanes: "mixed" | "channel-per-speaker";
  },
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
      mixedWith,
      longestMs,
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
    lanes.push({ ...(await madeFile(jobDir, media, "audio/mp4")), channel, durationMs, peaks });
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
    isPartial: info.isTruncated || isShort || isMended || CUT_OFF.test(stderrTail),
  };
}
