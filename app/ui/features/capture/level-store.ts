import { createStore, type Store } from "#app/ui/browser/store.ts";

/** 0–1: a number that moves many times a second and redraws only the meter that shows it. */
export type LevelStore = Store<number>;

export function createLevelStore(): LevelStore {
  const store = createStore(0);
  // Steps of a twentieth: that is how many bars a meter has.
  return { ...store, set: (level) => store.set(Math.round(level * 20) / 20) };
}
