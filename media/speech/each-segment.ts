import { setTimeout as sleep } from "node:timers/promises";
import {
  INAUDIBLE,
  type Options,
  type SegmentIn,
  type SegmentOut,
  SpeechError,
  type SpeechErrorCode,
} from "./engine.ts";

/** Causes that another segment would meet too: they end the whole run at once. */
const ENDS_RUN: ReadonlySet<SpeechErrorCode> = new Set([
  "engine_missing",
  "language_not_supported",
  "engine_refused",
  "rate_limited",
  "cost_cap",
]);
/** A server that is short of breath gets this much time before the second attempt. */
const PAUSE_MS = 1000;
/** A server may ask for a wait this long inside a job; a longer one sends the job back to its queue. */
const MAX_WAIT_MS = 30_000;

export type Attempts = {
  /** Segments under way at a time. */
  concurrency: number;
  recognise: (segment: SegmentIn) => Promise<SegmentOut>;
  /** Says of an error that no further segment will do better. */
  isFatal?: (error: SpeechError) => boolean;
};

/**
 * Runs `recognise` on every segment, `concurrency` at a time, and answers in the order of the segments.
 * A segment that fails is tried once more, then given up as inaudible. An error that concerns the
 * engine rather than the segment ends the run.
 */
export async function* eachSegment(
  segments: AsyncIterable<SegmentIn>,
  options: Options,
  how: Attempts,
): AsyncGenerator<SegmentOut> {
  const running: Promise<SegmentOut>[] = [];
  const over = new AbortController();
  const each = { ...options, signal: AbortSignal.any([options.signal, over.signal]) };
  const source = segments[Symbol.asyncIterator]();
  try {
    let isOver = false;
    for (;;) {
      while (!isOver && running.length < how.concurrency) {
        const next = await source.next();
        if (next.done === true) isOver = true;
        else {
          const answer = twice(next.value, each, how);
          // It is awaited in its turn; until then a refusal must not count as unhandled.
          answer.catch(() => undefined);
          running.push(answer);
        }
      }
      const first = running.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    // Segments still under way are not tried again for nobody.
    over.abort();
    await source.return?.();
  }
}

async function twice(segment: SegmentIn, options: Options, how: Attempts): Promise<SegmentOut> {
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted();
    try {
      return await how.recognise(segment);
    } catch (cause) {
      options.signal.throwIfAborted();
      const error = asSpeechError(cause);
      const isShort = (error.retryAfterMs ?? PAUSE_MS) <= MAX_WAIT_MS;
      const canWait = error.code === "rate_limited" && attempt === 1 && isShort;
      if (ENDS_RUN.has(error.code) && !canWait) throw error;
      if (how.isFatal?.(error)) throw error;
      if (attempt === 2) {
        options.onSegmentFailed?.(segment.id, error);
        return inaudible(segment);
      }
      if (error.isTransient) {
        await sleep(Math.min(error.retryAfterMs ?? PAUSE_MS, MAX_WAIT_MS), undefined, {
          signal: options.signal,
        });
      }
    }
  }
}

/** Stands where nothing could be recognised, so that the gap is seen and can be filled later. */
export function inaudible({ id, startMs, endMs }: SegmentIn): SegmentOut {
  return { id, startMs, endMs, text: INAUDIBLE, words: [], timing: "engine", isInaudible: true };
}

/** Whatever was thrown, as the one error of this room. A full disk may have room again later. */
export function asSpeechError(cause: unknown): SpeechError {
  if (cause instanceof SpeechError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const isTransient = ["ENOSPC", "EMFILE", "ENFILE", "EAGAIN", "ENOMEM"].includes(code);
  return new SpeechError("engine_failed", code === "" ? "unexpected error" : code, {
    isTransient,
    cause,
  });
}
