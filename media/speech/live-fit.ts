/** The warp of a voice (voice-warp.ts) that is heard while it speaks. */
import type { SegmentIn, Word } from "./engine.ts";
import { ENOUGH_MS, type Heard } from "./voice-warp.ts";

/**
 * So much speech is asked for before the first fit, and again before the next. The first seconds tell a high voice
 * from a low one (own measurement on clean sound: 12 of 12 tracks of six scripts, 9 of them with the warp of 45 s);
 * the second fit corrects it.
 */
export const FIT_AFTER_MS = [15_000, ENOUGH_MS] as const;

export type LiveFit = {
  /** 1 until the voice is known. */
  readonly warp: number;
  /** Takes a piece and what was heard of it under a warp; what was heard under a former one is left out. */
  take(piece: SegmentIn, words: readonly Word[], warp: number): void;
  /** Tells each new warp. @returns ends it */
  onFound(report: (warp: number) => void): () => void;
};

/** @param find the warp that suits the pieces, all heard under `warp`; `warp` itself where it cannot tell */
export function createLiveFit(
  find: (heard: readonly Heard[], warp: number) => Promise<number>,
): LiveFit {
  const listeners = new Set<(warp: number) => void>();
  const wanted = FIT_AFTER_MS.values();
  let next = wanted.next();
  let heard: Heard[] = [];
  let heardMs = 0;
  let isFinding = false;
  let now = 1;

  const refit = async () => {
    isFinding = true;
    try {
      const best = await find(heard, now);
      if (best === now) return;
      now = best;
      for (const report of listeners) report(best);
    } catch {
      // the call goes on as it was heard so far
    } finally {
      heard = [];
      heardMs = 0;
      isFinding = false;
      next = wanted.next();
    }
  };
  return {
    get warp() {
      return now;
    },
    take({ id, startMs, endMs, pcm }, words, warp) {
      if (next.done === true || isFinding || warp !== now || words.length === 0) return;
      heard.push({ id, pcm, words });
      heardMs += endMs - startMs;
      if (heardMs >= next.value) void refit();
    },
    onFound(report) {
      listeners.add(report);
      return () => listeners.delete(report);
    },
  };
}
