import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { AUDIO_CODECS, MOST_CHANNELS, SAMPLE_RATES } from "./guard.ts";
import {
  type Container,
  containerOf,
  type Demuxer,
  demuxerOf,
  HEAD_BYTES,
  id3Length,
  mimeOf,
} from "./magic.ts";
import { MediaError, refusal, type RefusalCode } from "./media-error.ts";
import { readMovIndex } from "./mov-index.ts";
import { measureDuration } from "./packets.ts";
import { type AudioStream, type Probe, probeFile, type VideoStream } from "./probe.ts";
import { isTooLong, LONGEST_MS } from "./run.ts";
import type { MediaTools } from "./tools.ts";
import { isCutOff } from "./truncation.ts";
import { settleWavLength } from "./wav-length.ts";

export type MediaInfo = {
  demuxer: Demuxer;
  container: Container;
  /** Content-Type of the original. */
  mime: string;
  sizeBytes: number;
  /** Length that the container states, measured by packets where it states none or too much; null where nothing is timed. */
  durationMs: number | null;
  /** Length of the sound that the encoder wrote down, so that less means a damaged file; null where it wrote none. */
  promisedMs: number | null;
  audio: AudioStream[];
  video: VideoStream[];
  /** The first audio stream that can be decoded here. Its rate and channels are 0 where the header does not tell. */
  sound: AudioStream;
  /** The first moving picture, cover art and encrypted ones apart. */
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
 * Says what an upload is, without decoding it. A WAV that does not say how long its sound is says so afterwards.
 * @throws MediaError any of `REFUSALS` but `invalid_samples`, which decoding finds; `timeout`, `sandbox_unavailable`,
 * `aborted`
 */
export async function inspectMedia(request: InspectRequest): Promise<MediaInfo> {
  const { jobDir, name, tools, signal, maxDurationMs = LONGEST_MS } = request;
  if (!/^[\w-][\w.-]*$/.test(name))
    throw new TypeError("A media file has a plain name in its job folder");
  const { isDurationStated, hasEncryptedPicture, ...found } = await readHead(join(jobDir, name));
  if (!tools.isUsable) throw new MediaError("sandbox_unavailable", tools.reason);

  const file = { tools, jobDir, name, demuxer: found.demuxer, signal };
  const probe = await probeFile(file).catch((error: unknown) => {
    const isCut =
      found.isTruncated && error instanceof MediaError && EXPLAINED_BY_CUT.has(error.code);
    throw isCut ? refusal("cut_off", { cause: error, stderrTail: error.stderrTail }) : error;
  });
  const { audio, video, durationMs: stated } = probe;
  const sound = soundOf(probe);
  const isMeasured = stated === null || isTooLong(stated, maxDurationMs); // headers lie, and some are a guess
  const durationMs = isMeasured ? await measureDuration({ ...file, index: sound.index }) : stated;
  if (durationMs !== null && isTooLong(durationMs, maxDurationMs)) throw refusal("too_long");

  const isShown = (stream: VideoStream) =>
    !stream.isAttachedPicture && !stream.isEncrypted && !STILL.has(stream.codec);
  const picture = (!hasEncryptedPicture && video.find(isShown)) || null;
  return {
    ...found,
    mime: mimeOf(found.container, picture !== null),
    durationMs,
    promisedMs: isDurationStated && stated !== null ? (sound.durationMs ?? stated) : null,
    audio,
    video,
    sound,
    picture,
  };
}

const STILL: ReadonlySet<string> = new Set(["mjpeg", "png", "bmp", "gif", "webp"]);

/** What a header is called that the missing part of a file would have made whole. */
const EXPLAINED_BY_CUT: ReadonlySet<string> = new Set<RefusalCode>([
  "unreadable",
  "ends_early",
  "unsupported_rate",
]);

/** @throws MediaError saying why no sound of the file can be used */
function soundOf({ audio }: Probe): AudioStream {
  const clear = audio.filter(({ isEncrypted }) => !isEncrypted);
  const sound = clear.find(({ codec }) => AUDIO_CODECS.has(codec));
  if (!sound) {
    if (clear.length > 0) throw refusal("unsupported_codec");
    throw refusal(audio.length > 0 ? "encrypted" : "no_audio");
  }
  const { channels, sampleRate } = sound;
  if (channels > MOST_CHANNELS) throw refusal("too_many_channels");
  const isRateOff = sampleRate < SAMPLE_RATES.least || sampleRate > SAMPLE_RATES.most;
  if (sampleRate !== 0 && isRateOff) throw refusal("unsupported_rate");
  return sound;
}

async function readHead(path: string) {
  const file = await open(path, "r");
  try {
    const { size: sizeBytes } = await file.stat();
    if (sizeBytes === 0) throw refusal("ends_early");
    const head = await soundHead(file, sizeBytes);
    const demuxer = demuxerOf(head);
    const container = containerOf(head);
    if (!demuxer || !container) throw refusal("unsupported_media");
    const index = demuxer === "mov" ? await readMovIndex(file, sizeBytes) : null;
    if (index?.isElsewhere) throw refusal("media_elsewhere");
    if (index?.hasEncryptedSound) throw refusal("encrypted");
    return {
      demuxer,
      container,
      sizeBytes,
      isDurationStated: statesDuration(demuxer, head),
      hasEncryptedPicture: index?.hasEncryptedPicture === true,
      isTruncated:
        demuxer === "wav" ? await settleWavLength(path) : await isCutOff(file, demuxer, sizeBytes),
    };
  } finally {
    await file.close();
  }
}

/** The first bytes, or for a tag longer than these the first bytes behind it where they tell more. */
async function soundHead(file: FileHandle, sizeBytes: number): Promise<Buffer> {
  const head = await readBytes(file, 0);
  const tag = id3Length(head);
  if (tag === 0) return head;
  if (tag >= sizeBytes) throw refusal(tag > sizeBytes ? "cut_off" : "no_audio");
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
