import type { SelectOption } from "#app/ui/components/primitive/select.tsx";

/** Teams for a select whose first line is "none". */
export const teamOptions = (
  teams: readonly { id: string; name: string }[],
  none: string,
): SelectOption[] => [
  { value: "", label: none },
  ...teams.map(({ id, name }) => ({ value: id, label: name })),
];
