import type { ItemOrigin } from "#app/core/domain/summary/edited-item.ts";
import {
  type OutputItem,
  outputItem,
  type OutputType,
  type OutputValue,
} from "#app/core/domain/summary/output.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";

/** An item that is being edited, and what it was made from. */
export type ItemToEdit = { item: OutputItem; from: ItemOrigin };

/** The items of a section as they are shown now: those of its edit, else those of the run. */
export function itemsToEdit(summary: PlaybackSummary, section: string): ItemToEdit[] {
  const edit = summary.edits.find((one) => one.section === section);
  if (edit)
    return edit.items.map((given, kept) => ({ item: outputItem.parse(given), from: { kept } }));
  return summary.outputs
    .filter((output) => output.section === section && output.certainty !== "not_discussed")
    .flatMap(({ id: output, type, value, evidence }): ItemToEdit[] => {
      const typed = outputItem.safeParse({ type, value });
      if (typed.success) return [{ item: typed.data, from: { output, at: null } }];
      // Quotes without a value, as Parley's own templates have them: each is a point.
      return evidence.map(({ quote, ord }) => ({
        item: { type: "bullets", value: { text: quote } },
        from: { output, at: ord },
      }));
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
