import { type Claim, reportProgress, StageLost } from "#app/core/domain/recording/stages.server.ts";
import { every } from "./every.ts";

const TELL_MS = 500;

export type StageWatch = {
  /** Aborts when the worker stops, and with StageLost when another attempt has the stage. */
  signal: AbortSignal;
  /** Shows progress, at most twice a second. */
  tell: (done: number) => void;
};

/**
 * Watches a stage while its work runs: a worker that stalled past its heartbeat learns by its next progress
 * that the stage is another's, and its children end then, not after hours of work for nobody (reliability §7).
 * @param total what `tell` counts up to, ms; 0: unknown
 */
export function watchStage(claim: Claim, total: number, stopping: AbortSignal): StageWatch {
  const lost = new AbortController();
  const tell = every(TELL_MS, async (done: number) => {
    try {
      await reportProgress(claim, Math.min(done, total || done), total || done, "ms");
    } catch (error) {
      if (error instanceof StageLost) lost.abort(error);
    }
  });
  return { signal: AbortSignal.any([stopping, lost.signal]), tell };
}
