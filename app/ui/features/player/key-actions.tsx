import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createStore, type ReadableStore, useStore } from "#app/ui/browser/store.ts";
import {
  focusPlace,
  matchKey,
  PLAYER_KEYS,
  type AnyKeyAction,
  type KeyBinding,
  type PageKey,
} from "./keys.ts";
import { createTypedAhead } from "./typed-ahead.ts";
import { usePlayerState } from "./player-context.tsx";

type Run = (digit: number) => void;
type Registry = {
  set: (action: AnyKeyAction, run: Run) => () => void;
  run: (action: AnyKeyAction, digit: number) => boolean;
  /** The actions that exist on this page now. */
  known: ReadableStore<ReadonlySet<AnyKeyAction>>;
};

function createRegistry(): Registry {
  const runs = new Map<AnyKeyAction, Run>();
  const known = createStore<ReadonlySet<AnyKeyAction>>(new Set());
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

type Context = { registry: Registry; bindings: readonly (KeyBinding | PageKey)[] };
const KeyContext = createContext<Context | null>(null);
const NOTHING = createStore<ReadonlySet<AnyKeyAction>>(new Set());
const NO_KEYS: readonly PageKey[] = [];

type Props = {
  /** Keys of this page beside those of the player and the transcript, which come first; a constant of the page. */
  keys?: readonly PageKey[];
  children: ReactNode;
};

/** Listens for the keys of the page and hands them to whoever registered the action. */
export function KeyActions({ keys = NO_KEYS, children }: Props) {
  const [registry] = useState(createRegistry);
  const context = useMemo(
    () => ({ registry, bindings: [...PLAYER_KEYS, ...keys] }),
    [registry, keys],
  );
  const hasKeys = usePlayerState((state) => state.settings.hasKeys);
  useEffect(() => {
    const typed = createTypedAhead();
    const onKeyDown = (event: KeyboardEvent) => {
      if (typed.keep(event)) {
        event.preventDefault();
        return;
      }
      const hit = matchKey(event, focusPlace(event.target), context.bindings);
      // The sheet opens always: it is where the keys are switched on again.
      if (hit === null || (!hasKeys && hit.action !== "sheet")) return;
      if (document.querySelector("[role=dialog][data-state=open], dialog[open]")) return;
      if (!registry.run(hit.action, hit.digit)) return;
      event.preventDefault();
      if (hit.opensField) typed.begin();
    };
    const onFocus = ({ target }: FocusEvent) => typed.arrive(target);
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("focusin", onFocus);
    };
  }, [registry, context, hasKeys]);
  return <KeyContext.Provider value={context}>{children}</KeyContext.Provider>;
}

/** Makes a key of the player, the transcript or the page do something while this component is there. */
export function useKeyAction(action: AnyKeyAction, run: Run, isOn = true): void {
  const registry = useContext(KeyContext)?.registry;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => (isOn ? registry?.set(action, (digit) => latest.current(digit)) : undefined),
    [registry, action, isOn],
  );
}

/** The keys that do something on this page now, in order: what the sheet lists. */
export function useKnownKeys(): readonly (KeyBinding | PageKey)[] {
  const context = useContext(KeyContext);
  const known = useStore(context?.registry.known ?? NOTHING);
  return context?.bindings.filter(({ action }) => known.has(action)) ?? NO_KEYS;
}
