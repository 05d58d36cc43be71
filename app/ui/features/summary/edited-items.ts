import {
  type OutputItem,
  outputItem,
  type OutputType,
  type OutputValue,
} from "#app/core/domain/summary/output.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";

/** The items of a section as they are shown now: those of its edit, else those of the run. */
export function itemsToEdit(summary: PlaybackSummary, section: string): OutputItem[] {
  const edit = summary.edits.find((one) => one.section === section);
  if (edit) return edit.items;
  return summary.outputs
    .filter((output) => output.section === section && output.certainty !== "not_discussed")
    .flatMap(({ type, value, evidence }): OutputItem[] => {
      const typed = outputItem.safeParse({ type, value });
      if (typed.success) return [typed.data];
      // Quotes without a value, as Parley's own templates have them: each is a point.
      return evidence.map(({ quote }) => ({ type: "bullets", value: { text: quote } }));
    });
}

const EMPTY: { [T in Exclude<OutputType, "table">]: OutputValue<T> } = {
  text: { text: "" },
  bullets: { text: "" },
  checklist: {
    ...{ task: "", owner: null, ownerSide: null, isBoth: false },
    ...{ due: null, dueTime: null, duePhrase: null },
  },
  enum: { option: "" },
  multi_enum: { options: [] },
  number: { number: 0, unit: "" },
  money: { amount: 0, currency: "" },
  date: { date: "", time: null, phrase: "", isExact: true },
  boolean: { is: true },
  person: { name: "", participantId: null, contactId: null },
  url: { url: "" },
};

/** A new item to be filled in. */
export function emptyItem(type: OutputType, columns: number): OutputItem {
  if (type === "table")
    return { type, value: { cells: Array.from({ length: columns }, () => null) } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table maps each type to its own value
  return { type, value: EMPTY[type] } as OutputItem;
}
