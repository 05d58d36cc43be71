const FIELDS =
  "input:not([type=hidden], :disabled, [tabindex='-1']), select:not(:disabled), textarea:not(:disabled), [role=slider]";

/**
 * Moves the focus to the first field of a layer that has opened, of a group of radio buttons to the chosen one, so that
 * one can type at once.
 * @returns whether there is a field
 */
export function focusFirstField(layer: HTMLElement): boolean {
  const fields = [...layer.querySelectorAll<HTMLElement>(FIELDS)];
  const [first] = fields.filter((field) => field.checkVisibility({ visibilityProperty: true }));
  if (first === undefined) return false;
  const isRadio = first instanceof HTMLInputElement && first.type === "radio";
  const field = isRadio ? (fields.find((one) => isChosen(one, first.name)) ?? first) : first;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

const isChosen = (field: HTMLElement, name: string): boolean =>
  field instanceof HTMLInputElement && field.name === name && field.checked;
