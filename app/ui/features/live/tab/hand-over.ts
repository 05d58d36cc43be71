/** So long something waits for the next screen of this tab to take it. */
const WAIT_MS = 1_500;

export type HandOver<T> = {
  /** Leaves it for the next screen; where none comes, it is let go. */
  leave: (name: string, thing: T) => void;
  /** What the last screen left, if it is still there. */
  take: (name: string) => T | null;
};

/**
 * What must outlive the screen that holds it, when another screen of the same tab goes on with it: the
 * microphone of a call, the lock that says whose it is.
 */
export function createHandOver<T>(letGo: (thing: T) => void): HandOver<T> {
  const waiting = new Map<string, { thing: T; timer: ReturnType<typeof setTimeout> }>();
  return {
    leave(name, thing) {
      const timer = setTimeout(() => {
        waiting.delete(name);
        letGo(thing);
      }, WAIT_MS);
      waiting.set(name, { thing, timer });
    },
    take(name) {
      const found = waiting.get(name);
      if (found === undefined) return null;
      clearTimeout(found.timer);
      waiting.delete(name);
      return found.thing;
    },
  };
}
