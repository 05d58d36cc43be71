/**
 * Why a file gives no media. `unsupported_media`, `no_audio`, `too_long` and `unreadable` are facts
 * about the file: trying again changes nothing. The others are about this machine or this run.
 */
export type MediaErrorCode =
  | "unsupported_media"
  | "no_audio"
  | "too_long"
  | "unreadable"
  | "timeout"
  | "sandbox_unavailable"
  | "no_space"
  | "aborted";

const PERMANENT: ReadonlySet<MediaErrorCode> = new Set([
  "unsupported_media",
  "no_audio",
  "too_long",
  "unreadable",
]);

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
    this.isPermanent = PERMANENT.has(code);
    this.stderrTail = options?.stderrTail ?? "";
  }
}

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
  return isVerdict ? new MediaError("unreadable", "The file ends before any sound", told) : error;
}
