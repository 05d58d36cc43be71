import { MOST_CHANNELS, MOST_TRACKS } from "./guard.ts";

/** Facts about a file that end its way here: trying again changes nothing. */
export const REFUSALS = {
  unsupported_media: "The kind of file is not accepted",
  unsupported_codec: "The sound has a codec that is not accepted",
  unsupported_rate: "The sound has a sample rate that is not accepted",
  no_audio: "The file has no sound",
  too_many_tracks: `The file has more than ${MOST_TRACKS} tracks`,
  too_many_channels: `The sound has more than ${MOST_CHANNELS} channels`,
  too_long: "The file is too long",
  encrypted: "The sound is encrypted",
  media_elsewhere: "The file points to media in another file",
  invalid_samples: "The sound has samples that are no numbers",
  ends_early: "The file ends before any sound",
  cut_off: "The end of the file is missing",
  unreadable: "The file is damaged",
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** Why a file gives no media: a fact about the file, or trouble of this machine or this run. */
export type MediaErrorCode =
  | RefusalCode
  | "timeout"
  | "sandbox_unavailable"
  | "no_space"
  | "aborted";

export class MediaError extends Error {
  readonly code: MediaErrorCode;
  /** False where the same file may succeed later or elsewhere. */
  readonly isPermanent: boolean;
  /** The last lines a tool wrote; may quote the file, so it never reaches a log. */
  readonly stderrTail: string;

  constructor(
    code: MediaErrorCode,
    message: string,
    options?: { cause?: unknown; stderrTail?: string },
  ) {
    super(message, { cause: options?.cause });
    this.name = "MediaError";
    this.code = code;
    this.isPermanent = code in REFUSALS;
    this.stderrTail = options?.stderrTail ?? "";
  }
}

export const refusal = (
  code: RefusalCode,
  told?: { cause?: unknown; stderrTail?: string },
): MediaError => new MediaError(code, REFUSALS[code], told);

/** ffmpeg ended badly. `exitCode` is null where it died by a signal or never started. */
export class FfmpegError extends Error {
  readonly stderrTail: string;
  readonly exitCode: number | null;

  constructor(message: string, stderrTail: string) {
    super(message);
    this.name = "FfmpegError";
    this.stderrTail = stderrTail;
    const code = /exited with code (\d+)/.exec(message)?.[1];
    this.exitCode = code === undefined ? null : Number(code);
  }
}

export const isFull = (error: FfmpegError) =>
  /No space left on device|File too large/.test(error.stderrTail);

/** ffmpeg's AAC encoder gave up at samples that are NaN or infinite, or so large that they may as well be. */
export const isAboutSamples = (error: unknown): boolean =>
  error instanceof FfmpegError && /Input contains \(near\) NaN/.test(error.stderrTail);

/** Words by which ffmpeg blames its input; all else may be our plan or this machine. */
const BAD_INPUT =
  /Invalid data|moov atom|decod|Cannot determine format|End of file|matches no streams|codec parameters|not on whitelist/i;

/** What ffmpeg's end means for the file: its own failures stay FfmpegError. */
export function asMediaError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof MediaError) return error;
  if (signal.aborted) {
    return new MediaError("aborted", "The work was called off", { cause: signal.reason });
  }
  if (!(error instanceof FfmpegError)) return error;
  const { stderrTail } = error;
  const told = { cause: error, stderrTail };
  if (isFull(error)) return new MediaError("no_space", "No room for the converted files", told);
  const isVerdict = error.exitCode !== null && error.exitCode < 126 && BAD_INPUT.test(stderrTail);
  return isVerdict ? refusal("unreadable", told) : error;
}
