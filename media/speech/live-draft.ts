import type { Word } from "./engine.ts";

/** What is shown of an open piece: `stable` will not change, `tail` may. Times on the call clock. */
export type Draft = { stable: readonly Word[]; tail: readonly Word[]; stableEndMs: number };

export const startDraft = (fromMs: number): Draft => ({
  stable: [],
  tail: [],
  stableEndMs: fromMs,
});

/**
 * Two runs over the same sound that agree on a word make it stable; the newest word never is, since its
 * end may not have been said yet.
 * @param words of the run from `stableEndMs` on
 */
export function agree(draft: Draft, words: readonly Word[]): Draft {
  const most = Math.min(draft.tail.length, words.length - 1);
  let same = 0;
  while (same < most && draft.tail[same]?.text === words[same]?.text) same++;
  const fixed = words.slice(0, same);
  return {
    stable: [...draft.stable, ...fixed],
    tail: words.slice(same),
    stableEndMs: fixed.at(-1)?.endMs ?? draft.stableEndMs,
  };
}

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(" ");
