import type { LucideIcon } from "lucide-react";
import type { SegmentTable } from "#app/core/domain/transcript/wire-decode.ts";
import { createStore } from "#app/ui/browser/store.ts";
import { type PageOf, type Selected, textOf, timesOf } from "./word-span.ts";

/** Words that somebody selected, of one segment or of several, from the beginning of the first to the end of the last. */
export type SelectedWords = {
  t0Ms: number;
  t1Ms: number;
  text: string;
  /** Whose words they are, by the ids of the table's lanes; "": of nobody in particular. */
  speakers: string[];
};
/** What a page offers for them, over the selection. */
export type SelectionAction = {
  id: string;
  icon: LucideIcon;
  label: string;
  /** What selections are made for: with its word beside the icon. */
  name?: string;
  /** The key that does it, of the action that selections are made for. */
  keys?: string;
  run: (words: SelectedWords) => void;
};

/** Does with the selected words what they are selected for, as its key does; null while nothing is selected. */
export const takeSelected = createStore<(() => void) | null>(null);

/** The words of a selection, at the times of their segments while their own are on their way. */
export function selectedWords(
  table: SegmentTable,
  pageOf: PageOf,
  selected: Selected,
): SelectedWords {
  const { first, last } = selected;
  const lanes = table.lane.subarray(first.segment, last.segment + 1);
  return {
    ...timesOf(table, pageOf, selected),
    text: textOf(pageOf, selected),
    speakers: [...new Set(lanes)].map((lane) => table.lanes[lane]?.id ?? ""),
  };
}
