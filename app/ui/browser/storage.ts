import { createEmitter, type Store } from "./store.ts";

/** `local` is shared by all tabs and stays; `session` is this tab's and survives a reload. */
export type StoragePlace = "local" | "session";

const areaOf = (place: StoragePlace): Storage =>
  place === "local" ? localStorage : sessionStorage;

/** A stored text; null where there is none, or where storage is closed to pages (private windows). */
export function readStored(place: StoragePlace, key: string): string | null {
  try {
    return areaOf(place).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, null removes it. Where storage is closed or full nothing is kept, and nothing fails. */
export function writeStored(place: StoragePlace, key: string, text: string | null): void {
  try {
    if (text === null) areaOf(place).removeItem(key);
    else areaOf(place).setItem(key, text);
  } catch {
    // Whoever stores lives with a value that lasts as long as the page.
  }
}

/**
 * A value of this browser, the same in all of its tabs, as JSON under one key of `local`. Where storage is closed it
 * lasts as long as the page.
 * @param parse reads the stored text; given null for none, it answers the value to begin with
 */
export function createStoredStore<T>(key: string, parse: (text: string | null) => T): Store<T> {
  const { subscribe, emit } = createEmitter();
  const initial = parse(null);
  let kept: { value: T } | null = null;
  return {
    get: () => (kept ??= { value: parse(readStored("local", key)) }).value,
    getInitial: () => initial,
    set(next) {
      kept = { value: next };
      writeStored("local", key, JSON.stringify(next));
      emit();
    },
    subscribe(listener) {
      const onOtherTab = (event: StorageEvent) => {
        if (event.key !== key) return;
        kept = null;
        listener();
      };
      const end = subscribe(listener);
      addEventListener("storage", onOtherTab);
      return () => {
        end();
        removeEventListener("storage", onOtherTab);
      };
    },
  };
}
