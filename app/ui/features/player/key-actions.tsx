import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { createStore, type ReadableStore, useStore } from "#app/ui/browser/store.ts";
import { focusPlace, matchKey, type KeyAction } from "./keys.ts";
import { usePlayerState } from "./player-context.tsx";

type Run = (digit: number) => void;
type Registry = {
  set: (action: KeyAction, run: Run) => () => void;
  run: (action: KeyAction, digit: number) => boolean;
  /** The actions that exist on this page now. */
  known: ReadableStore<ReadonlySet<KeyAction>>;
};

function createRegistry(): Registry {
  const runs = new Map<KeyAction, Run>();
  const known = createStore<ReadonlySet<KeyAction>>(new Set());
  const changed = () => known.set(new Set(runs.keys()));
  return {
    set: (action, run) => {
      runs.set(action, run);
      changed();
      return () => {
        if (runs.get(action) === run) runs.delete(action);
        changed();
      };
    },
    run: (action, digit) => {
      const run = runs.get(action);
      run?.(digit);
      return run !== undefined;
    },
    known,
  };
}

const KeyContext = createContext<Registry | null>(null);
const NONE = createStore<ReadonlySet<KeyAction>>(new Set());

/** Listens for the keys of the page and hands them to whoever registered the action. */
export function KeyActions({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  const hasKeys = usePlayerState((state) => state.settings.hasKeys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hit = matchKey(event, focusPlace(event.target));
      // The sheet opens always: it is where the keys are switched on again.
      if (hit === null || (!hasKeys && hit.action !== "sheet")) return;
      if (document.querySelector("[role=dialog][data-state=open], dialog[open]")) return;
      if (registry.run(hit.action, hit.digit)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [registry, hasKeys]);
  return <KeyContext.Provider value={registry}>{children}</KeyContext.Provider>;
}

/** Makes a key of the list do something while this component is there. */
export function useKeyAction(action: KeyAction, run: Run): void {
  const registry = useContext(KeyContext);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => registry?.set(action, (digit) => latest.current(digit)), [registry, action]);
}

/** The actions that exist on this page now: what the sheet lists. */
export function useKnownActions(): ReadonlySet<KeyAction> {
  const registry = useContext(KeyContext);
  return useStore(registry?.known ?? NONE);
}
