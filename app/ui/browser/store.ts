import { useSyncExternalStore } from "react";

/** Listeners and the call to all of them. `subscribe` answers what ends the listening. */
export type Emitter<A extends unknown[]> = {
  subscribe: (listener: (...args: A) => void) => () => void;
  emit: (...args: A) => void;
};

export function createEmitter<A extends unknown[] = []>(): Emitter<A> {
  const listeners = new Set<(...args: A) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** A value outside of React. `getInitial` is what the server rendered: hydration begins with it. */
export type ReadableStore<T> = {
  get: () => T;
  getInitial: () => T;
  subscribe: (listener: () => void) => () => void;
};
export type Store<T> = ReadableStore<T> & { set: (next: T) => void };

/** Holds a value; who subscribed is called when it becomes another one (`Object.is`). */
export function createStore<T>(initial: T): Store<T> {
  const { subscribe, emit } = createEmitter();
  let now = initial;
  return {
    get: () => now,
    getInitial: () => initial,
    subscribe,
    set(next) {
      if (Object.is(next, now)) return;
      now = next;
      emit();
    },
  };
}

/** The value of a store, or one fact of it: renders only when that fact changes, so `pick` makes no new objects. */
export function useStore<T>(store: ReadableStore<T>): T;
export function useStore<T, P>(store: ReadableStore<T>, pick: (value: T) => P): P;
export function useStore<T, P>(store: ReadableStore<T>, pick?: (value: T) => P): T | P {
  const of = (value: T) => (pick === undefined ? value : pick(value));
  return useSyncExternalStore(
    store.subscribe,
    () => of(store.get()),
    () => of(store.getInitial()),
  );
}
