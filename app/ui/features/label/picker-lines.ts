import type { LabelChoices } from "#app/core/domain/label/label-views.ts";
import { fold } from "#app/core/domain/words/fold.ts";

export type PickerLine =
  | { kind: "label"; label: LabelChoices["labels"][number] }
  | { kind: "make"; name: string };

/** What the picker offers for what was typed: labels that have it in their name, and to make one where none is called so. */
export function pickerLines(choices: LabelChoices | undefined, text: string): PickerLine[] {
  if (choices === undefined) return [];
  const typed = fold(text.trim());
  const found = choices.labels.filter(({ name }) => fold(name).includes(typed));
  const canMake =
    choices.canMake && typed !== "" && !choices.labels.some(({ name }) => fold(name) === typed);
  return [
    ...found.map((label) => ({ kind: "label" as const, label })),
    ...(canMake ? [{ kind: "make" as const, name: text.trim() }] : []),
  ];
}
