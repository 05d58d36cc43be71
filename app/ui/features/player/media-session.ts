import { useEffect } from "react";
import type { PlayerStore } from "./player-store.ts";

const SEEK_MS = 10_000;

/** Lets the keyboard's and headphones' media keys play, pause and seek, with the call's title shown. */
export function useMediaSession(store: PlayerStore, title: string): void {
  useEffect(() => {
    if (!("mediaSession" in navigator)) return undefined;
    const session = navigator.mediaSession;
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ["play", () => store.play()],
      ["pause", () => store.pause()],
      ["seekbackward", (wish) => store.seekBy(-(wish.seekOffset ?? SEEK_MS / 1000) * 1000)],
      ["seekforward", (wish) => store.seekBy((wish.seekOffset ?? SEEK_MS / 1000) * 1000)],
      ["seekto", (wish) => wish.seekTime !== undefined && store.seek(wish.seekTime * 1000)],
    ];
    session.metadata = new MediaMetadata({ title });
    for (const [action, run] of actions) session.setActionHandler(action, run);
    const show = () => {
      const { isPlaying, durationMs, settings } = store.get();
      session.playbackState = isPlaying ? "playing" : "paused";
      const duration = durationMs / 1000;
      if (duration <= 0) return;
      const position = Math.min(duration, store.positionMs() / 1000);
      session.setPositionState({ duration, position, playbackRate: settings.rate });
    };
    const undo = [store.subscribe(show), store.onPosition((_, isSeek) => isSeek && show())];
    return () => {
      for (const remove of undo) remove();
      for (const [action] of actions) session.setActionHandler(action, null);
      session.metadata = null;
      session.playbackState = "none";
    };
  }, [store, title]);
}
