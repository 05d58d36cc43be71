import type { MediaInfo } from "./inspect.ts";
import type { RunLimits, Watch } from "./run.ts";
import type { MediaTools } from "./tools.ts";

/** A conversion of one inspected file in a folder of its own. */
export type MediaJob = {
  jobDir: string;
  name: string;
  /** From `inspectMedia` of the same file. */
  info: MediaInfo;
  tools: MediaTools;
  signal: AbortSignal;
  maxDurationMs?: number;
  onProgressMs?: (positionMs: number) => void;
  limits?: Partial<RunLimits>;
};

/** How ffmpeg is watched while it converts. */
export const watchOf = ({
  jobDir,
  info,
  tools,
  signal,
  onProgressMs,
  limits,
}: MediaJob): Watch => ({
  tools,
  cwd: jobDir,
  signal,
  durationMs: info.durationMs,
  ...(onProgressMs && { onProgressMs }),
  ...(limits && { limits }),
});
