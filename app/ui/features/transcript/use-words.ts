import { useEffect, useState } from "react";
import {
  segmentNear,
  segmentsAt,
  type SegmentTable,
} from "#app/core/domain/transcript/wire-decode.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { usePlayer, usePosition } from "#app/ui/features/player/player-context.tsx";
import {
  createTranscriptWords,
  type TranscriptStart,
  type TranscriptUrls,
  type TranscriptWords,
  type WordsState,
} from "./transcript-words.ts";

/** The words of a transcript version; give the component that calls this `key={number}`. */
export function useTranscriptWords(start: TranscriptStart, urls: TranscriptUrls): TranscriptWords {
  const [words] = useState(() => createTranscriptWords(start, urls));
  useEffect(() => words.load(), [words]);
  return words;
}

export function useWordsState<T>(words: TranscriptWords, pick: (state: WordsState) => T): T {
  return useStore(words, pick);
}

/** Table positions of what is being said now, as a text "4" or "4,7" that changes only with them. */
export function useCurrentSegments(words: TranscriptWords): string {
  const store = usePlayer();
  const table = useWordsState(words, (state) => state.table);
  const [current, setCurrent] = useState("");
  usePosition((ms) => setCurrent(heardAt(table, ms)));
  // Positions of the slice are other positions in the whole.
  useEffect(() => setCurrent(heardAt(table, store.positionMs())), [table, store]);
  return current;
}

function heardAt(table: SegmentTable, ms: number): string {
  const at = segmentsAt(table, ms);
  if (at.length > 0 || ms === 0) return at.join();
  const near = segmentNear(table, ms);
  return near < 0 ? "" : String(near);
}
