import { useEffect } from "react";
import type { PlayerStore } from "./player-store.ts";

/**
 * Sends what is played to `url`; null sends nothing. What it takes comes with the first press on play: a page that is
 * only read does without.
 */
export function useHeard(store: PlayerStore, url: string | null): void {
  useEffect(() => {
    if (url === null) return undefined;
    let isLoading = false;
    let end: (() => void) | null = () => undefined;
    const load = () => {
      if (isLoading || !store.get().isPlaying) return;
      isLoading = true;
      import("./heard.ts").then(
        ({ followHeard }) => {
          if (end !== null) end = followHeard(store, { url });
        },
        () => {
          isLoading = false;
        },
      );
    };
    const stop = store.subscribe(load);
    return () => {
      stop();
      end?.();
      end = null;
    };
  }, [store, url]);
}
