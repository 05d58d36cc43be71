import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { AUDIO_CODECS } from "./guard.ts";
import {
  type Container,
  containerOf,
  type Demuxer,
  demuxerOf,
  HEAD_BYTES,
  id3Length,
  mimeOf,
} from "./magic.ts";
import { MediaError } from "./media-error.ts";
import { type AudioStream, measureDuration, probeFile, type VideoStream } from "./probe.ts";
import { isTooLong, LONGEST_MS } from "./run.ts";
import type { MediaTools } from "./tools.ts";
import { isCutOff } from "./truncation.ts";

export type MediaInfo = {
  demuxer: Demuxer;
  container: Container;
  /** Content-Type of the original. */
  mime: string;
  sizeBytes: number;
  /** Length that the container states, measured by packets where it states none; null where nothing is timed. */
  durationMs: number | null;
  /** Whether `durationMs` was written by the encoder, so that less sound means a damaged file. */
  isDurationStated: boolean;
  audio: AudioStream[];
  video: VideoStream[];
  /** The first audio stream that can be decoded here. */
  sound: AudioStream;
  /** The first moving picture, cover art apart. */
  picture: VideoStream | null;
  /** The container promises more bytes than there are. */
  isTruncated: boolean;
};

export type InspectRequest = {
  /** Private folder of this attempt, under the jobs root of the tools. */
  jobDir: string;
  /** Plain name of the upload in it. */
  name: string;
  tools: MediaTools;
  signal: AbortSignal;
  /** Longest sound accepted; 6 h unless the workspace says otherwise. */
  maxDurationMs?: number;
};

/**
 * Says what an upload is, without decoding it.
 * @throws MediaError `unsupported_media`, `no_audio`, `too_long`, `unreadable` (empty, or its index is lost:
 * "The file ends before any sound"), `timeout`, `sandbox_unavailable`, `aborted`
 */
export async function inspectMedia(request: InspectRequest): Promise<MediaInfo> {
  const { jobDir, name, tools, signal, maxDurationMs = LONGEST_MS } = request;
  if (!/^[\w-][\w.-]*$/.test(name))
    throw new TypeError("A media file has a plain name in its job folder");
  const found = await readHead(join(jobDir, name));
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);

  const file = { tools, jobDir, name, demuxer: found.demuxer, signal };
  const { audio, video, durationMs: stated } = await probeFile(file);
  const sound = audio.find(({ codec }) => AUDIO_CODECS.has(codec));
  if (!sound) {
    if (audio.length === 0) throw new MediaError("no_audio", "The file has no sound");
    throw new MediaError("unsupported_media", "The sound has a codec that is not accepted");
  }
  const isGuess = !found.isDurationStated && stated !== null && isTooLong(stated, maxDurationMs);
  const durationMs =
    stated === null || isGuess ? await measureDuration({ ...file, index: sound.index }) : stated;
  if (durationMs !== null && isTooLong(durationMs, maxDurationMs))
    throw new MediaError("too_long", "The file is too long");

  const picture =
    video.find((stream) => !stream.isAttachedPicture && !STILL.has(stream.codec)) ?? null;
  return {
    ...found,
    mime: mimeOf(found.container, picture !== null),
    durationMs,
    isDurationStated: found.isDurationStated && stated !== null,
    audio,
    video,
    sound,
    picture,
  };
}

const STILL: ReadonlySet<string> = new Set(["mjpeg", "png", "bmp", "gif", "webp"]);

async function readHead(path: string) {
  const file = await open(path, "r");
  try {
    const { size: sizeBytes } = await file.stat();
    if (sizeBytes === 0) throw new MediaError("unreadable", "The file is empty");
    const head = await soundHead(file);
    const demuxer = demuxerOf(head);
    const container = containerOf(head);
    if (!demuxer || !container)
      throw new MediaError("unsupported_media", "The kind of file is not accepted");
    return {
      demuxer,
      container,
      sizeBytes,
      isDurationStated: statesDuration(demuxer, head),
      isTruncated: await isCutOff(file, demuxer, sizeBytes),
    };
  } finally {
    await file.close();
  }
}

/** The first bytes, or for a tag longer than these the first bytes behind it where they tell more. */
async function soundHead(file: FileHandle): Promise<Buffer> {
  const head = await readBytes(file, 0);
  const tag = id3Length(head);
  if (tag === 0) return head;
  const behind = await readBytes(file, tag);
  return demuxerOf(behind) === null ? head : behind;
}

async function readBytes(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, at);
  return buffer.subarray(0, bytesRead);
}

/** ADTS has no header, and MP3 only with a Xing, Info or VBRI frame: ffmpeg guesses the rest from the bit rate. */
function statesDuration(demuxer: Demuxer, head: Buffer): boolean {
  if (demuxer === "aac") return false;
  return (
    demuxer !== "mp3" || ["Xing", "Info", "VBRI"].some((mark) => head.includes(mark, 0, "latin1"))
  );
}
