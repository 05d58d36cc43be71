import { applyDictionary } from "#app/core/domain/dictionary/alias.ts";
import type { CallDictionary } from "#app/core/domain/dictionary/dictionary.server.ts";
import type { Word } from "#app/core/domain/words/words.ts";
import type { SegmentOut } from "#media/speech/engine.ts";

export type HeardWords = {
  words: Word[];
  /** The engine's own words, where the dictionary changed them. */
  rawWords: Word[] | null;
  t0Ms: number;
  t1Ms: number;
};

/** An engine's segment as the transcript writes it: its terms from the dictionary, its times `offsetMs` later. */
export function heardWords(
  segment: SegmentOut,
  offsetMs: number,
  dictionary: Pick<CallDictionary, "trie">,
): HeardWords {
  const heard: Word[] = segment.words.map(({ text, startMs, endMs, confidence }, at) => ({
    text,
    startMs: startMs + offsetMs,
    endMs: endMs + offsetMs,
    confidence:
      confidence === undefined ? null : Math.round(Math.max(0, Math.min(1, confidence)) * 100),
    isSpaced: at > 0,
  }));
  const { words, raw } = applyDictionary(heard, dictionary.trie);
  const first = words[0];
  const last = words.at(-1);
  return {
    words,
    rawWords: raw,
    t0Ms: first ? Math.min(first.startMs, segment.startMs + offsetMs) : segment.startMs + offsetMs,
    t1Ms: last ? Math.max(last.endMs, first?.startMs ?? 0) : segment.endMs + offsetMs,
  };
}
