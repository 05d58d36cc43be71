import type { PersonRef } from "#app/core/domain/views.ts";
import type { SelectOption } from "#app/ui/components/primitive/select.tsx";

type Ground = { teams: readonly PersonRef[]; can: { makeAny: boolean } };

/** Whose a new word may be: the workspace's first, where the reader may. */
export const ownersOf = ({ teams, can }: Ground, everybody: string): SelectOption[] => [
  ...(can.makeAny ? [{ value: "", label: everybody }] : []),
  ...teams.map(({ id, name }) => ({ value: id, label: name })),
];
