import { useSyncExternalStore } from "react";

/** A number that moves many times a second and redraws only the meter that shows it. */
export type LevelStore = {
  get: () => number;
  set: (level: number) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createLevelStore(): LevelStore {
  const listeners = new Set<() => void>();
  let now = 0;
  return {
    get: () => now,
    set(level) {
      // Steps of a twentieth: that is how many bars a meter has.
      const step = Math.round(level * 20) / 20;
      if (step === now) return;
      now = step;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useLevel = (store: LevelStore): number =>
  useSyncExternalStore(store.subscribe, store.get, () => 0);
