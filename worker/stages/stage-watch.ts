import { type StageAttempt, StageLost } from "#app/core/domain/recording/stages.server.ts";
import { throttle } from "./throttle.ts";

const REPORT_MS = 500;

export type StageWatch = {
  /** Aborts when the worker stops, and with StageLost when another attempt has the stage. */
  signal: AbortSignal;
  /** Shows progress, at most twice a second. */
  report: (done: number) => void;
};

/**
 * Watches a stage while its work runs: a worker that stalled past its heartbeat learns by its next progress
 * that the stage is another's, and its children end then, not after hours of work for nobody (reliability §7).
 * @param files how long each file is, ms, as `tell` counts through them; 0: unknown. People read the time of the
 * call, which is that of its longest file, and not the sum of its voices.
 */
export function watchStage(
  attempt: StageAttempt,
  files: readonly number[],
  stopping: AbortSignal,
): StageWatch {
  const lost = new AbortController();
  const sum = files.reduce((total, durationMs) => total + durationMs, 0);
  const callMs = Math.max(0, ...files);
  const report = throttle(REPORT_MS, async (done: number) => {
    const shown = sum > 0 ? Math.round((Math.min(done, sum) * callMs) / sum) : done;
    try {
      await attempt.progress(shown, callMs || shown, "ms");
    } catch (error) {
      if (error instanceof StageLost) lost.abort(error);
    }
  });
  return { signal: AbortSignal.any([stopping, lost.signal]), report };
}
