import type { LucideIcon } from "lucide-react";
import type { SegmentTable, WordPage } from "#app/core/domain/transcript/wire-decode.ts";
import { wordAtChar, wordsInChars } from "./pieces.ts";
import type { Selected } from "./selection-bar.tsx";

/** Words of one segment that somebody selected, from the beginning of the first to the end of the last. */
export type SelectedWords = {
  /** Number of the segment in the transcript version. */
  no: number;
  t0Ms: number;
  t1Ms: number;
  text: string;
};
/** What a page offers for them, over the selection. */
export type SelectionAction = {
  id: string;
  icon: LucideIcon;
  label: string;
  run: (words: SelectedWords) => void;
};

/** The words of a selection, at the times of their segment while its own are on their way. */
export function selectedWords(
  table: SegmentTable,
  page: WordPage | null,
  { segment, from, to }: Selected,
): SelectedWords {
  const no = table.no[segment] ?? 0;
  const [segmentT0Ms, segmentT1Ms] = [table.t0Ms[segment] ?? 0, table.t1Ms[segment] ?? 0];
  const text = page?.text[segment - page.first]?.slice(from, to) ?? "";
  if (page === null) return { no, t0Ms: segmentT0Ms, t1Ms: segmentT1Ms, text };
  const first = wordAtChar(page, segment, from);
  const last = wordsInChars(page, segment, from, to)?.last ?? first;
  return {
    no,
    t0Ms: first === null ? segmentT0Ms : (page.startMs[first] ?? segmentT0Ms),
    t1Ms: last === null ? segmentT1Ms : (page.endMs[last] ?? segmentT1Ms),
    text,
  };
}
