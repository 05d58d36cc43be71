import { useEffect, useRef } from "react";
import { createStore, type ReadableStore } from "#app/ui/browser/store.ts";

/** Something a control of the page does, for the palette. With a reason it is shown and cannot be chosen. */
export type PageAction = { text: string; disabledReason: string | undefined; run: () => void };

const store = createStore<readonly PageAction[]>([]);
/** What the page that is shown can do now. */
export const pageActions: ReadableStore<readonly PageAction[]> = store;

/**
 * Offers what a control does in the palette, as long as the control is there: whoever has no button has no entry.
 * @param disabledReason why the control cannot be used now, as its button says
 */
export function usePageAction(text: string, run: () => void, disabledReason?: string): void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    const mine: PageAction = { text, disabledReason, run: () => newest.current() };
    store.set([...store.get(), mine]);
    return () => store.set(store.get().filter((action) => action !== mine));
  }, [text, disabledReason]);
}
