import { useEffect } from "react";
import type { Play } from "./heard.ts";
import type { PlayerStore } from "./player-store.ts";

/**
 * Sends what is played to `url`; null sends nothing. What it takes comes with the first press on play: a page that is
 * only read does without. What plays until it has come is noted here, and counts.
 */
export function useHeard(store: PlayerStore, url: string | null): void {
  useEffect(() => {
    if (url === null) return undefined;
    let isLoading = false;
    let isGone = false;
    let end = (): void => undefined;
    const plays: Play[] = [];
    const note = (isPlaying = store.get().isPlaying) => {
      const last = plays.at(-1);
      const moment = { ms: store.positionMs(), at: performance.now() };
      if (isPlaying && last?.end !== null) plays.push({ start: moment, end: null });
      if (!isPlaying && last?.end === null) last.end = moment;
    };
    const load = () => {
      note();
      if (isLoading || plays.length === 0) return;
      isLoading = true;
      import("./heard.ts").then(
        ({ followHeard }) => {
          stop();
          end = followHeard(store, { url, before: plays });
          // Gone meanwhile, as one item of a library makes room for the next: what was played of it is sent.
          if (isGone) end();
        },
        () => {
          isLoading = false;
        },
      );
    };
    const stop = store.subscribe(load);
    // Who starts playing with the page has done so before this.
    load();
    return () => {
      isGone = true;
      stop();
      if (isLoading) note(false);
      end();
    };
  }, [store, url]);
}
