import type { GroupLine } from "#app/core/domain/label/label-views.ts";
import type { SelectOption } from "#app/ui/components/primitive/select.tsx";

export const groupOptions = (groups: readonly GroupLine[], none: string): SelectOption[] => [
  { value: "", label: none },
  ...groups.map(({ id, name }) => ({ value: id, label: name })),
];
