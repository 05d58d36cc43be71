import { type ChannelVerdict, measureChannels } from "./channels.ts";
import type { MediaInfo } from "./inspect.ts";
import { measureDuration } from "./packets.ts";
import type { LaneKind, SoundSource } from "./plan/normalise.ts";
import { findSounding } from "./sound-tracks.ts";
import type { MediaTools } from "./tools.ts";
import { areVoicesApart } from "./track-voices.ts";

type Request = {
  jobDir: string;
  name: string;
  info: MediaInfo;
  tools: MediaTools;
  signal: AbortSignal;
  maxDurationMs?: number;
  /** What the sender said of the file. */
  lanes: "auto" | "mixed" | "per-speaker";
};

export type Heard = {
  /** The tracks in which there is sound, in the file's order; at least one. */
  sounds: SoundSource[];
  /** Of the first track, where it has two channels. */
  channels: ChannelVerdict | null;
  /** Where the track that ends last does, from the file's beginning; null for a file with one track. */
  longestMs: number | null;
  lanes: LaneKind;
};

/**
 * Listens to a file before it is converted: which tracks have sound, what the two channels of each hold, and what is
 * to become a lane.
 * @throws MediaError `timeout`, `aborted`, `no_space`, `unreadable`; FfmpegError
 */
export async function listen(request: Request): Promise<Heard> {
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
  return {
    ...{ sounds, channels: first },
    longestMs: await longestOf(request, sounds),
    lanes: await lanesOf(request, sounds, first),
  };
}

/** Tracks come before channels: of several, each is one lane whole, or all are mixed. */
async function lanesOf(
  request: Request,
  sounds: readonly SoundSource[],
  channels: ChannelVerdict | null,
): Promise<LaneKind> {
  const hasTracks = sounds.length > 1;
  if (!hasTracks && channels === null) return "mixed";
  const apart = hasTracks ? "track-per-speaker" : "channel-per-speaker";
  switch (request.lanes) {
    case "mixed":
      return "mixed";
    case "per-speaker":
      return apart;
    case "auto": {
      const areApart = hasTracks
        ? await areVoicesApart(request, sounds)
        : channels?.isPerSpeaker === true;
      return areApart ? apart : "mixed";
    }
  }
}

/**
 * Where the last of the tracks whose sound is made ends, of a file that has several. A container's own length may be
 * that of a track that is left out, or of its picture, whose end is no damage.
 * @returns null for a file with one track, which the container's length is of
 */
async function longestOf(
  { info, jobDir, name, tools, signal }: Request,
  sounds: readonly SoundSource[],
): Promise<number | null> {
  if (info.audio.length < 2) return null;
  const { demuxer } = info;
  const file = { tools, jobDir, name, demuxer, signal };
  let longest = 0;
  for (const { audio } of sounds) {
    const lengthMs =
      audio.durationMs ?? (await measureDuration({ ...file, index: audio.index })) ?? 0;
    longest = Math.max(longest, audio.startMs + lengthMs);
  }
  return longest;
}
