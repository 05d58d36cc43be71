import { useEffect, useRef, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** So often a page asks whether it may go on; it says so within ten seconds of an end (product §22). */
const BEAT_MS = 4_000;
/** What a reader does with the words: it is a view, as a press of Play is (product §22.1). */
const ON_WORDS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
export const WORDS = "data-shared-words";

type Options = {
  pulseUrl: string;
  /** The link leads nowhere any more. */
  onEnd: () => void;
};

/**
 * Says every few seconds that the page is open, and what was played on it. Learns so of the end of the link, of a condition
 * that is to be met again, and that nothing answers.
 */
export function usePulse({ pulseUrl, onEnd }: Options): { isLost: boolean } {
  const [isLost, setLost] = useState(false);
  const store = usePlayer();
  const revalidate = useRevalidate();
  const latest = useRef({ onEnd, revalidate });
  useEffect(() => {
    latest.current = { onEnd, revalidate };
  });
  useEffect(() => {
    let isOpened = false;
    /** Whether nothing more is to be sent. */
    const hear = (status: number): boolean => {
      if (status === 410 || status === 404) {
        store.pause();
        latest.current.onEnd();
        return true;
      }
      if (status === 401 || status === 409) latest.current.revalidate();
      return false;
    };
    const say = async (ranges: readonly RangeMs[], isLeaving: boolean): Promise<boolean> => {
      const body = new Blob([JSON.stringify({ ranges, isOpened })], { type: "application/json" });
      if (isLeaving) return navigator.sendBeacon(pulseUrl, body);
      const answer = await fetch(pulseUrl, { method: "POST", body }).catch(() => null);
      setLost(answer === null || answer.status >= 500);
      if (answer === null) return false;
      hear(answer.status);
      return answer.status !== 429 && answer.status < 500;
    };
    const timer = setInterval(() => void say([], false), BEAT_MS);
    let isLoading = false;
    let end: (() => void) | null = () => undefined;
    const open = () => {
      if (isOpened) return;
      isOpened = true;
      void say([], false);
    };
    const onWords = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`[${WORDS}]`) !== null) open();
    };
    for (const name of ON_WORDS) document.addEventListener(name, onWords, { passive: true });
    const load = () => {
      if (isLoading || !store.get().isPlaying) return;
      isLoading = true;
      open();
      import("#app/ui/features/player/heard.ts").then(
        ({ followHeard }) => {
          if (end !== null) end = followHeard(store, { url: pulseUrl, send: say });
        },
        () => {
          isLoading = false;
        },
      );
    };
    const stop = store.subscribe(load);
    return () => {
      clearInterval(timer);
      for (const name of ON_WORDS) document.removeEventListener(name, onWords);
      stop();
      end?.();
      end = null;
    };
  }, [store, pulseUrl]);
  return { isLost };
}
