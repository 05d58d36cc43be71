import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { wholeSearch } from "#app/core/pages/recordings-search.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";

/** The form that the checkboxes of the list belong to where there is no script. */
export const SELECTION_FORM = "selected-calls";

type Can = RecordingRow["can"];
type Picked = ReadonlyMap<string, Can>;
type State = {
  /** The list that it is a selection of. */
  key: string;
  picked: Picked;
  isAll: boolean;
  /** The call that was picked last: where a range begins. */
  anchor: string | null;
  /** What the reader is told of a selection that changed by itself. */
  said: "cleared" | "pageOnly" | null;
};
const NONE = { picked: new Map<string, Can>(), isAll: false, anchor: null } as const;

export type Selection = {
  /** Calls that were picked one by one, with what may be done with each; of `isAll` those that are known. */
  picked: Picked;
  /** All that match, on every page. */
  isAll: boolean;
  said: State["said"];
  /** Of those that were picked, how many are not on this page. */
  elsewhere: number;
  /** How much of this page is selected. */
  page: "none" | "some" | "all";
  isPicked: (callId: string) => boolean;
  /** Takes a call in or out. @param isRange so are all from the last one to this */
  press: (callId: string, isRange: boolean) => void;
  pressPage: () => void;
  takeAll: () => void;
  clear: () => void;
};

const SelectionContext = createContext<Selection | null>(null);

/** The selection of the list around it. */
export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (selection === null) throw new Error("no list to select calls of");
  return selection;
}

type Props = { query: RecordingsQuery; rows: readonly RecordingRow[]; children: ReactNode };

/** Keeps what is selected while the reader pages and sorts; another search or filter is another list. */
export function SelectionRegion({ query, rows, children }: Props) {
  const key = keyOf(query);
  const [state, setState] = useState<State>({ key, ...NONE, said: null });
  if (state.key !== key)
    setState({ key, ...NONE, said: state.picked.size > 0 || state.isAll ? "cleared" : null });
  useEffect(() => {
    // Boxes that were ticked before script had come.
    const ticked = [...document.querySelectorAll<HTMLInputElement>("input[name=callIds]:checked")];
    const early = rows.filter(({ callId }) => ticked.some(({ value }) => value === callId));
    if (early.length > 0)
      setState((before) => ({ ...before, picked: withRows(before.picked, early, true) }));
    // Once, when the page is there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const value = selectionOf(state, rows, (change) =>
    setState((before) => ({ ...before, ...change(before) })),
  );
  return <SelectionContext.Provider value={value}>{children}</SelectionContext.Provider>;
}

/** What narrows the list, without its page, its order and how it is drawn. */
const keyOf = (query: RecordingsQuery): string =>
  JSON.stringify(wholeSearch({ ...query, after: null, sort: "-startedAt", as: null, panel: null }));

function withRows(picked: Picked, rows: readonly RecordingRow[], isOn: boolean): Picked {
  const next = new Map(picked);
  for (const { callId, can } of rows)
    if (isOn) next.set(callId, can);
    else next.delete(callId);
  return next;
}

function selectionOf(
  { picked, isAll, said }: State,
  rows: readonly RecordingRow[],
  change: (how: (before: State) => Partial<State>) => void,
): Selection {
  const isPicked = (callId: string): boolean => isAll || picked.has(callId);
  const here = rows.filter(({ callId }) => isPicked(callId)).length;
  const between = (anchor: string | null, callId: string): readonly RecordingRow[] => {
    const [a, b] = [anchor, callId].map((id) => rows.findIndex((row) => row.callId === id));
    if (a === undefined || b === undefined || a < 0) return rows.slice(b, (b ?? 0) + 1);
    return rows.slice(Math.min(a, b), Math.max(a, b) + 1);
  };
  return {
    ...{ picked, isAll, said, isPicked },
    elsewhere: isAll ? 0 : picked.size - here,
    page: here === 0 ? "none" : here < rows.length ? "some" : "all",
    press: (callId, isRange) =>
      change((before) => {
        // Of all that match, only this page is known call by call.
        const base = before.isAll ? withRows(new Map(), rows, true) : before.picked;
        const isOn = !base.has(callId);
        const meant = between(isRange ? before.anchor : null, callId);
        return {
          picked: withRows(base, meant, isOn),
          isAll: false,
          anchor: callId,
          said: before.isAll ? "pageOnly" : null,
        };
      }),
    pressPage: () =>
      change(({ picked: base }) => ({
        picked: isAll ? new Map() : withRows(base, rows, here < rows.length),
        isAll: false,
        said: null,
      })),
    takeAll: () =>
      change(({ picked: base }) => ({
        picked: withRows(base, rows, true),
        isAll: true,
        said: null,
      })),
    clear: () => change(() => ({ ...NONE, said: null })),
  };
}
