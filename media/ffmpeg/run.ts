import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ffmpeg from "fluent-ffmpeg";
import { inputGuard } from "./guard.ts";
import { FfmpegError, MediaError } from "./media-error.ts";
import type { FfmpegOutput, FfmpegPlan } from "./plan/plan.ts";
import type { MediaTools } from "./tools.ts";

/** Bounds of one run (reliability §4.1.5). */
export type RunLimits = { wallMs: number; stallMs: number; cpuSeconds: number };

export type Watch = {
  tools: Pick<MediaTools, "ffmpeg">;
  /** The job folder, under the jobs root that the tools were installed for; the caller makes and removes it. */
  cwd: string;
  signal: AbortSignal;
  /** Length of the longest input; null or absent: the longest that is accepted. */
  durationMs?: number | null;
  /** Position in the output, milliseconds, about twice a second. */
  onProgressMs?: (positionMs: number) => void;
  limits?: Partial<RunLimits>;
};

/** Longest call, unless the workspace says otherwise (product §6). */
export const LONGEST_MS = 6 * 60 * 60 * 1000;

/** Room for a codec's last block: a call stopped at the limit is not over it. */
export const isTooLong = (durationMs: number, maxDurationMs: number) =>
  durationMs > maxDurationMs + 1000;

const STDERR_LINES = 40;

/** Wall `max(5 min, 4 × duration)`, CPU `max(600 s, 2 × duration)`, 60 s without progress. */
export function runLimits(durationMs: number | null): RunLimits {
  const length = durationMs ?? LONGEST_MS;
  return {
    wallMs: Math.max(300_000, 4 * length),
    stallMs: 60_000,
    cpuSeconds: Math.max(600, Math.ceil((2 * length) / 1000)),
  };
}

/** Milliseconds of a status line of `-stats`, or null for any other line. `N/A` and times before the start are 0. */
export function parsePosition(line: string): number | null {
  if (!/^(frame|size)=/.test(line)) return null;
  const hit = /time=(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(line);
  if (!hit) return 0;
  return Math.round((Number(hit[1]) * 3600 + Number(hit[2]) * 60 + Number(hit[3])) * 1000);
}

/**
 * Runs one plan to the end; when this settles, ffmpeg is gone.
 * @returns the last lines ffmpeg wrote: a damaged file is told there even when all ends well
 * @throws the signal's reason when aborted, MediaError `timeout`, otherwise FfmpegError
 */
export async function runFfmpeg(plan: FfmpegPlan, watch: Watch): Promise<{ stderrTail: string }> {
  const { cwd, signal, tools } = watch;
  const limits = { ...runLimits(watch.durationMs ?? null), ...watch.limits };
  signal.throwIfAborted();
  await writeFile(join(cwd, "limits"), `${Math.ceil(limits.cpuSeconds)}\n`); // read by sandbox.sh
  signal.throwIfAborted();

  ffmpeg.setFfmpegPath(tools.ffmpeg); // process-wide, hence one sandbox per process
  const lines: string[] = [];
  let positionMs = 0;
  let overdue: MediaError | null = null;

  return new Promise((resolve, reject) => {
    const command = build(plan, cwd);
    const kill = () => command.kill("SIGKILL");
    const stop = (message: string) => {
      overdue ??= new MediaError("timeout", message);
      kill();
    };
    const wall = setTimeout(() => stop("ffmpeg took too long"), limits.wallMs);
    const unwatch = watchStall(
      cwd,
      plan.outputs,
      limits.stallMs,
      () => positionMs,
      () => stop("ffmpeg stopped making progress"),
    );
    const settle = (finish: () => void) => {
      clearTimeout(wall);
      unwatch();
      signal.removeEventListener("abort", kill);
      finish();
    };
    signal.addEventListener("abort", kill);
    command
      .on("start", () => {
        if (signal.aborted || overdue) kill(); // before the spawn a kill does nothing
      })
      .on("stderr", (line: string) => {
        const position = parsePosition(line); // not the progress event: for that fluent-ffmpeg probes the input once more, unguarded
        if (position === null) {
          if (line.trim() !== "") lines.push(line.slice(0, 500));
          if (lines.length > STDERR_LINES) lines.shift();
        } else if (position > positionMs) {
          positionMs = position;
          watch.onProgressMs?.(position);
        }
      })
      .on("end", () => settle(() => resolve({ stderrTail: lines.join("\n") })))
      .on("error", (error: Error) =>
        settle(() =>
          reject(failure(signal, overdue, new FfmpegError(error.message, lines.join("\n")))),
        ),
      )
      .run();
  });
}

function failure(signal: AbortSignal, overdue: MediaError | null, error: FfmpegError): Error {
  if (signal.aborted)
    return signal.reason instanceof Error
      ? signal.reason
      : new Error("aborted", { cause: signal.reason });
  if (overdue) return overdue;
  // Killed, but not by us: the CPU limit, or no memory left. bubblewrap reports a child's signal as 128 + n.
  if (error.exitCode === 137 || error.message.includes("SIGKILL")) {
    return new MediaError("timeout", "ffmpeg went over a limit of this machine", {
      cause: error,
      stderrTail: error.stderrTail,
    });
  }
  return error;
}

function build(plan: FfmpegPlan, cwd: string) {
  const command = ffmpeg({ cwd, stdoutLines: STDERR_LINES });
  for (const { name, demuxer, options } of plan.inputs) {
    // spread: fluent-ffmpeg splits an array's members, and a single argument, at spaces
    command
      .input(`file:${name}`)
      .inputFormat(demuxer)
      .inputOptions(
        ...["-y", "-nostdin", "-v", "error", "-stats"],
        ...inputGuard(demuxer),
        ...options,
      );
  }
  for (const { name, options } of plan.outputs) {
    command.output(`file:${name}`).outputOptions(...["-max_error_rate", "1"], ...options); // what decodes is kept
  }
  return command;
}

/**
 * Calls `onStall` once when for `stallMs` neither the position moved nor an output file changed. Files
 * count because moving an index to the front rewrites a file without a word.
 */
function watchStall(
  cwd: string,
  outputs: readonly FfmpegOutput[],
  stallMs: number,
  position: () => number,
  onStall: () => void,
): () => void {
  let seen = "";
  let since = performance.now();
  const look = async () => {
    const files = await Promise.all(
      outputs.map(({ name }) =>
        stat(join(cwd, name)).then(
          (file) => `${file.size}@${file.mtimeMs}`,
          () => "-",
        ),
      ),
    );
    const now = [position(), ...files].join(" ");
    if (now !== seen) {
      seen = now;
      since = performance.now();
    } else if (performance.now() - since >= stallMs) onStall();
  };
  const timer = setInterval(() => void look(), Math.max(50, stallMs / 12));
  return () => clearInterval(timer);
}
