import { groupCpuMs } from "./processes.ts";

/**
 * A suite that shows no progress for so long is ended, so that a run always comes to its last line. How long a suite may
 * take altogether is limited nowhere: a busy machine is no fault.
 */
export const SILENCE_MS = 180_000;

export type Watch = {
  /** Aborted once nothing moved for the limit. */
  signal: AbortSignal;
  /** Something moved: a line was written, a test has ended, a program computes. */
  progress: () => void;
  stop: () => void;
};

/** @param limitMs so long there may be no progress, in milliseconds */
export function watchSilence(limitMs = SILENCE_MS): Watch {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  return {
    signal: limit.signal,
    progress: () => void (limit.signal.aborted || timer.refresh()),
    stop: () => clearTimeout(timer),
  };
}

/** A hanging program wakes up now and then, too; a computing one has a processor for this share of the time. */
const LEAST_SHARE = 0.01;

/**
 * Counts computing as progress: a compiler says nothing until it ends. Where the system does not tell processor time,
 * being there counts.
 * @param pid who leads the group of processes that is looked at
 * @returns what ends the count
 */
export function countComputing(
  pid: number | undefined,
  progress: () => void,
  everyMs = 5_000,
): () => void {
  if (pid === undefined) return () => undefined;
  let before = groupCpuMs(pid);
  const timer = setInterval(() => {
    const now = groupCpuMs(pid);
    if (now === null || before === null || Math.abs(now - before) >= everyMs * LEAST_SHARE)
      progress();
    before = now;
  }, everyMs);
  return () => clearInterval(timer);
}
