/** The warp of a voice (voice-warp.ts) that is heard while it speaks. */
import type { SegmentIn, Word } from "./engine.ts";
import { ENOUGH_MS, type Heard } from "./voice-warp.ts";

export type LiveFit = {
  /** 1 until the voice is known. */
  readonly warp: number;
  /** Takes a piece and what was heard of it under warp 1, until there is enough of them. */
  take(piece: SegmentIn, words: readonly Word[]): void;
  /** Settles with the warp once it is found; never where too little is said. */
  readonly found: Promise<number>;
};

/** @param find the warp that suits the pieces; 1 where it cannot tell. Called once */
export function createLiveFit(find: (heard: Heard[]) => Promise<number>): LiveFit {
  const heard: Heard[] = [];
  let heardMs = 0;
  let warp = 1;
  const { promise: found, resolve } = Promise.withResolvers<number>();
  return {
    get warp() {
      return warp;
    },
    found,
    take({ id, startMs, endMs, pcm }, words) {
      if (heardMs >= ENOUGH_MS || words.length === 0) return;
      heard.push({ id, pcm, words });
      heardMs += endMs - startMs;
      if (heardMs < ENOUGH_MS) return;
      find(heard.splice(0)).then(
        (best) => {
          warp = best;
          resolve(best);
        },
        () => undefined, // the call goes on as it was heard so far
      );
    },
  };
}
