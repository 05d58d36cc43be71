import { useEffect, useMemo, useState } from "react";
import type { SegmentTable } from "#app/core/domain/transcript/wire-decode.ts";
import type { FindHit, FindResult } from "#app/core/domain/transcript/find.ts";
import type { Side } from "#app/core/domain/views.ts";
import type { Mark } from "./pieces.ts";
import type { TranscriptWords } from "./transcript-words.ts";
import { useWordsState } from "./use-words.ts";

export type Find = {
  query: string;
  setQuery: (query: string) => void;
  /** Whose words are looked through; null: everybody's. */
  side: Side | null;
  setSide: (side: Side | null) => void;
  hits: readonly FindHit[];
  total: number;
  /** Position of the hit that is looked at, −1 before the first. */
  at: number;
  go: (step: 1 | -1) => FindHit | null;
  /** Marks of a segment; the same list as long as nothing in it changes. */
  marks: (segment: number) => readonly Mark[] | undefined;
  /** Pages are still on their way: hits may be missing. */
  isComplete: boolean;
};

const NOTHING: FindResult = { hits: [], total: 0 };

/** Find in the transcript: over all words that have come, again when more come. */
export function useFind(words: TranscriptWords): Find {
  const [query, setQueryNow] = useState("");
  const [side, setSide] = useState<Side | null>(null);
  const [at, setAt] = useState(-1);
  const pagesLoaded = useWordsState(words, (state) => state.pagesLoaded);
  const table = useWordsState(words, (state) => state.table);
  const isComplete = useWordsState(
    words,
    (state) => state.isWhole && state.pagesLoaded >= state.table.pageCount,
  );
  // A page that came may hold more hits: the count of pages is what the search depends on.
  const result = useMemo(
    () => (pagesLoaded === 0 ? NOTHING : words.find(query, saidBy(table, side))),
    [words, query, pagesLoaded, table, side],
  );
  const bySegment = useMemo(() => {
    const lists = new Map<number, Mark[]>();
    for (const hit of result.hits) {
      const list = lists.get(hit.segment) ?? [];
      list.push({ from: hit.from, to: hit.to, isActive: false });
      lists.set(hit.segment, list);
    }
    return lists;
  }, [result]);
  const active = at >= 0 ? result.hits[at] : undefined;
  const activeMarks = useMemo(() => {
    if (active === undefined) return null;
    const list = bySegment.get(active.segment) ?? [];
    return list.map((mark) => ({ ...mark, isActive: mark.from === active.from }));
  }, [active, bySegment]);
  useEffect(() => setAt(-1), [query, table, side]);
  return {
    query,
    setQuery: setQueryNow,
    side,
    setSide,
    hits: result.hits,
    total: result.total,
    at: Math.min(at, result.hits.length - 1),
    go: (step) => {
      const count = result.hits.length;
      if (count === 0) return null;
      const next = at < 0 && step === -1 ? count - 1 : (at + step + count) % count;
      setAt(next);
      return result.hits[next] ?? null;
    },
    marks: (segment) =>
      active?.segment === segment && activeMarks !== null ? activeMarks : bySegment.get(segment),
    isComplete,
  };
}

function saidBy(
  table: SegmentTable,
  side: Side | null,
): ((segment: number) => boolean) | undefined {
  if (side === null) return undefined;
  return (segment) => table.lanes[table.lane[segment] ?? 0]?.side === side;
}
